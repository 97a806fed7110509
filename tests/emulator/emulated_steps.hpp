// SPDX-License-Identifier: MIT
// Steps of furnished rooms on the block emulator: whole steps in one launch, and the plane sweep with the passes after
// it.
#pragma once
#include <gtest/gtest.h>

#include "emulated_case.hpp"
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
            emulator.launch(blocks, 1, 1, Kernel::threads, Kernel::shared_bytes, [&] { Kernel::run(arguments); });
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
            emulator.launch(bulk.whole, 1, 1, Sweep::threads, Sweep::shared_bytes, [&] { Sweep::run(bulk); });
            emulator.launch(passes.receivers + count(passes.groups, kernels::pass_warps), 1, 1, kernels::pass_threads,
                            kernels::pass_threads * 8, [&] { kernels::run_passes(passes); });
        }
    }
};

}  // namespace wavesim
