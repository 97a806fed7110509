// SPDX-License-Identifier: MIT
// What a node of a program needs, counted by hand.
#include "stencils/gpu/statements/statement_demand.hpp"

#include <gtest/gtest.h>

#include "stencils/equations/some_programs.hpp"

namespace wavesim {
namespace {

StatementPlan planned(const equations::Program& program, const StatementSchedule& schedule) {
    ProblemShape shape;
    shape.extent = {20, 20, 20};
    shape.stencil = equations::leggy(2, 3);
    shape.halo.fill(HaloRule::mirror_half);
    shape.medium = ProgramShape{std::make_shared<const equations::Program>(program), 0, 0.5, 1, 1};
    return {std::get<ProgramShape>(shape.medium), shape, schedule};
}

/// 13 points of p, p.old, and (c dt/dx)^2, which is fixed; one result.
TEST(StatementDemand, OfTheScalarWave) {
    const StatementPlan columns = planned(equations::scalar_wave(), {});
    const GroupDemand demand = demand_of(columns, columns.groups().back());
    EXPECT_EQ(demand.memory_accesses, 4);
    EXPECT_EQ(demand.register_planes, 4);  // z-2 to z+1; z+2 is read
    EXPECT_EQ(demand.register_accesses, 4);
    EXPECT_EQ(demand.cache_accesses, 8);  // four along x and four along y
    EXPECT_EQ(demand.shared_planes, 0);
    // 2*p, - p.old, a product with (c dt/dx)^2 and a sum, and the Laplacian, whose 13 nodes have three weights.
    EXPECT_EQ(demand.operations, 1 + 1 + 2 + (10 + 3 + 2));
    const StatementPlan nodes = planned(equations::scalar_wave(), {.form = ThreadForm::nodes});
    const GroupDemand by_node = demand_of(nodes, nodes.groups().back());
    EXPECT_EQ(by_node.register_planes, 0);
    EXPECT_EQ(by_node.cache_accesses, 12);
    const StatementPlan ahead = planned(equations::scalar_wave(), {.ahead = true});
    EXPECT_EQ(demand_of(ahead, ahead.groups().back()).register_planes, 5 + 1 + 1);
}

/// A flux that is stored, and one that is not: f is read at its neighbour, g at the node.
TEST(StatementDemand, BytesOfEveryGrouping) {
    const equations::Program program = equations::read_statements(
        "flux", equations::declared({3}, {equations::field("p", 2)}, {equations::parameter("b")}),
        {"f = b*d1x+(p)", "g = b*p.old", "p.new = 2*p - g + f - f[-1,0,0]"});
    const MovedValues moved = moved_values(planned(program, {}));
    EXPECT_EQ(moved.of_statements, (2 + 1) + (2 + 1) + (3 + 1));  // b p f, b p.old g, p g f p.new
    EXPECT_EQ(moved.of_groups, (2 + 1) + (4 + 1));                // b p f, p b p.old f p.new
    EXPECT_EQ(moved.of_fields, 3 + 1);                            // b p p.old p.new
}

}  // namespace
}  // namespace wavesim
