// SPDX-License-Identifier: MIT
// The kernel of the sparse passes on the emulator: solids, corrections, sources, both walls and receivers, on random
// nodes, advanced together with the emulated sweep and compared with the CPU backend.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulated_case.hpp"
#include "furnished.hpp"
#include "stencils/gpu/common/face_laws.hpp"
#include "stencils/gpu/common/node_table.hpp"
#include "stencils/gpu/common/points.cuh"
#include "stencils/gpu/common/solid_shell.hpp"
#include "stencils/gpu/sweep/sweep.cuh"
#include "stencils/registry/backend_registry.hpp"
#include "tracked.hpp"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::PlantedFaults;
using emulator::Tracking;

template <class T>
T* allow(BlockEmulator& emulator, std::vector<T>& values) {
    emulator.allow(values.data(), values.size());
    return values.data();
}

template <class Spec>
class PassesOnEmulator : public ::testing::Test {};
using Specs =
    ::testing::Types<TestSpec<double, Set::box, 1, 16, 4, 1, false>, TestSpec<double, Set::star, 2, 16, 4, 1, false>,
                     WithRowEnds<TestSpec<double, Set::box, 1, 16, 4, 1, false>, 0>,
                     WithRowEnds<TestSpec<double, Set::star, 2, 16, 4, 2, true>, 1>,
                     WithRowEnds<TestSpec<double, Set::star, 2, 24, 6, 2, false>, 0>>;
TYPED_TEST_SUITE(PassesOnEmulator, Specs);

