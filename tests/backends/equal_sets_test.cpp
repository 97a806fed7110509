// SPDX-License-Identifier: MIT
// A run that moves to an instruction set with the same bits ends with the bits of one that stays.
#include "equal_sets.hpp"

#include <gtest/gtest.h>

#include "backends/cases.hpp"
#include "backends/contract.hpp"
#include "backends/tti_case.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim::testing {
namespace {

class EqualSets : public ::testing::TestWithParam<Precision> {
  protected:
    void SetUp() override {
        if (test::moves_between_equal_sets().empty()) GTEST_SKIP() << "this CPU lacks AVX-512";
    }
    static void expect_equal_bits(const ScalarProblem& problem, const std::string& name) {
        for (const auto& [from, to] : test::moves_between_equal_sets()) {
            SCOPED_TRACE(name + ", " + from + " to " + to);
            const auto straight = find_backend("cpu")->open(problem, {2, from});
            straight->write(FieldLevel::previous, random_field(problem, 11));
            straight->write(FieldLevel::current, random_field(problem, 12));
            straight->advance(7);
            test::expect_to_move(*straight, *find_backend("cpu")->open(problem, {3, to}), 8);
        }
    }
};

/// The stencils of the contract and all of the catalogue.
std::vector<NamedStencil> every_stencil() {
    std::vector<NamedStencil> all = contract_stencils();
    for (const CatalogueEntry& entry : stencil_catalogue())
        for (const int dims : {2, 3}) all.push_back({entry.name, make_stencil(entry.name, dims)});
    return all;
}

Extent extent_for(const Stencil& stencil) { return stencil.dims == 2 ? Extent{67, 1, 13} : Extent{35, 9, 11}; }

TEST_P(EqualSets, InEveryStencilWithWallsAndMedia) {
    for (const NamedStencil& s : every_stencil()) {
        ScalarProblem problem = bare_problem(extent_for(s.stencil), s.stencil, GetParam());
        expect_equal_bits(problem, s.name);
        add_random_passes(problem, 72);
        add_random_medium(problem, 71);
        expect_equal_bits(problem, s.name + " with passes and medium");
        for (const MediumStorage storage : {MediumStorage::int16, MediumStorage::index8, MediumStorage::index16}) {
            ScalarProblem coded = problem;
            coded.store_factors(storage);
            expect_equal_bits(coded, s.name + " " + to_string(storage));
        }
    }
}

TEST_P(EqualSets, InLayersOfEveryOrder) {
    for (const NamedStencil& s : contract_stencils())
        for (const int order : {1, 2, 3, 4, 5})
            for (const bool averaged : {false, true}) {
                if (order > radius(s.stencil) || (averaged && order > 1)) continue;
                for (const unsigned seed : {80U, 81U}) {
                    ScalarProblem problem = bare_problem(extent_for(s.stencil), s.stencil, GetParam());
                    add_random_layers(problem, order, averaged, seed);
                    expect_equal_bits(problem, s.name + ", order " + std::to_string(order));
                }
            }
}

TEST_P(EqualSets, InTiltedMedia) {
    for (const Extent extent : {Extent{53, 1, 38}, Extent{37, 20, 23}})
        for (const TtiForm form : {TtiForm::self_adjoint, TtiForm::k73})
            for (const bool layered : {false, true})
                for (const auto& [from, to] : test::moves_between_equal_sets()) {
                    SCOPED_TRACE(from + " to " + to + (layered ? " with layers" : ""));
                    TtiProblem problem = test::random_tti(extent, form, 3);
                    problem.precision = GetParam();
                    if (layered) test::add_random_layers(problem, 5);
                    test::TtiRun straight(problem, 2, from);
                    straight.write(FieldLevel::previous,
                                   {test::random_field(extent, 11), test::random_field(extent, 12)});
                    straight.write(FieldLevel::current,
                                   {test::random_field(extent, 13), test::random_field(extent, 14)});
                    straight.advance(7);
                    test::expect_to_move(straight.backend(), test::TtiRun(problem, 3, to).backend(), 8);
                }
}

INSTANTIATE_TEST_SUITE_P(Precisions, EqualSets, ::testing::Values(Precision::float32, Precision::float64),
                         [](const auto& given) { return std::string(word_of(given.param)); });

TEST(Isa, SaysWhichSetsFindTheSameBits) {
    EXPECT_TRUE(cpu::same_bits("x86-64-v3", "x86-64-v4"));
    EXPECT_TRUE(cpu::same_bits("x86-64-v2", "x86-64-v2"));
    EXPECT_FALSE(cpu::same_bits("x86-64-v2", "x86-64-v3"));
    EXPECT_FALSE(cpu::same_bits("x86-64-v4", "x86-64-v2"));
    EXPECT_TRUE(cpu::same_bits("", "")) << "on a GPU";
    EXPECT_FALSE(cpu::same_bits("", "x86-64-v3"));
}

}  // namespace
}  // namespace wavesim::testing
