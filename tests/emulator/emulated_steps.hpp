// SPDX-License-Identifier: MIT
// Steps of furnished rooms on the block emulator: whole steps in one launch, and the plane sweep with the passes after
// it.
#pragma once
#include <gtest/gtest.h>

#include "emulated_case.hpp"
#include "entry.hpp"
#include "furnished.hpp"
#include "stencils/gpu/common/points.cuh"
#include "stencils/gpu/common/solid_shell.hpp"
#include "stencils/gpu/sweep/sweep.cuh"
#include "stencils/gpu/whole_step/whole_step.cuh"
#include "stencils/gpu/whole_step/whole_step_plan.hpp"

namespace wavesim {

/// A spec of the plane sweep as one of whole steps: blocks of X x Y nodes along x and y, Z threads along z.
template <class Sweep, int X, int Y, int Z, int Rows, bool Signs>
struct InOneLaunch : Sweep {
    using BySweep = Sweep;
    static constexpr int tile_x = X, tile_y = Y, tile_z = Z, rows = Rows;
    static constexpr bool signs = Signs;
    static KernelTile tile() { return {X, Y, Z, Rows}; }
};
template <class Real, Set set>
using Swept = TestSpec<Real, set, 1, 16, 4, 1, false>;

using SideRules = std::array<HaloRule, 6>;
constexpr SideRules other_mirrors{HaloRule::mirror_whole, HaloRule::mirror_half,  HaloRule::mirror_half,
                                  HaloRule::mirror_whole, HaloRule::mirror_whole, HaloRule::mirror_half};

/// Fields, lists and traces of one way to compute the steps.
template <class Spec>
struct StepRun {
    using Real = typename Spec::Real;
    const ScalarProblem& problem;
    DeviceLayout layout;
    std::array<std::vector<Real>, 2> fields;
    std::vector<float> factor;
    EmulatedLists<Real> lists;
    kernels::FieldArguments<Real> bulk{};

    StepRun(const ScalarProblem& asked, const std::vector<double>& start, const NodeBlocks& blocks, int steps)
        : problem(asked),
          layout(device_layout(asked.extent, asked.precision)),
          lists(asked, layout, merge_nodes(asked, layout, RowEndMover::passes, blocks), steps) {
        for (auto& field : fields) field.assign(static_cast<std::size_t>(layout.values), 0);
        factor.assign(fields[0].size(), NAN);
        for (std::int64_t i = 0; i < asked.extent.nodes(); ++i) {
            const auto place = static_cast<std::size_t>(layout.offset(i));
            fields[0][place] = static_cast<Real>(start[static_cast<std::size_t>(i)]);
            if (asked.speed.varies) factor[place] = asked.factors.of_node[static_cast<std::size_t>(i)];
        }
        lists.keep(fields[0]);
        bulk.plane = layout.plane;
        bulk.pitch = static_cast<int>(layout.pitch);
        bulk.nx = static_cast<int>(asked.extent.nx), bulk.ny = static_cast<int>(asked.extent.ny);
        bulk.nz = static_cast<int>(asked.extent.nz);
        for (std::size_t side = 0; side < 6; ++side) bulk.halo[side] = static_cast<int>(asked.halo[side]);
        bulk.factor.values = factor.data();
    }
    void allow(emulator::BlockEmulator& emulator) const {
        for (const auto& field : fields) emulator.allow(field.data(), field.size());
        emulator.allow(factor.data(), factor.size());
    }
    void turn(std::size_t parity) {
        bulk.now = fields[parity].data();
        bulk.next = fields[1 - parity].data();
    }

    void in_one_launch(int steps, std::uint64_t seed, emulator::PlantedFaults faults) {
        using Kernel = kernels::WholeStep<Spec>;
        emulator::BlockEmulator emulator(seed, std::move(faults));
        allow(emulator);
        const auto work = whole_step_work(Spec::tile(), problem.extent, lists.table);
        ASSERT_EQ(Kernel::threads, whole_step_threads(Spec::tile(), problem.precision));
        for (int n = 0; n < steps; ++n) {
            const auto parity = static_cast<std::size_t>(n % 2);
            turn(parity);
            const kernels::WholeStepArguments<Real> arguments{
                bulk, lists.at(parity, bulk.now, fields[1 - parity].data()), work.data()};
            const int blocks = arguments.passes.receivers + static_cast<int>(work.size());
            kernels::waits = 0;
            emulator.launch(blocks, 1, 1, Kernel::threads, Kernel::shared_bytes,
                            [&] { emulator::run_or_enter<Kernel, Spec>(arguments); });
            EXPECT_EQ(kernels::waits, blocks * Kernel::threads);  // it starts while the step before still runs
        }
    }
    void by_sweep(int steps) {
        using Sweep = kernels::Sweep<typename Spec::BySweep>;
        const auto count = [](int a, int b) { return (a + b - 1) / b; };
        emulator::BlockEmulator emulator(3);
        allow(emulator);
        bulk.chunk = bulk.nz;
        bulk.tiles_x = count(bulk.nx, Spec::BySweep::tile_x);
        bulk.tiles = bulk.whole = bulk.tiles_x * count(bulk.ny, Spec::BySweep::tile_y);
        for (int n = 0; n < steps; ++n) {
            const auto parity = static_cast<std::size_t>(n % 2);
            turn(parity);
            const kernels::PassArguments<Real> passes = lists.at(parity, bulk.now, fields[1 - parity].data());
            emulator.launch(bulk.whole, 1, 1, Sweep::threads, Sweep::shared_bytes,
                            [&] { emulator::run_or_enter<Sweep, typename Spec::BySweep>(bulk); });
            emulator.launch(passes.receivers + count(passes.groups, kernels::pass_warps), 1, 1, kernels::pass_threads,
                            kernels::pass_threads * 8, [&] {
                                if constexpr (requires { Spec::enter_passes(passes); })
                                    Spec::enter_passes(passes);
                                else
                                    kernels::run_passes(passes);
                            });
        }
    }
};

/// Whole steps of a furnished room: those of the CPU backend, and the bits of the plane sweep and the passes after it.
template <class Spec>
void compare_whole_steps(const Extent& n, const SideRules& halo, emulator::PlantedFaults faults = {},
                         std::uint64_t seed = 5) {
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

}  // namespace wavesim