template <class Spec>
void expect_what_the_cpu_backend_gives(std::uint64_t seed, PlantedFaults faults = {}) {
    using Sweep = kernels::Sweep<Spec>;
    constexpr int steps = 7;
    constexpr bool ends_swept = Spec::end_column >= 0;
    const Extent n{Spec::staged ? 22 : 21, 13, 11};
    std::mt19937_64 random(17);
    const ScalarProblem problem = furnished(n, Spec::stencil(), random);
    const DeviceLayout layout = device_layout(n, Precision::float64);
    NodeTable table = merge_nodes(problem, layout, ends_swept ? RowEndMover::sweep : RowEndMover::passes);
    ASSERT_EQ(std::count_if(table.ends.law.begin(), table.ends.law.end(), [](int law) { return law > 0; }) > 20,
              ends_swept);
    std::array<std::vector<double>, 2> fields;
    for (auto& field : fields) field.assign(static_cast<std::size_t>(layout.values), 0);
    std::vector<double> start(static_cast<std::size_t>(n.nodes()));
    for (std::int64_t i = 0; i < n.nodes(); ++i) {
        start[static_cast<std::size_t>(i)] =
            in_spans(problem.walls.solids, i) ? 0 : std::uniform_real_distribution<double>(-1, 1)(random);
        fields[0][static_cast<std::size_t>(layout.offset(i))] = start[static_cast<std::size_t>(i)];
    }
    auto cpu = find_backend("cpu")->open(problem, {1, ""});
    cpu->write(FieldLevel::current, start);
    cpu->advance(steps);

    BlockEmulator emulator(seed, std::move(faults));
    std::vector<double> theta(static_cast<std::size_t>(table.explicit_states));
    std::vector<double> branch_state(static_cast<std::size_t>(table.branch_states));
    std::array<std::vector<double>, 2> before;
    for (const long long node : table.kept_node) {
        before[0].push_back(0);
        before[1].push_back(node < 0 ? 0 : fields[0][static_cast<std::size_t>(node)]);
    }
    auto faces = rounded<double>(table.faces);
    std::vector<double> signals;
    for (const Injection& source : problem.sources)
        signals.insert(signals.end(), source.signal.begin(), source.signal.end());
    std::vector<long long> receiver_node;
    std::vector<int> receiver_first{0};
    std::vector<double> receiver_weight;
    for (const PointWeights& receiver : problem.receivers) {
        for (const std::int64_t node : receiver.nodes) receiver_node.push_back(layout.offset(node));
        receiver_weight.insert(receiver_weight.end(), receiver.weights.begin(), receiver.weights.end());
        receiver_first.push_back(static_cast<int>(receiver_node.size()));
    }
    std::vector<long long> step{0, 0};
    std::vector<double> traces(steps * 2);
    long long trace_start = 0;
    const auto count = [](int a, int b) { return (a + b - 1) / b; };
    kernels::FieldArguments<double> bulk{};
    bulk.plane = layout.plane;
    bulk.pitch = static_cast<int>(layout.pitch);
    bulk.nx = static_cast<int>(n.nx), bulk.ny = 13, bulk.nz = 11, bulk.chunk = 4;
    bulk.tiles_x = count(bulk.nx, Spec::tile_x);
    bulk.tiles = bulk.tiles_x * count(13, Spec::tile_y);
    for (int& halo : bulk.halo) halo = kernels::halo_mirror_half;
    kernels::PassArguments<double> passes{};
    passes.courant = problem.courant;
    passes.groups = static_cast<int>(table.groups.size());
    passes.group = table.groups.data();
    passes.kind = table.kinds.data();
    passes.offset = table.offset.data();
    passes.correction_neighbour = table.correction_neighbour.data();
    passes.correction_weight = table.correction_weight.data();
    passes.faces = faces.data();
    passes.theta = theta.data();
    passes.branch_state = branch_state.data();
    passes.source_first = table.source_first.data();
    passes.source = table.source.data();
    passes.source_weight = table.source_weight.data();
    passes.signals = signals.data();
    passes.signal_steps = 4;
    passes.receivers = 2;
    passes.receiver_first = receiver_first.data();
    passes.receiver_node = receiver_node.data();
    passes.receiver_weight = receiver_weight.data();
    passes.traces = traces.data();
    passes.trace_start = &trace_start;
    const std::size_t ends = table.ends.law.size();
    std::vector<kernels::FaceLaw<double>> end_laws = row_end_laws(problem);
    std::vector<double> change(2 * ends, NAN), after(ends, 0), end_state(ends, 0);
    std::array<std::vector<double>, 2> levels{std::vector<double>(ends, NAN), std::vector<double>(ends, NAN)};
    bulk.ends = {allow(emulator, change), allow(emulator, after), static_cast<int>(table.ends.pitch)};
    kernels::RowEndGather<double> gather{};
    gather.ends.law = allow(emulator, table.ends.law);
    gather.ends.laws = end_laws.data();
    gather.ends.change = change.data();
    gather.ends.after = after.data();
    gather.ends.state = allow(emulator, end_state);
    gather.ends.nodes = static_cast<long long>(ends);
    gather.ends.pitch = bulk.ends.pitch;
    gather.plane = bulk.plane, gather.pitch = bulk.pitch;
    gather.nx = bulk.nx, gather.ny = bulk.ny, gather.nz = bulk.nz;
    for (auto& level : levels) allow(emulator, level);
    for (auto& field : fields) allow(emulator, field);
    passes.end_blocks = count(static_cast<int>(ends), 2 * kernels::pass_threads);
    bulk.whole = bulk.tiles * 3;
    const int pass_blocks = 2 + passes.end_blocks + count(passes.groups, kernels::pass_warps);
    kernels::waits = 0;
    for (int n_step = 0; n_step < steps; ++n_step) {
        const auto parity = static_cast<std::size_t>(n_step % 2);
        bulk.now = passes.now = fields[parity].data();
        bulk.next = passes.next = fields[1 - parity].data();
        passes.before = before[parity].data();
        passes.step = step.data() + parity;
        passes.next_step = step.data() + (1 - parity);
        gather.ends.before = levels[parity].data();
        gather.ends.now = levels[1 - parity].data();
        passes.ends = gather.ends;
        if (ends_swept && n_step % 3 == 0) {  // as at the start of a run that goes on from fields and states
            std::fill(change.begin(), change.end(), NAN);
            for (auto& level : levels) std::fill(level.begin(), level.end(), NAN);
            gather.now = bulk.now;
            gather.before = bulk.next;
            emulator.launch(count(static_cast<int>(ends), 32), 1, 1, 32, 0, [&] { kernels::gather_row_end(gather); });
        }
        emulator.launch(bulk.whole, 1, 1, Sweep::threads, Sweep::shared_bytes,
                        [&] { emulator::run_kernel<kernels::Sweep, Spec>(bulk); });
        emulator.launch(pass_blocks, 1, 1, kernels::pass_threads, kernels::pass_threads * 8,
                        [&] { kernels::run_passes(passes); });
    }
    // On a GPU both start while the launch before them still runs.
    EXPECT_EQ(kernels::waits, steps * (bulk.whole * Sweep::threads + pass_blocks * kernels::pass_threads));

    std::vector<double> expected(start.size());
    cpu->read(FieldLevel::current, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, expected);
    std::vector<double> expected_traces;
    cpu->take_traces(expected_traces);
    for (std::int64_t i = 0; i < n.nodes(); ++i)
        EXPECT_NEAR(fields[steps % 2][static_cast<std::size_t>(layout.offset(i))],
                    expected[static_cast<std::size_t>(i)], 1e-13)
            << i;
    ASSERT_EQ(traces.size(), expected_traces.size());
    for (std::size_t i = 0; i < traces.size(); ++i) EXPECT_NEAR(traces[i], expected_traces[i], 1e-12);
}

