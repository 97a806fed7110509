// SPDX-License-Identifier: MIT
// Rooms on the block emulator, by passes of several steps and by single ones: the kernels, with the lists that the host
// makes for a GPU.
#pragma once
#include "emulated_passes.hpp"
#include "stencils/gpu/common/face_laws.hpp"
#include "stencils/gpu/common/points.cuh"
#include "stencils/gpu/temporal/pass_wall_sizes.hpp"
#include "stencils/gpu/temporal/pass_walls.hpp"

namespace wavesim {

/// A spec of passes with warps for walls.
template <class Bare, bool Branch>
struct Walled : Bare {
    static constexpr int wall_warps = 1, wall_kinds = 64, wall_faces = 3, wall_pool = 160;
    static constexpr bool branch_walls = Branch;
};

/// Walls on all sides with two laws, so that edges have faces of both, a block of solid nodes with walls around it, and
/// sources on and off walls. Corrections read their own node alone.
template <class Spec>
ScalarProblem walled_room(int nz) {
    ScalarProblem problem;
    const Extent n{Spec::nx, Spec::grid_ny, nz};
    problem.extent = n;
    problem.stencil = Spec::stencil();
    problem.courant = 1;  // the weights of TestSpec include it
    const int halo[6] = {Spec::halo_x_low,  Spec::halo_x_high, Spec::halo_y_low,
                         Spec::halo_y_high, Spec::halo_z_low,  Spec::halo_z_high};
    for (std::size_t side = 0; side < 6; ++side) problem.halo[side] = static_cast<HaloRule>(halo[side]);
    const auto solid = [](std::int64_t x, std::int64_t y, std::int64_t z) {
        return x >= 10 && x < 18 && y >= 5 && y < 12 && z >= 2 && z < 5;
    };
    WallPasses& walls = problem.walls;
    const std::vector<WallLaw> laws{{8.0, 0.5, 1.0, 1.0}, {5.0, 0.55, 0.5, 1.0}};
    walls.explicit_walls.law = walls.branch_walls.law = laws;
    for (std::int64_t z = 0; z < n.nz; ++z)
        for (std::int64_t y = 0; y < n.ny; ++y)
            for (std::int64_t x = 0; x < n.nx; ++x) {
                if (solid(x, y, z)) {
                    if (x == 10) walls.solids.push_back({n.index(x, y, z), 8});
                    continue;
                }
                std::vector<std::uint16_t> faces;
                if (x == 0 || x == n.nx - 1) faces.push_back(0);
                if (y == 0 || y == n.ny - 1) faces.push_back(1);
                if (z == 0 || z == n.nz - 1) faces.push_back(0);
                const int beside = solid(x - 1, y, z) + solid(x + 1, y, z) + solid(x, y - 1, z) + solid(x, y + 1, z) +
                                   solid(x, y, z - 1) + solid(x, y, z + 1);
                for (int k = 0; k < beside; ++k) faces.push_back(1);
                const std::int64_t node = n.index(x, y, z);
                if (beside > 0) walls.corrections.add(node, {{0, 0.05 * beside}});
                if (faces.empty()) continue;
                if (Spec::branch_walls) {
                    walls.branch_walls.nodes.push_back(node);
                    walls.branch_walls.laws.insert(walls.branch_walls.laws.end(), faces.begin(), faces.end());
                    walls.branch_walls.first.push_back(static_cast<std::int64_t>(walls.branch_walls.laws.size()));
                } else {
                    walls.explicit_walls.nodes.insert(walls.explicit_walls.nodes.end(), faces.size(), node);
                    walls.explicit_walls.laws.insert(walls.explicit_walls.laws.end(), faces.begin(), faces.end());
                }
            }
    problem.sources = {{{{n.index(3, 2, 1), n.index(0, 4, 3)}, {0.5, 0.25}}, {1.0, -0.5, 0.25, 0.5, 0.1, -0.7, 0.3}},
                       {{{n.index(3, 2, 1), n.index(18, 6, 3)}, {-0.25, 1.0}}, {0.3, 0.2, 0.1, 0.4, 0.5, -0.2, 0.9}}};
    return problem;
}

/// One field with the states of its walls, moved by passes or by single steps.
template <class Spec>
struct WallRun {
    using Tile = kernels::TemporalTile<Spec>;
    PassRun<Spec> run;
    ScalarProblem problem;
    DeviceLayout layout;
    NodeTable table;
    PassWalls walls;
    std::vector<float> theta, branch_state;
    std::array<std::vector<float>, 2> kept;
    std::vector<float> state;
    bool taken = false;
    int most_together = 0;  ///< quads of an iteration

