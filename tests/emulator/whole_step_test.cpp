// SPDX-License-Identifier: MIT
// A whole step in one launch on the emulator: walls of both kinds, corrections, solids, sources and receivers on random
// nodes, compared with the CPU backend, and bit for bit with the plane sweep and the passes after it.
#include <gtest/gtest.h>

#include "emulated_steps.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

template <class Spec>
class WholeStepOnEmulator : public ::testing::Test {};
using WholeSteps = ::testing::Types<
    InOneLaunch<Swept<double, Set::star>, 16, 4, 4, 1, false>, InOneLaunch<Swept<double, Set::box>, 64, 2, 2, 2, false>,
    InOneLaunch<Swept<double, Set::ball>, 32, 4, 2, 4, false>, InOneLaunch<Swept<float, Set::star>, 64, 4, 4, 1, false>,
    InOneLaunch<Varying<Swept<double, Set::star>>, 32, 4, 2, 2, false>,
    InOneLaunch<Swept<float, Set::box>, 64, 4, 2, 2, false>>;
TYPED_TEST_SUITE(WholeStepOnEmulator, WholeSteps);

TYPED_TEST(WholeStepOnEmulator, AgreesWithTheCpuBackendAndHasTheBitsOfThePlaneSweep) {
    compare_whole_steps<TypeParam>({23, 13, 11}, mirrors);
    compare_whole_steps<TypeParam>({67, 11, 7}, other_mirrors);
    compare_whole_steps<TypeParam>({17, 19, 13}, mirrors, {}, emulator::backwards);
}

/// Odd sides and sides at which the field is 0.
TEST(WholeStep, HasSidesOfEveryKind) {
    for (const SideRules& halo : {mixed, odd}) {
        compare_whole_steps<InOneLaunch<Swept<double, Set::box>, 16, 4, 4, 1, true>>({29, 13, 11}, halo);
        compare_whole_steps<InOneLaunch<Swept<double, Set::star>, 32, 2, 4, 2, true>>({31, 11, 7}, halo);
    }
}

/// Without the barrier nodes are finished before other threads have stored them.
TEST(WholeStep, NeedsTheBarrierBeforeNodesAreFinished) {
    using Spec = InOneLaunch<Swept<double, Set::star>, 16, 4, 4, 1, false>;
    std::mt19937_64 random(17);
    const Extent n{23, 13, 11};
    const ScalarProblem problem = furnished(n, Spec::stencil(), random);
    std::vector<double> start(static_cast<std::size_t>(n.nodes()), 0);
    for (std::int64_t i = 0; i < n.nodes(); ++i)
        if (!in_spans(problem.walls.solids, i))
            start[static_cast<std::size_t>(i)] = std::sin(1.0 + 3.0 * static_cast<double>(i));
    const NodeBlocks blocks = whole_step_blocks(Spec::tile(), n);
    StepRun<Spec> right(problem, start, blocks, 2), other(problem, start, blocks, 2), wrong(problem, start, blocks, 2);
    right.in_one_launch(2, 5, {});
    other.in_one_launch(2, 6, {});
    wrong.in_one_launch(2, 5, {.no_barriers = true});
    EXPECT_EQ(right.fields[0], other.fields[0]);
    EXPECT_NE(right.fields[0], wrong.fields[0]);
}

/// Every node of the lists once, in the block of its tile, and blocks with most groups first.
TEST(WholeStep, CutsTheListsByBlock) {
    using Spec = InOneLaunch<Swept<float, Set::box>, 64, 4, 2, 2, false>;
    std::mt19937_64 random(18);
    const Extent n{131, 13, 11};
    const ScalarProblem problem = furnished(n, Spec::stencil(), random);
    const DeviceLayout layout = device_layout(n, Precision::float32);
    const auto nodes_of = [&](const NodeTable& table, const kernels::NodeGroup& group) {
        std::vector<long long> nodes;
        for (int i = 0; i < group.count; ++i)
            nodes.push_back(group.base + table.offset[static_cast<std::size_t>(group.first + i)]);
        return nodes;
    };
    std::multiset<long long> all, cut;
    const NodeTable whole = merge_nodes(problem, layout);
    for (const kernels::NodeGroup& group : whole.groups)
        for (const long long node : nodes_of(whole, group)) all.insert(node);
    const NodeTable table = merge_nodes(problem, layout, RowEndMover::passes, whole_step_blocks(Spec::tile(), n));
    int most = 1 << 30, groups = 0;
    for (const kernels::BlockWork& work : whole_step_work(Spec::tile(), n, table)) {
        EXPECT_LE(work.groups, most);
        most = work.groups, groups += work.groups;
        for (int g = work.first_group; g < work.first_group + work.groups; ++g)
            for (const long long node : nodes_of(table, table.groups[static_cast<std::size_t>(g)])) {
                cut.insert(node);
                EXPECT_EQ(node % layout.pitch / 64, work.tile_x);
                EXPECT_EQ(node % layout.plane / layout.pitch / 4, work.tile_y);
                EXPECT_EQ(node / layout.plane / 4, work.tile_z);
            }
    }
    EXPECT_EQ(groups, std::ssize(table.groups));
    EXPECT_EQ(cut, all);
    EXPECT_GT(cut.size(), 1000U);
}

}  // namespace
}  // namespace wavesim