TYPED_TEST(PassesOnEmulator, AgreeWithTheCpuBackend) { expect_what_the_cpu_backend_gives<TypeParam>(5); }

/// Numbers that tell of their use are NaN where a copy may have overtaken them (tracked.hpp).
TEST(Refill, OvertakesNoLoadOfRowEndsInThePlaneSweep) {
    for (const std::uint64_t seed : {emulator::forwards, emulator::backwards}) {
        expect_what_the_cpu_backend_gives<Tracking<WithRowEnds<TestSpec<double, Set::star, 2, 16, 8, 1, true>, 1>>>(
            seed, {.plain_loads_rest = true});
        expect_what_the_cpu_backend_gives<Tracking<WithRowEnds<TestSpec<double, Set::box, 1, 32, 8, 1, false>, 0>>>(
            seed, {.plain_loads_rest = true});
    }
}

TEST(SolidShell, KeepsTheNodesThatAStencilSeesFromOutside) {
    const Extent n{12, 9, 9};
    std::vector<SolidSpan> solids;
    for (std::int64_t z = 2; z < 7; ++z)
        for (std::int64_t y = 2; y < 7; ++y) solids.push_back({n.index(3, y, z), 6});
    const auto box = TestSpec<double, Set::box, 1, 16, 4, 1, false>::stencil();
    const auto star = TestSpec<double, Set::star, 2, 16, 4, 1, false>::stencil();
    const auto brute = [&](const Stencil& stencil) {
        std::vector<std::int64_t> nodes;
        for (std::int64_t i = 0; i < n.nodes(); ++i) {
            const Node at = node_at(n, i);
            bool sees_air = false;
            for (const Shell& shell : stencil.shells)
                for (const Offset& l : shell_points(shell, 3))
                    sees_air |= !in_spans(solids, n.index(at.x + l.x, at.y + l.y, at.z + l.z));
            if (in_spans(solids, i) && sees_air) nodes.push_back(i);
        }
        return nodes;
    };

    const auto shell = [&](const Stencil& stencil) {
        std::vector<std::int64_t> nodes;
        for (const SolidSpan& span : solid_shell(solids, n, stencil))
            for (int i = 0; i < span.count; ++i) nodes.push_back(span.node + i);
        return nodes;
    };

    EXPECT_EQ(shell(box), brute(box));
    EXPECT_EQ(shell(star), brute(star));
    EXPECT_LT(shell(box).size(), 5u * 5u * 6u);

    for (SolidSpan& span : solids) span.node -= 3;  // against the side x_min
    EXPECT_THAT(shell(box), ::testing::Contains(n.index(0, 4, 4)));
}

}  // namespace
}  // namespace wavesim
