// SPDX-License-Identifier: MIT
// A whole step in one launch on the emulator: walls of both kinds, corrections, solids, sources and receivers on random
// nodes, compared with the CPU backend, and bit for bit with the plane sweep and the passes after it.
#include <gtest/gtest.h>

#include "emulated_steps.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

using emulator::PlantedFaults;

template <class Spec>
void compare(const Extent& n, const SideRules& halo, PlantedFaults faults = {}, std::uint64_t seed = 5) {
    using Real = typename Spec::Real;
    constexpr int steps = 5;
    std::mt19937_64 random(17);
    ScalarProblem problem = furnished(n, Spec::stencil(), random);
    problem.halo = halo;
    if (sizeof(Real) == 4) problem.precision = Precision::float32;
    std::uniform_real_distribution<double> draw(-1, 1);
    std::vector<double> start(static_cast<std::size_t>(n.nodes()));
    for (std::size_t i = 0; i < start.size(); ++i) {
        const bool solid = in_spans(problem.walls.solids, static_cast<std::int64_t>(i));
        start[i] = solid ? 0 : static_cast<double>(static_cast<Real>(draw(random)));
        if (Spec::medium) problem.factors.of_node.push_back(static_cast<float>(0.6 + 0.4 * draw(random)));
    }
    problem.speed.varies = Spec::medium;
    StepRun<Spec> whole(problem, start, whole_step_blocks(Spec::tile(), n), steps);
    whole.in_one_launch(steps, seed, std::move(faults));
    StepRun<Spec> swept(problem, start, {}, steps);
    swept.by_sweep(steps);

    problem.precision = Precision::float64;
    auto cpu = find_backend("cpu")->open(problem, {1, ""});
    cpu->write(FieldLevel::current, start);
    cpu->advance(steps);
    std::vector<double> expected(start.size()), expected_traces;
    cpu->read(FieldLevel::current, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, expected);
    cpu->take_traces(expected_traces);
    const double tolerance = sizeof(Real) == 4 ? 2e-5 : 1e-13;
    std::int64_t other_bits = 0;
    double worst = 0;
    for (std::int64_t i = 0; i < n.nodes(); ++i) {
        const auto place = static_cast<std::size_t>(whole.layout.offset(i));
        const Real value = whole.fields[steps % 2][place];
        other_bits += std::memcmp(&value, &swept.fields[steps % 2][place], sizeof(Real)) != 0;
        const double error = std::abs(static_cast<double>(value) - expected[static_cast<std::size_t>(i)]);
        if (!(error <= worst)) worst = std::isnan(error) ? INFINITY : error;
    }
    EXPECT_LE(worst, tolerance);
    EXPECT_EQ(other_bits, 0) << "nodes differ from those of the plane sweep";
    ASSERT_EQ(whole.lists.traces.size(), expected_traces.size());
    for (std::size_t i = 0; i < expected_traces.size(); ++i)
        EXPECT_NEAR(whole.lists.traces[i], expected_traces[i], 100 * tolerance);
    EXPECT_EQ(whole.lists.traces, swept.lists.traces);
    for (const auto& field : whole.fields)
        for (std::int64_t z = 0; z < n.nz; ++z)
            for (std::int64_t x = n.nx; x < whole.layout.pitch; ++x)
                EXPECT_EQ(field[static_cast<std::size_t>(z * whole.layout.plane + x)], 0) << "padding";
}

template <class Spec>
class WholeStepOnEmulator : public ::testing::Test {};
using WholeSteps = ::testing::Types<
    InOneLaunch<Swept<double, Set::star>, 16, 4, 4, 1, false>, InOneLaunch<Swept<double, Set::box>, 64, 2, 2, 2, false>,
    InOneLaunch<Swept<double, Set::ball>, 32, 4, 2, 4, false>, InOneLaunch<Swept<float, Set::star>, 64, 4, 4, 1, false>,
    InOneLaunch<Varying<Swept<double, Set::star>>, 32, 4, 2, 2, false>,
    InOneLaunch<Swept<float, Set::box>, 64, 4, 2, 2, false>>;
TYPED_TEST_SUITE(WholeStepOnEmulator, WholeSteps);

TYPED_TEST(WholeStepOnEmulator, AgreesWithTheCpuBackendAndHasTheBitsOfThePlaneSweep) {
    compare<TypeParam>({23, 13, 11}, mirrors);
    compare<TypeParam>({67, 11, 7}, other_mirrors);
    compare<TypeParam>({17, 19, 13}, mirrors, {}, emulator::backwards);
}

/// Odd sides and sides at which the field is 0.
TEST(WholeStep, HasSidesOfEveryKind) {
    for (const SideRules& halo : {mixed, odd}) {
        compare<InOneLaunch<Swept<double, Set::box>, 16, 4, 4, 1, true>>({29, 13, 11}, halo);
        compare<InOneLaunch<Swept<double, Set::star>, 32, 2, 4, 2, true>>({31, 11, 7}, halo);
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
