// SPDX-License-Identifier: MIT
// Several steps per pass on the block emulator: random fields, sources and receivers, and the same by single steps of
// the plane sweep.
#pragma once
#include <map>

#include "emulated_case.hpp"
#include "entry.hpp"
#include "stencils/gpu/sweep/sweep.cuh"
#include "stencils/gpu/temporal/pass_points.hpp"
#include "stencils/gpu/temporal/temporal.cuh"

/// A word with a number that tells of its use (tracked.hpp): the number goes to memory.
template <>
struct wavesim::kernels::RimWord<wavesim::emulator::Tracked<float>> : RimWord<float> {};

namespace wavesim {

namespace emulator {
inline kernels::RimWord<Tracked<float>> rim_word(const Tracked<float>& value, unsigned tag) {
    return {{value.used(), tag}};
}
}  // namespace emulator

/// A spec of the plane sweep as one of several steps per pass, on a grid whose plane is known when compiled, on a GPU
/// that holds `TileRows` rows of tiles.
template <class Sweep, int NX, int NY, int Levels, int Slots, class Sides, int TileRows = 100>
struct Passes : Sweep {
    static constexpr PassPanels panels = pass_panels(NY, TileRows* Sweep::tile_y, Levels* Sweep::radius);
    static constexpr int nx = NX, ny = panels.rows, overlap = panels.overlap, grid_ny = NY;
    static constexpr bool cut = panels.count > 1;
    static constexpr int pitch = (NX + 15) / 16 * 16, plane = pitch * NY;
    static constexpr int levels = Levels, slots = Slots, rim_warps = Sweep::tile_x == 64 ? 4 : 1;
    static constexpr bool odd = true;
    static constexpr int wall_warps = 0, wall_kinds = 0, wall_faces = 0, wall_pool = 0;
    static constexpr bool branch_walls = false;
    static constexpr int halo_x_low = Sides::halo[0], halo_x_high = Sides::halo[1];
    static constexpr int halo_y_low = Sides::halo[2], halo_y_high = Sides::halo[3];
    static constexpr int halo_z_low = Sides::halo[4], halo_z_high = Sides::halo[5];
    using Single = Sweep;
};
struct RigidSides {
    static constexpr int halo[6] = {1, 1, 1, 1, 1, 1};
};
struct OddSides {
    static constexpr int halo[6] = {3, 1, 1, 3, 3, 1};
};
struct OtherOddSides {
    static constexpr int halo[6] = {1, 3, 3, 1, 1, 3};
};

/// A node that sources drive or receivers hear.
struct NodeWeight {
    int x, y, z;
    int number;  ///< of the source or receiver
    double weight;
};

template <class Spec>
struct PassRun {
    using Tile = kernels::TemporalTile<Spec>;
    using Real = typename Spec::Real;
    int nz;
    std::array<std::vector<Real>, 2> field;  ///< by the parity of the step
    std::int64_t step = 0;
    std::vector<kernels::RimWord<Real>> rims;
    std::vector<typename kernels::Factors<Spec>::Code> codes;  ///< of the medium, like a field
    std::vector<float> table;
    unsigned tag = 1;
    std::vector<NodeWeight> driven;
    std::vector<NodeWeight> heard;
    int receivers = 0;
    std::vector<double> signals;  ///< (source, step)
    std::int64_t signal_steps = 0;
    std::vector<double> traces;  ///< (step, receiver)

    explicit PassRun(int planes) : nz(planes), rims(static_cast<std::size_t>(kernels::Temporal<Spec>::rim_words)) {
        std::mt19937_64 random(11);
        std::uniform_real_distribution<Real> draw(-1, 1);
        for (std::vector<Real>& level : field) {
            level.assign(static_cast<std::size_t>(Spec::plane) * static_cast<std::size_t>(nz), NAN);
            for (int z = 0; z < nz; ++z)
                for (int y = 0; y < Spec::grid_ny; ++y)
                    for (int x = 0; x < Spec::nx; ++x) level[at(x, y, z)] = draw(random);
        }
        if (!Spec::medium) return;
        std::uniform_real_distribution<float> share(0, 1);
        codes.resize(field[0].size());
        const int most = Spec::medium == kernels::medium_index8    ? 255
                         : Spec::medium == kernels::medium_index16 ? 999
                                                                   : 65535;
        for (auto& code : codes)
            code = Spec::medium == kernels::medium_float
                       ? static_cast<typename kernels::Factors<Spec>::Code>(0.5f + 0.5f * share(random))
                       : static_cast<typename kernels::Factors<Spec>::Code>(static_cast<float>(most) * share(random));
        for (int i = 0; i <= most; ++i) table.push_back(1.0f - 0.5f * static_cast<float>(i) / static_cast<float>(most));
    }
    /// Of the medium: between 0.5 and 1, as Spec::medium keeps it.
    kernels::FactorArguments factor() const { return {codes.data(), table.data(), 1.0f, 0.5f / 65535}; }
    static std::size_t at(int x, int y, int z) {
        return static_cast<std::size_t>(x + y * Spec::pitch) + static_cast<std::size_t>(z) * Spec::plane;
    }
    std::vector<Real>& now() { return field[static_cast<std::size_t>(step % 2)]; }
    std::vector<Real>& before() { return field[static_cast<std::size_t>((step + 1) % 2)]; }

