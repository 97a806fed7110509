// SPDX-License-Identifier: MIT
// The contract of every backend where the speed of sound varies from node to node; contract_test.cpp names the
// backends.
#include <gtest/gtest.h>

#include <algorithm>

#include "contract.hpp"

namespace wavesim::testing {
namespace {

TEST_P(BackendContract, RunsEveryStencilInVariableMedia) {
    for (const NamedStencil& s : contract_stencils()) {
        const Extent extent = s.stencil.dims == 2 ? Extent{37, 1, 23} : Extent{35, 7, 5};
        ScalarProblem problem = bare_problem(extent, s.stencil, precision());
        add_random_medium(problem, 71);
        expect_agreement(problem, s.name);
        add_random_passes(problem, 72);
        expect_agreement(problem, s.name + " with passes");
    }
}

/// A factor of 1 everywhere costs memory, not a bit of the result; nor does the number of threads.
TEST_P(BackendContract, AMediumOfFactorsOneIsTheConstantMedium) {
    for (const NamedStencil& s : contract_stencils()) {
        SCOPED_TRACE(s.name);
        ScalarProblem problem =
            bare_problem(s.stencil.dims == 2 ? Extent{67, 1, 23} : Extent{67, 9, 11}, s.stencil, precision());
        add_random_passes(problem, 73);
        ScalarProblem varying = problem;
        varying.speed.varies = true;
        varying.factors.of_node.assign(static_cast<std::size_t>(problem.extent.nodes()), 1.0F);
        if (!claims(varying)) continue;
        const auto result = [&](const ScalarProblem& p, int threads) {
            auto backend = make(p, threads);
            backend->write(FieldLevel::previous, random_field(p, 11));
            backend->write(FieldLevel::current, random_field(p, 12));
            backend->advance(20);
            return field_of(*backend, FieldLevel::current, p.extent);
        };
        EXPECT_EQ(result(varying, 2), result(problem, 2));

        add_random_medium(varying, 74);
        varying.factors.of_node.erase(varying.factors.of_node.begin(),
                                      varying.factors.of_node.begin() + problem.extent.nodes());
        EXPECT_EQ(result(varying, 3), result(varying, 1));
        EXPECT_NE(result(varying, 1), result(problem, 1));
    }
}

/// Factors kept as codes are those that the codes stand for, in the bulk, in layers and beside passes.
TEST_P(BackendContract, CodedFactorsAreTheirValues) {
    for (const NamedStencil& s : contract_stencils()) {
        const Extent extent = s.stencil.dims == 2 ? Extent{67, 1, 43} : Extent{67, 29, 31};
        ScalarProblem problem = bare_problem(extent, s.stencil, precision());
        const bool leggy = shape_of(s.stencil) == StencilShape::leggy;
        add_random_layers(problem, leggy ? std::min(radius(s.stencil), 5) : 1, !leggy, 76);
        add_random_medium(problem, 75);
        for (const MediumStorage storage : {MediumStorage::int16, MediumStorage::index8, MediumStorage::index16}) {
            SCOPED_TRACE(s.name + " " + to_string(storage));
            ScalarProblem coded = problem;
            coded.store_factors(storage);
            if (!claims(coded)) continue;
            ScalarProblem same = problem;
            for (std::int64_t i = 0; i < extent.nodes(); ++i)
                same.factors.of_node[static_cast<std::size_t>(i)] = coded.factors.factor(i);
            const auto result = [&](const ScalarProblem& p) {
                auto backend = make(p, 2);
                backend->write(FieldLevel::previous, random_field(p, 13));
                backend->write(FieldLevel::current, random_field(p, 14));
                backend->advance(5);
                return field_of(*backend, FieldLevel::current, p.extent);
            };
            EXPECT_EQ(result(coded), result(same));
            if (storage != MediumStorage::index16) {
                EXPECT_NE(result(coded), result(problem));
            }
        }
    }
}

}  // namespace
}  // namespace wavesim::testing
