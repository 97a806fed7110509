// SPDX-License-Identifier: MIT
// Which groups of statements become one kernel, and what that changes.
#include "stencils/gpu/statements/statement_fusion.hpp"

#include <gtest/gtest.h>

#include "stencils/gpu/statements/group_text.hpp"
#include "stencils/gpu/statements/statement_demand.hpp"
#include "stencils/gpu/statements/statement_launch.hpp"
#include "stencils/gpu/statements/statement_model.hpp"
#include "stencils/gpu/statements/statement_names.hpp"

namespace wavesim {
namespace {

using namespace statement_names;

StatementPlan on_chip(const Program& program, const Extent& extent, StatementSchedule schedule = {},
                      HaloRule sides = HaloRule::mirror_half) {
    ProblemShape shape;
    shape.extent = extent;
    shape.stencil = equations::leggy(2, extent.ny == 1 ? 2 : 3);
    shape.halo.fill(sides);
    const ProgramShape kind{std::make_shared<const Program>(program), 0, 0.4, 1, 0};
    shape.medium = kind;
    schedule.fusion = StatementFusion::chip;
    return {kind, shape, schedule};
}

/// A flux, which the next statement differentiates.
Program flux() {
    Program program = read_statements("flux", declared({2, 3}, {field("p", 2)}, {equations::parameter("b")}),
                                      {"f = b*d1x+(p)", "g = b*d1z+(p)", "p.new = 2*p - p.old + d1x-(f) + d1z-(g)"});
    program.declared.order = 4;
    return program;
}

/// Velocities along z and their pressure; both stages overwrite what the first one reads.
Program velocity_and_pressure() {
    Program program = read_statements("waves", declared({2, 3}, {field("p", 1), field("v", 1)}),
                                      {"v.new = v + d1z+(p)", "p.new = p + d1z-(v.new)"});
    program.declared.order = 4;
    program.declared.fields[1].half[2] = true;
    program.declared.fields[1].rigid[2] = equations::Mirror::odd;
    return program;
}

TEST(StatementFusion, IntermediatesNeedNoMemory) {
    const StatementPlan plan = on_chip(flux(), {40, 20, 30});
    ASSERT_EQ(plan.groups().size(), 1U);
    const StatementGroup& group = plan.groups()[0];
    EXPECT_THAT(group.statements, ElementsAre(0, 1, 2));
    EXPECT_THAT(group.chip->statements, ElementsAre(0, 1));
    EXPECT_THAT(group.chip->kept, ElementsAre(0, 1));
    // Differences of order 4 half a cell back read -2 to 1.
    EXPECT_THAT(group.chip->reach.low, ElementsAre(-2, 0, -2));
    EXPECT_THAT(group.chip->reach.high, ElementsAre(1, 0, 1));
    EXPECT_EQ(group.chip->box, group.chip->reach);
    EXPECT_EQ(group.box, equations::Reach{});
    EXPECT_EQ(group.inner, NodeRange{});
    EXPECT_EQ(planes_kept(*group.chip), 4 + 1);
    EXPECT_EQ(plan.arrays(), 2 + 1);                              // p, b
    EXPECT_EQ(values_moved(plan, plan.per_node({true})), 3 + 1);  // p, p.old, b, and p.new
    const GroupDemand demand = demand_of(plan, group);
    EXPECT_EQ(demand.shared_planes, 2 * 5);
    EXPECT_EQ(demand.shared_accesses, 2 * 4);
    EXPECT_EQ(demand.memory_accesses, 4);
    // A tile of 32 x 8 has a halo of 3 along x alone: 29 x 8 nodes of its own.
    EXPECT_THAT(own_tile(plan, group), ElementsAre(29, 8));
    EXPECT_THAT(group_tiles(plan, group), ElementsAre(2, 3));
    EXPECT_EQ(group_shared_bytes(plan, group), 2 * 5 * 32 * 8 * 4);
    EXPECT_FALSE(plan.doubled(0));
}

TEST(StatementFusion, FieldsAreCompletedNearTheSides) {
    const StatementPlan plan = on_chip(velocity_and_pressure(), {40, 20, 30});
    ASSERT_EQ(plan.groups().size(), 2U);
    const StatementGroup& both = plan.groups()[0];
    const StatementGroup& shell = plan.groups()[1];
    EXPECT_TRUE(shell.shell);
    EXPECT_THAT(shell.statements, ElementsAre(1));
    // v at node z stands half a cell further. On rigid sides it is 0 at the last node; so p reads computed values from
    // its node 2 to the node 3 before the last.
    EXPECT_THAT(both.inner.low, ElementsAre(0, 0, 2));
    EXPECT_THAT(both.inner.high, ElementsAre(0, 0, -2));
    EXPECT_EQ(shell_nodes(plan, shell), 40 * 20 * 4);
    EXPECT_THAT(group_blocks(plan, shell), ElementsAre(13, 1, 1));  // of 256 nodes
    std::vector<Kind> kinds;
    for (const StatementAction& action : plan.actions()) kinds.push_back(action.kind);
    EXPECT_THAT(kinds, ElementsAre(Kind::compute, Kind::images, Kind::compute, Kind::images));
    EXPECT_THAT(plan.actions()[1].fields, ElementsAre(1));
    EXPECT_THAT(plan.actions()[3].fields, ElementsAre(0));
    // Other blocks still read level n of both.
    EXPECT_TRUE(plan.doubled(0) && plan.doubled(1));
    EXPECT_EQ(plan.arrays(), 4);
    EXPECT_EQ(values_moved(plan, plan.per_node({})), 4);
    equations::Access p;
    for (const int parity : {0, 1}) {
        p.time = equations::Time::now;
        EXPECT_EQ(plan.array_of(p, parity), parity);
        p.time = equations::Time::next;
        EXPECT_EQ(plan.array_of(p, parity), 1 - parity);
    }
}

TEST(StatementFusion, SmallGridsAreAllNearTheSides) {
    const StatementPlan plan = on_chip(velocity_and_pressure(), {40, 20, 3});
    EXPECT_EQ(shell_nodes(plan, plan.groups()[1]), 40 * 20 * 3);
}

std::size_t kernels_of(const Program& program, const Extent& extent = {40, 20, 30}, const StatementSchedule& how = {}) {
    return on_chip(program, extent, how).groups().size();
}

TEST(StatementFusion, LeavesApartWhatDoesNotFit) {
    EXPECT_EQ(kernels_of(flux()), 1U);
    EXPECT_EQ(kernels_of(flux(), {40, 1, 30}), 2U);  // in 2D
    // 2 x 11 planes of 1024 values fit, 3 x 18 do not; of 256 values these do.
    const Program near =
        read_statements("near", declared({3}, {field("p", 2)}),
                        {"f = 0.5*p[1,0,0]", "g = 0.5*p[0,1,0]", "p.new = p.old + f[0,0,-8] + g[0,0,1]"});
    const Program far = read_statements(
        "far", declared({3}, {field("p", 2)}),
        {"f = 0.5*p[1,0,0]", "g = 0.5*p[0,1,0]", "h = 0.5*p[0,0,1]", "p.new = p.old + f[0,0,-8] + g[0,0,8] + h"});
    const StatementSchedule large{.tile_x = 64, .tile_y = 16};
    EXPECT_EQ(kernels_of(near, {40, 20, 30}, large), 1U);
    EXPECT_EQ(kernels_of(far, {40, 20, 30}, large), 2U);
    EXPECT_EQ(kernels_of(far), 1U);
    // A tile as narrow as its halo has no nodes of its own.
    EXPECT_EQ(kernels_of(read_statements("wide", declared({3}, {field("p", 2)}),
                                         {"f = 0.5*p[1,0,0]", "p.new = p.old + f[0,-4,0] + f[0,4,0]"})),
              2U);
}

TEST(StatementFusion, LeavesApartWhatChangesInBetween) {
    Program pushed = velocity_and_pressure();
    EXPECT_EQ(kernels_of(pushed), 2U);
    EXPECT_TRUE(on_chip(pushed, {40, 20, 30}).groups()[0].chip.has_value());
    pushed.declared.fields[1].source = true;
    EXPECT_FALSE(on_chip(pushed, {40, 20, 30}).groups()[0].chip.has_value());
    // A block would read n-1 in its halo where another one has written n+1.
    EXPECT_EQ(kernels_of(read_statements("old", declared({3}, {field("p", 2)}),
                                         {"f = p - p.old", "p.new = 2*p - p.old + f[1,0,0]"})),
              2U);
}

/// Of two pairs that share a group the one that saves more becomes one kernel.
TEST(StatementFusion, TheMostSavedAccessesComeFirst) {
    const Program chain = read_statements("chain", declared({3}, {field("p", 1), field("q", 2)}),
                                          {"a = 0.5*p[1,0,0]", "b = a[0,1,0]", "c = 0.5*a[0,-1,0]",
                                           "q.new = q.old + b[0,0,1] + c[0,0,1]", "p.new = p + 0.25*q.new[1,0,0]"});
    const StatementPlan plan = on_chip(chain, {40, 20, 30});
    // b and c save two stores and two reads, a one of each.
    ASSERT_EQ(plan.groups().size(), 3U);
    EXPECT_FALSE(plan.groups()[0].chip.has_value());
    EXPECT_THAT(plan.groups()[1].chip->statements, ElementsAre(1, 2));
    EXPECT_FALSE(plan.groups()[2].chip.has_value());
    EXPECT_EQ(values_moved(plan, plan.per_node({})), 2 + (1 + 1 + 1) + (2 + 1));
}

}  // namespace
}  // namespace wavesim