    /// Two sources that share nodes, and receivers of several nodes, some at sides of tiles and of the grid.
    void add_points() {
        const int xs = Spec::nx - 1, ys = Spec::grid_ny - 1;
        driven = {{3, 2, 1, 0, 0.5},  {3, 2, 1, 1, -0.25}, {xs, ys, nz - 1, 1, 1.0},
                  {15, 7, 4, 0, 0.7}, {16, 8, 4, 1, 0.3},  {0, 0, 0, 0, 0.1}};
        heard = {
            {3, 2, 1, 0, 1.0}, {15, 7, 4, 1, 0.25}, {16, 7, 4, 1, 0.75}, {xs, 0, nz - 1, 2, 1.0}, {0, ys, 0, 3, 1.0}};
        receivers = 4;
        signal_steps = 7;  // ends before the run does
        for (std::int64_t i = 0; i < 2 * signal_steps; ++i)
            signals.push_back(std::sin(1.0 + 0.7 * static_cast<double>(i)));
    }

    /// One step of the plane sweep, with sources and receivers done by hand in the order of the passes.
    void single_step(std::uint64_t seed) {
        std::vector<double> sample(static_cast<std::size_t>(receivers), 0.0);
        for (const NodeWeight& node : heard)
            sample[static_cast<std::size_t>(node.number)] +=  // a thread per node, and a tree of sums
                node.weight * static_cast<double>(now()[at(node.x, node.y, node.z)]);
        traces.insert(traces.end(), sample.begin(), sample.end());
        using Kernel = kernels::Sweep<typename Spec::Single>;
        kernels::FieldArguments<Real> arguments{};
        arguments.factor = factor();
        arguments.now = now().data();
        arguments.next = before().data();
        arguments.plane = Spec::plane;
        arguments.pitch = Spec::pitch;
        arguments.nx = Spec::nx, arguments.ny = Spec::grid_ny, arguments.nz = nz;
        arguments.chunk = nz;
        arguments.tiles_x = (Spec::nx + Spec::tile_x - 1) / Spec::tile_x;
        arguments.tiles = arguments.tiles_x * ((Spec::grid_ny + Spec::tile_y - 1) / Spec::tile_y);
        arguments.whole = arguments.tiles;
        arguments.piece = 1;
        const int halo[6] = {Spec::halo_x_low,  Spec::halo_x_high, Spec::halo_y_low,
                             Spec::halo_y_high, Spec::halo_z_low,  Spec::halo_z_high};
        std::copy(halo, halo + 6, arguments.halo);
        emulator::BlockEmulator emulator(seed);
        for (std::vector<Real>& level : field) emulator.allow(level.data(), level.size());
        emulator.allow(codes.data(), codes.size());
        emulator.allow(table.data(), table.size());
        emulator.launch(arguments.tiles, 1, 1, Kernel::threads, Kernel::shared_bytes,
                        [&] { emulator::run_or_enter<Kernel, typename Spec::Single>(arguments); });
        std::map<std::size_t, double> push;
        if (step < signal_steps)
            for (const NodeWeight& node : driven) {
                double& sum = push[at(node.x, node.y, node.z)];
                sum = std::fma(node.weight, signals[static_cast<std::size_t>(node.number * signal_steps + step)], sum);
            }
        for (const auto& [place, value] : push) before()[place] += static_cast<Real>(value);
        ++step;
    }