    explicit WallRun(int nz) : run(nz), problem(walled_room<Spec>(nz)) {
        layout.extent = problem.extent;
        layout.pitch = Spec::pitch;
        layout.plane = Spec::plane;
        layout.values = layout.plane * nz;
        table = merge_nodes(problem, layout);
        const TemporalTiling tiling = PassRun<Spec>::tiling();
        walls = pass_walls(table, tiling, layout);
        const NodeActions actions = node_actions(problem);
        most_together =
            pass_wall_sizes(problem, actions, tiling, forecast_node_tables(problem, actions, layout).by_passes)
                .most_together(Tile::levels);
        walls.table.resize(static_cast<std::size_t>(4 * Spec::wall_kinds * (1 + Spec::wall_faces)), NAN);
        theta.resize(static_cast<std::size_t>(table.explicit_states));
        branch_state.resize(static_cast<std::size_t>(table.branch_states));
        state.assign(walls.place.size(), NAN);
        for (const SolidSpan& span : problem.walls.solids)
            for (std::vector<float>& level : run.field)
                std::fill_n(level.begin() + layout.offset(span.node), span.count, 0.0f);
        for (std::size_t parity : {0u, 1u})  // the level that a step of this parity overwrites
            for (const long long node : table.kept_node)
                kept[parity].push_back(node < 0 ? 0 : run.field[1 - parity][static_cast<std::size_t>(node)]);
    }

    void single_step(std::uint64_t seed) {
        settle(seed);
        const std::size_t parity = static_cast<std::size_t>(run.step % 2);
        const std::vector<float> now = run.now();
        float* const next = run.before().data();
        const kernels::Int64 step = run.step;
        run.single_step(seed);  // the bare step: it has no sources
        kernels::Int64 next_step = 0;
        std::vector<float> weights(table.correction_weight.begin(), table.correction_weight.end());
        const auto faces = rounded<float>(table.faces);
        std::vector<double> signals;
        for (const Injection& source : problem.sources)
            signals.insert(signals.end(), source.signal.begin(), source.signal.end());
        kernels::PassArguments<float> passes{};
        passes.now = now.data();
        passes.next = next;
        passes.courant = static_cast<float>(problem.courant);
        passes.groups = static_cast<int>(table.groups.size());
        passes.group = table.groups.data();
        passes.kind = table.kinds.data();
        passes.offset = table.offset.data();
        passes.correction_neighbour = table.correction_neighbour.data();
        passes.correction_weight = weights.data();
        passes.faces = faces.data();
        passes.theta = theta.data();
        passes.branch_state = branch_state.data();
        passes.before = kept[parity].data();
        passes.source_first = table.source_first.data();
        passes.source = table.source.data();
        passes.source_weight = table.source_weight.data();
        passes.signals = signals.data();
        passes.signal_steps = 7;
        passes.step = &step;
        passes.next_step = &next_step;
        emulator::BlockEmulator emulator(seed);
        emulator.allow(now.data(), now.size());
        emulator.allow(next, now.size());
        emulator.launch((passes.groups + kernels::pass_warps - 1) / kernels::pass_warps, 1, 1, kernels::pass_threads,
                        kernels::pass_threads * static_cast<int>(sizeof(double)), [&] { kernels::run_passes(passes); });
    }

