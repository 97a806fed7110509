// SPDX-License-Identifier: MIT
// Several steps per pass on the block emulator: random fields, sources and receivers, and the same by single steps of
// the plane sweep.
#pragma once
#include <map>

#include "emulated_case.hpp"
#include "stencils/kernels/sweep.cuh"
#include "stencils/kernels/temporal.cuh"

namespace wavesim {

/// A spec of the plane sweep as one of several steps per pass, on a grid whose plane is known when compiled.
template <class Sweep, int NX, int NY, int Levels, int Slots, class Sides>
struct Passes : Sweep {
    static constexpr int nx = NX, ny = NY, pitch = (NX + 15) / 16 * 16, plane = pitch * NY;
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
    int nz;
    std::array<std::vector<float>, 2> field;  ///< by the parity of the step
    std::int64_t step = 0;
    std::vector<kernels::RimPair> rims;
    unsigned tag = 1;
    std::vector<NodeWeight> driven;
    std::vector<NodeWeight> heard;
    int receivers = 0;
    std::vector<double> signals;  ///< (source, step)
    std::int64_t signal_steps = 0;
    std::vector<double> traces;  ///< (step, receiver)

    explicit PassRun(int planes) : nz(planes), rims(static_cast<std::size_t>(kernels::Temporal<Spec>::rim_words) / 2) {
        std::mt19937_64 random(11);
        std::uniform_real_distribution<float> draw(-1, 1);
        for (std::vector<float>& level : field) {
            level.assign(static_cast<std::size_t>(Spec::plane) * static_cast<std::size_t>(nz), NAN);
            for (int z = 0; z < nz; ++z)
                for (int y = 0; y < Spec::ny; ++y)
                    for (int x = 0; x < Spec::nx; ++x) level[at(x, y, z)] = draw(random);
        }
    }
    static std::size_t at(int x, int y, int z) {
        return static_cast<std::size_t>(x + y * Spec::pitch) + static_cast<std::size_t>(z) * Spec::plane;
    }
    std::vector<float>& now() { return field[static_cast<std::size_t>(step % 2)]; }
    std::vector<float>& before() { return field[static_cast<std::size_t>((step + 1) % 2)]; }

    /// Two sources that share nodes, and receivers of several nodes, some at sides of tiles and of the grid.
    void add_points() {
        const int xs = Spec::nx - 1, ys = Spec::ny - 1;
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
            sample[static_cast<std::size_t>(node.number)] =
                std::fma(node.weight, static_cast<double>(now()[at(node.x, node.y, node.z)]),
                         sample[static_cast<std::size_t>(node.number)]);
        traces.insert(traces.end(), sample.begin(), sample.end());
        using Kernel = kernels::Sweep<typename Spec::Single>;
        kernels::FieldArguments<float> arguments{};
        arguments.now = now().data();
        arguments.next = before().data();
        arguments.plane = Spec::plane;
        arguments.pitch = Spec::pitch;
        arguments.nx = Spec::nx, arguments.ny = Spec::ny, arguments.nz = nz;
        arguments.chunk = nz;
        arguments.tiles_x = (Spec::nx + Spec::tile_x - 1) / Spec::tile_x;
        arguments.tiles = arguments.tiles_x * ((Spec::ny + Spec::tile_y - 1) / Spec::tile_y);
        arguments.whole = arguments.tiles;
        arguments.piece = 1;
        const int halo[6] = {Spec::halo_x_low,  Spec::halo_x_high, Spec::halo_y_low,
                             Spec::halo_y_high, Spec::halo_z_low,  Spec::halo_z_high};
        std::copy(halo, halo + 6, arguments.halo);
        emulator::BlockEmulator emulator(seed);
        for (std::vector<float>& level : field) emulator.allow(level.data(), level.size());
        emulator.launch(arguments.tiles, 1, 1, Kernel::threads, Kernel::shared_bytes, [&] { Kernel::run(arguments); });
        std::map<std::size_t, double> push;
        if (step < signal_steps)
            for (const NodeWeight& node : driven) {
                double& sum = push[at(node.x, node.y, node.z)];
                sum = std::fma(node.weight, signals[static_cast<std::size_t>(node.number * signal_steps + step)], sum);
            }
        for (const auto& [place, value] : push) before()[place] += static_cast<float>(value);
        ++step;
    }