    /// The lists of nodes by tile and plane, as the host makes them.
    struct Lists {
        std::vector<kernels::TilePlanes> tile;
        std::vector<int> first;
        std::vector<kernels::TileNode> node;
        kernels::TileNodes view() const { return {tile.data(), first.data(), node.data()}; }
    };
    /// `everywhere`: in every panel that computes a node, not only in its own.
    Lists lists_of(const std::vector<NodeWeight>& nodes, bool everywhere) const {
        Lists lists;
        for (int panel = 0; panel < Spec::panels.count; ++panel)
            for (int ty = 0; ty < Tile::tiles_y; ++ty)
                for (int tx = 0; tx < Tile::tiles_x; ++tx) {
                    lists.tile.push_back({0, nz, static_cast<int>(lists.first.size())});
                    for (int z = 0; z < nz; ++z) {
                        lists.first.push_back(static_cast<int>(lists.node.size()));
                        for (std::size_t i = 0; i < nodes.size(); ++i) {
                            const int y = nodes[i].y - static_cast<int>(Spec::panels.first(panel));
                            const bool own = y >= Spec::panels.first_own(panel) && y < Spec::panels.end_own(panel);
                            const bool here = y >= 0 && y < Spec::panels.rows_of(panel) && (own || everywhere);
                            if (nodes[i].z == z && here && nodes[i].x / Spec::tile_x == tx && y / Spec::tile_y == ty)
                                lists.node.push_back(
                                    {y % Spec::tile_y * Spec::tile_x + nodes[i].x % Spec::tile_x, static_cast<int>(i)});
                        }
                    }
                    lists.first.push_back(static_cast<int>(lists.node.size()));
                }
        return lists;
    }
    static TemporalTiling tiling() {
        TemporalTiling tiling;
        tiling.tile_x = Spec::tile_x, tiling.tile_y = Spec::tile_y;
        tiling.tiles_x = Tile::tiles_x, tiling.tiles_y = Tile::tiles_y;
        tiling.panels = Spec::panels;
        tiling.levels = Spec::levels;
        tiling.reach = Spec::radius;
        tiling.value_bytes = sizeof(Real);
        tiling.walls.warps = Spec::wall_warps;
        return tiling;
    }
    /// The launches of a pass, one panel after the other. `allow` says what they may touch beside the fields.
    template <class Allow>
    void launch_panels(kernels::TemporalArguments<Real> pass, std::uint64_t seed, const emulator::PlantedFaults& faults,
                       Allow allow) {
        using Kernel = kernels::Temporal<Spec>;
        const Extent extent{Spec::nx, Spec::grid_ny, nz};
        std::vector<Real> late(static_cast<std::size_t>(late_values(tiling(), extent, Spec::pitch)), NAN);
        for (int panel = 0; panel < Spec::panels.count; ++panel) {
            pass.tag = tag;
            tag += static_cast<unsigned>(Tile::iterations(nz)) + 1;
            const kernels::TemporalArguments<Real> part = panel_part(pass, tiling(), panel, Spec::pitch, late.data());
            emulator::BlockEmulator emulator(seed, faults);
            for (std::vector<Real>& level : field) emulator.allow(level.data(), level.size());
            emulator.allow(rims.data(), rims.size());
            emulator.allow(late.data(), late.size());
            emulator.allow(codes.data(), codes.size());
            emulator.allow(table.data(), table.size());
            allow(emulator);
            emulator.launch_together(Tile::tiles_x, tiling().tile_rows(panel), 1, Kernel::threads, Kernel::shared_bytes,
                                     [&] {
                                         if constexpr (requires { Spec::enter(part); })
                                             Spec::enter(part);
                                         else
                                             emulator::run_kernel<kernels::Temporal, Spec>(part);
                                     });
        }
        if constexpr (Spec::cut) {
            const int seams = Spec::panels.count - 1;
            const kernels::LateRows<Real> rows{late.data(), pass.last, pass.last_but_one,
                                               nz,          seams,     Spec::panels.stride()};
            emulator::BlockEmulator emulator(seed);
            for (std::vector<Real>& level : field) emulator.allow(level.data(), level.size());
            emulator.allow(late.data(), late.size());
            emulator.launch(2 * seams * nz * Spec::overlap, 1, 1, 32, 0,
                            [&] { kernels::return_late_rows<Spec>(rows); });
        }
    }