    void pass(std::uint64_t seed, const emulator::PlantedFaults& faults = {}) {
        if (!taken) move_states(seed, false);
        share_states(seed);
        std::vector<double> signals;
        for (const Injection& source : problem.sources)
            signals.insert(signals.end(), source.signal.begin(), source.signal.end());
        const auto driven = static_cast<int>(table.source_first.size()) - 1;
        std::vector<float> pushes(static_cast<std::size_t>(Tile::levels * driven), NAN);
        const TemporalTiling tiling = PassRun<Spec>::tiling();
        const PassPushes sources = pass_pushes(driven_nodes(table), tiling, layout);
        PassRun<Spec>::prepare(
            {table.source_first.data(), table.source.data(), table.source_weight.data(), signals.data(), 7, run.step,
             Tile::levels, driven, sources.push.data(), sources.level_values, pushes.data()},
            seed);
        const TileLists nobody = heard_nodes({}, tiling, layout);
        kernels::TemporalArguments<float> a{};
        const bool even = Tile::levels % 2 == 0;
        a.now = run.now().data();
        a.before = run.before().data();
        a.last = even ? run.now().data() : run.before().data();
        a.last_but_one = even ? run.before().data() : run.now().data();
        a.nz = run.nz;
        a.rims = run.rims.data();
        a.sources = sources.tile.data();
        a.signal_steps = 7;
        a.step = run.step;
        a.pushes = pushes.data();
        a.driven_nodes = driven;
        a.receivers = {nobody.tile.data(), nobody.first.data(), nobody.node.data()};
        a.factor = run.factor();
        a.walls = {walls.tile.data(),
                   walls.first.data(),
                   walls.rows.data(),
                   walls.quads.data(),
                   state.data(),
                   walls.table.data(),
                   walls.driven.data(),
                   static_cast<float>(problem.courant),
                   static_cast<int>(walls.quads.size()),
                   taken ? 0 : 1};
        run.launch_panels(a, seed, faults, [&](emulator::BlockEmulator& emulator) {
            const auto allow = [&emulator](const auto& list) { emulator.allow(list.data(), list.size()); };
            allow(pushes), allow(walls.first), allow(walls.rows);
            allow(walls.quads), allow(walls.table), allow(walls.driven), allow(state);
        });
        run.step += Tile::levels;
        taken = true;
    }

    /// Gives the states back to single steps.
    void settle(std::uint64_t seed) {
        if (taken) move_states(seed, true);
        taken = false;
    }

  private:
    void share_states(std::uint64_t seed) {
        if (walls.shared.empty()) return;
        const kernels::SharedQuadArguments a{walls.quads.data(), walls.shared.data(), state.data(),
                                             static_cast<int>(walls.shared.size()),
                                             static_cast<int>(walls.quads.size())};
        emulator::BlockEmulator emulator(seed);
        emulator.allow(walls.quads.data(), walls.quads.size());
        emulator.allow(walls.shared.data(), walls.shared.size());
        emulator.allow(state.data(), state.size());
        emulator.launch((a.count + 127) / 128, 1, 1, 128, 0,
                        [&] { kernels::share_wall_states<Spec::branch_walls>(a); });
    }

    void move_states(std::uint64_t seed, bool back) {
        const std::size_t parity = static_cast<std::size_t>(run.step % 2);
        kernels::WallStateArguments a{};
        a.quad = walls.quads.data();
        a.node = walls.node.data();
        a.place = walls.place.data();
        a.state = state.data();
        a.single = Spec::branch_walls ? branch_state.data() : theta.data();
        a.kept_before = kept[parity].data();
        a.kept_now = kept[1 - parity].data();
        a.before = run.before().data();
        a.now = run.now().data();
        a.table = walls.table.data();
        a.courant = static_cast<float>(problem.courant);
        a.quads = static_cast<int>(walls.quads.size());
        a.kind_packs = 1 + walls.faces;
        emulator::BlockEmulator emulator(seed);
        emulator.allow(walls.quads.data(), walls.quads.size());
        emulator.launch((a.quads + 127) / 128, 1, 1, 128, 0, [&] {
            back ? kernels::settle_wall_states<Spec::branch_walls>(a)
                 : kernels::take_wall_states<Spec::branch_walls>(a);
        });
    }
};

}  // namespace wavesim