    /// The lists of nodes by tile and plane, as the host makes them.
    struct Lists {
        std::vector<kernels::TilePlanes> tile;
        std::vector<int> first;
        std::vector<kernels::TileNode> node;
        kernels::TileNodes view() const { return {tile.data(), first.data(), node.data()}; }
    };
    /// `numbers`: of each node in the passes' lists.
    Lists lists_of(const std::vector<NodeWeight>& nodes, const std::vector<int>& numbers) const {
        Lists lists;
        for (int ty = 0; ty < Tile::tiles_y; ++ty)
            for (int tx = 0; tx < Tile::tiles_x; ++tx) {
                lists.tile.push_back({0, nz, static_cast<int>(lists.first.size())});
                for (int z = 0; z < nz; ++z) {
                    lists.first.push_back(static_cast<int>(lists.node.size()));
                    for (std::size_t i = 0; i < nodes.size(); ++i)
                        if (nodes[i].z == z && nodes[i].x / Spec::tile_x == tx && nodes[i].y / Spec::tile_y == ty)
                            lists.node.push_back(
                                {nodes[i].y % Spec::tile_y * Spec::tile_x + nodes[i].x % Spec::tile_x, numbers[i]});
                }
                lists.first.push_back(static_cast<int>(lists.node.size()));
            }
        return lists;
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
        const auto count_up = [](std::size_t count) {
            std::vector<int> numbers;
            for (std::size_t i = 0; i < count; ++i) numbers.push_back(static_cast<int>(i));
            return numbers;
        };
        const Lists sources = lists_of(nodes, count_up(nodes.size()));
        const Lists listeners = lists_of(heard, count_up(heard.size()));
        std::vector<float> samples(Tile::levels * heard.size() + 1, NAN);
        std::vector<float> pushes(Tile::levels * nodes.size() + 1, NAN);
        const bool even = Tile::levels % 2 == 0;
        const kernels::TemporalArguments arguments{now().data(),
                                                   before().data(),
                                                   even ? now().data() : before().data(),
                                                   even ? before().data() : now().data(),
                                                   nz,
                                                   tag,
                                                   rims.front().word,
                                                   sources.view(),
                                                   source_first.data(),
                                                   source.data(),
                                                   source_weight.data(),
                                                   signals.data(),
                                                   signal_steps,
                                                   step,
                                                   pushes.data(),
                                                   static_cast<int>(nodes.size()),
                                                   listeners.view(),
                                                   samples.data(),
                                                   static_cast<int>(heard.size()),
                                                   {}};
        using Kernel = kernels::Temporal<Spec>;
        emulator::BlockEmulator emulator(seed, faults);
        for (std::vector<float>& level : field) emulator.allow(level.data(), level.size());
        emulator.allow(rims.data(), rims.size());
        emulator.allow(samples.data(), samples.size());
        emulator.allow(pushes.data(), pushes.size());
        emulator.allow(sources.node.data(), sources.node.size());
        emulator.allow(listeners.node.data(), listeners.node.size());
        emulator.launch_together(Tile::tiles_x, Tile::tiles_y, 1, Kernel::threads, Kernel::shared_bytes,
                                 [&] { Kernel::run(arguments); });
        tag += static_cast<unsigned>(Tile::iterations(nz)) + 1;
        record(seed, samples);
        step += Tile::levels;
    }

    /// What the kernel after a pass makes of its samples.
    void record(std::uint64_t seed, const std::vector<float>& samples) {
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
        const kernels::SampleArguments arguments{samples.data(),
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