    /// T steps as one pass.
    void pass(std::uint64_t seed, const emulator::PlantedFaults& faults = {}) {
        // Sources by node: each node once, with all that drives it.
        std::vector<NodeWeight> nodes;
        std::vector<int> source_first{0}, source;
        std::vector<double> source_weight;
        for (const NodeWeight& node : driven) {
            const auto same = [&](const NodeWeight& other) {
                return other.x == node.x && other.y == node.y && other.z == node.z;
            };
            if (std::any_of(nodes.begin(), nodes.end(), same)) continue;
            nodes.push_back(node);
            for (const NodeWeight& other : driven)
                if (same(other)) source.push_back(other.number), source_weight.push_back(other.weight);
            source_first.push_back(static_cast<int>(source.size()));
        }
        const Lists sources = lists_of(nodes, true);
        const Lists listeners = lists_of(heard, false);
        std::vector<Real> samples(Tile::levels * heard.size() + 1, NAN);
        // Pushes by tile, plane and level, from the first plane of a tile that has some to its last one.
        constexpr kernels::Int64 level_values = Spec::tile_x * Spec::tile_y;
        std::vector<kernels::TilePlanes> planes;
        std::vector<kernels::Push> push;
        int count = 0;
        for (const kernels::TilePlanes& list : sources.tile) {
            const auto first = [&](int z) { return sources.first[static_cast<std::size_t>(list.at + z)]; };
            int from = 0, to = nz;
            while (from < nz && first(from + 1) == first(0)) ++from;
            while (to > from && first(to - 1) == first(nz)) --to;
            planes.push_back({from, to - from, count});
            for (int z = from; z < to; ++z, ++count)
                for (int i = first(z); i < first(z + 1); ++i) {
                    const kernels::TileNode& node = sources.node[static_cast<std::size_t>(i)];
                    push.push_back({count * Tile::levels * level_values + node.place, node.number});
                }
        }
        std::vector<Real> pushes(static_cast<std::size_t>(count * Tile::levels * level_values) + 1, NAN);
        prepare({source_first.data(), source.data(), source_weight.data(), signals.data(), signal_steps, step,
                 Tile::levels, static_cast<int>(push.size()), push.data(), level_values, pushes.data()},
                seed);
        const bool even = Tile::levels % 2 == 0;
        const kernels::TemporalArguments<Real> arguments{now().data(),
                                                         before().data(),
                                                         even ? now().data() : before().data(),
                                                         even ? before().data() : now().data(),
                                                         nz,
                                                         tag,
                                                         rims.data(),
                                                         planes.data(),
                                                         signal_steps,
                                                         step,
                                                         pushes.data(),
                                                         static_cast<int>(nodes.size()),
                                                         listeners.view(),
                                                         samples.data(),
                                                         static_cast<int>(heard.size()),
                                                         factor(),
                                                         {},
                                                         {}};
        launch_panels(arguments, seed, faults, [&](emulator::BlockEmulator& emulator) {
            emulator.allow(samples.data(), samples.size());
            emulator.allow(pushes.data(), pushes.size());
            emulator.allow(listeners.node.data(), listeners.node.size());
        });
        record(seed, samples);
        step += Tile::levels;
    }

    /// What the kernel before a pass makes of its sources.
    static void prepare(const kernels::PushArguments<Real>& arguments, std::uint64_t seed) {
        emulator::BlockEmulator emulator(seed);
        emulator.launch((arguments.levels * arguments.count + kernels::pass_threads - 1) / kernels::pass_threads, 1, 1,
                        kernels::pass_threads, 0, [&] { kernels::prepare_pushes(arguments); });
    }

    /// What the kernel after a pass makes of its samples.
    void record(std::uint64_t seed, const std::vector<Real>& samples) {
        std::vector<int> first{0};
        std::vector<double> weight;
        for (int r = 0; r < receivers; ++r) {
            for (const NodeWeight& node : heard)
                if (node.number == r) weight.push_back(node.weight);
            first.push_back(static_cast<int>(weight.size()));
        }
        const std::size_t old = traces.size();
        traces.resize(old + static_cast<std::size_t>(Tile::levels * receivers), NAN);
        const kernels::Int64 start = step;
        kernels::Int64 counts[2] = {step, step};
        const kernels::SampleArguments<Real> arguments{samples.data(),
                                                       static_cast<int>(heard.size()),
                                                       first.data(),
                                                       weight.data(),
                                                       receivers,
                                                       Tile::levels,
                                                       traces.data() + old,
                                                       &start,
                                                       step,
                                                       counts};
        emulator::BlockEmulator emulator(seed);
        emulator.launch(std::max(1, receivers * Tile::levels), 1, 1, kernels::pass_threads,
                        kernels::pass_threads * static_cast<int>(sizeof(double)),
                        [&] { kernels::finish_pass(arguments); });
        if (counts[0] != step + Tile::levels || counts[1] != counts[0]) traces.assign(1, NAN);
    }
};

}  // namespace wavesim
