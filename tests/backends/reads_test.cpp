// SPDX-License-Identifier: MIT
// Boxes of the field that leave a backend while time goes on.
#include <gtest/gtest.h>

#include "backends/machine_here.hpp"
#include "cases.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim::testing {
namespace {

class ReadsWhileTimeGoesOn : public ::testing::TestWithParam<std::string> {};

std::vector<double> all_of(const StencilBackend& backend, const Extent& n) {
    std::vector<double> values(static_cast<std::size_t>(n.nodes()));
    backend.read(FieldLevel::current, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, values);
    return values;
}

TEST_P(ReadsWhileTimeGoesOn, GiveTheFieldAsItWas) {
    const BackendEntry& backend = *find_backend(GetParam());
    const std::size_t chosen = backend.name == "texture.leggy" ? 1 : 7;
    ScalarProblem problem = bare_problem({37, 21, 19}, contract_stencils()[chosen].stencil, Precision::float32);
    add_random_passes(problem, 43);
    if (const std::string why = backend.propose(problem, test::machine_here()).why_not; !why.empty())
        GTEST_SKIP() << why;
    const auto straight = backend.open(problem, {2, ""});
    const auto watched = backend.open(problem, {2, ""});
    straight->advance(9);
    watched->advance(9);
    for (const NodeBox& box : {NodeBox{{3, 2, 1}, {36, 20, 18}, 3}, NodeBox{{0, 7, 0}, {37, 8, 19}}}) {
        const auto size = static_cast<std::size_t>(box.extent().nodes());
        std::vector<double> expected(size);
        std::vector<double> found(size, -1);
        straight->read(FieldLevel::current, box, expected);

        watched->start_read(box, found);
        watched->start_advance(21);
        watched->finish_read();
        watched->finish_advance();
        straight->advance(21);

        EXPECT_EQ(found, expected);
        EXPECT_EQ(watched->step(), straight->step());
        EXPECT_EQ(all_of(*watched, problem.extent), all_of(*straight, problem.extent));
    }
    std::vector<double> traces;
    std::vector<double> expected;
    watched->take_traces(traces);
    straight->take_traces(expected);
    EXPECT_EQ(traces, expected);
}

std::vector<std::string> names() {
    std::vector<std::string> found;
    for (const BackendEntry* entry : all_backends())
        if (entry->name != "stream25.tti" && entry->name != "statements")  // run nothing but TTI media and programs
            found.push_back(entry->name);
    return found;
}
INSTANTIATE_TEST_SUITE_P(All, ReadsWhileTimeGoesOn, ::testing::ValuesIn(names()), [](const auto& backend) {
    std::string name = backend.param;
    std::erase(name, '.');
    return name;
});

}  // namespace
}  // namespace wavesim::testing
