// SPDX-License-Identifier: MIT
// Several steps per pass in 2D on the block emulator: random fields, sources and receivers, and the same by single
// steps of texture.unrolled.
#pragma once
#include <map>

#include "emulated_case.hpp"
#include "entry.hpp"
#include "stencils/gpu/per_node/texture.cuh"
#include "stencils/gpu/temporal/strip_points.hpp"
#include "stencils/gpu/temporal/temporal_strips.cuh"

namespace wavesim {

/// A spec as that of texture.unrolled in 2D, with the tile that it takes there.
template <class Value, Set set, int R = 1>
struct FlatSpec : TestSpec<Value, set, R, 32, 1, 2, false> {
    static constexpr bool flat = true;
    static constexpr int tile_z = 4;
};

/// The same as one of several steps per pass, on rows of NX nodes.
template <class Flat, int NX, int Levels, class Sides>
struct Strips : Flat {
    static constexpr int columns = 4, levels = Levels, nx = NX;
    static constexpr int line = 128 / static_cast<int>(sizeof(typename Flat::Real));
    static constexpr int pitch = (NX + line - 1) / line * line;
    static constexpr int halo_x_low = Sides::halo[0], halo_x_high = Sides::halo[1];
    static constexpr int halo_z_low = Sides::halo[2], halo_z_high = Sides::halo[3];
    using Single = Flat;
};
/// Rules at x_min, x_max, z_min, z_max.
template <int... rules>
struct FlatSides {
    static constexpr int halo[4] = {rules...};
};

template <class Spec>
struct StripRun {
    using Real = typename Spec::Real;
    using Kernel = kernels::TemporalStrips<Spec>;
    ScalarProblem problem;
    DeviceLayout layout;
    StripTiling tiling;
    NodeTable table;
    StripLists lists;
    std::array<std::vector<Real>, 2> field;  ///< by the parity of the step; NaN in padding
    std::vector<typename kernels::Factors<Spec>::Code> codes;
    std::vector<float> code_table;
    std::vector<double> signals;  ///< (source, signal_steps)
    std::int64_t signal_steps = 0;
    std::int64_t step = 0;
    std::vector<double> traces;  ///< (step, receiver)

    /// Chunks of so many rows.
    StripRun(int nz, int chunk, const std::vector<Injection>& sources = {},
             const std::vector<PointWeights>& receivers = {}) {
        problem.extent = {Spec::nx, 1, nz};
        problem.precision = sizeof(Real) == 4 ? Precision::float32 : Precision::float64;
        problem.sources = sources;
        problem.receivers = receivers;
        layout = device_layout(problem.extent, problem.precision);
        table = merge_nodes(problem, layout);
        tiling.radius = Spec::radius, tiling.levels = Spec::levels;
        tiling.strips = Kernel::strips;
        tiling.chunk = chunk, tiling.chunks = (nz + chunk - 1) / chunk;
        lists = strip_lists(driven_nodes(table), receivers, tiling, layout);
        for (const Injection& source : sources)
            signal_steps = std::max(signal_steps, static_cast<std::int64_t>(source.signal.size()));
        for (const Injection& source : sources)
            for (std::size_t i = 0; i < static_cast<std::size_t>(signal_steps); ++i)
                signals.push_back(i < source.signal.size() ? source.signal[i] : 0.0);
        std::mt19937_64 random(11);
        std::uniform_real_distribution<Real> draw(-1, 1);
        for (std::vector<Real>& level : field) {
            level.assign(static_cast<std::size_t>(layout.values), NAN);
            for (int z = 0; z < nz; ++z)
                for (int x = 0; x < Spec::nx; ++x) level[at(x, z)] = draw(random);
        }
        if (Spec::medium) draw_medium(random);
    }
    void draw_medium(std::mt19937_64& random) {
        std::uniform_real_distribution<float> share(0, 1);
        codes.resize(field[0].size());
        const int most = Spec::medium == kernels::medium_index8    ? 255
                         : Spec::medium == kernels::medium_index16 ? 999
                                                                   : 65535;
        for (auto& code : codes)
            code = Spec::medium == kernels::medium_float
                       ? static_cast<typename kernels::Factors<Spec>::Code>(0.5f + 0.5f * share(random))
                       : static_cast<typename kernels::Factors<Spec>::Code>(static_cast<float>(most) * share(random));
        for (int i = 0; i <= most; ++i)
            code_table.push_back(1.0f - 0.5f * static_cast<float>(i) / static_cast<float>(most));
    }
    kernels::FactorArguments factor() const { return {codes.data(), code_table.data(), 1.0f, 0.5f / 65535}; }
    static std::size_t at(int x, int z) {
        return static_cast<std::size_t>(x) + static_cast<std::size_t>(z) * Spec::pitch;
    }
    std::vector<Real>& now() { return field[static_cast<std::size_t>(step % 2)]; }
    std::vector<Real>& before() { return field[static_cast<std::size_t>((step + 1) % 2)]; }
    int rows() const { return static_cast<int>(problem.extent.nz); }
    int receivers() const { return static_cast<int>(problem.receivers.size()); }

    void allow(emulator::BlockEmulator& emulator) const {
        for (const std::vector<Real>& level : field) emulator.allow(level.data(), level.size());
        emulator.allow(codes.data(), codes.size());
        emulator.allow(code_table.data(), code_table.size());
    }

    /// One step of texture.unrolled, with sources and receivers done by hand in the order of the passes.
    void single_step(std::uint64_t seed) {
        for (const PointWeights& receiver : problem.receivers) {  // a thread per node, and a tree of sums
            double sum = 0;
            for (std::size_t k = 0; k < receiver.nodes.size(); ++k)
                sum += receiver.weights[k] *
                       static_cast<double>(now()[static_cast<std::size_t>(layout.offset(receiver.nodes[k]))]);
            traces.push_back(sum);
        }
        using Flat = typename Spec::Single;
        kernels::FieldArguments<Real> arguments{};
        arguments.now = now().data();
        arguments.next = before().data();
        arguments.plane = arguments.pitch = Spec::pitch;
        arguments.nx = Spec::nx, arguments.ny = 1, arguments.nz = rows();
        const int halo[6] = {Spec::halo_x_low, Spec::halo_x_high, 1, 1, Spec::halo_z_low, Spec::halo_z_high};
        std::copy(halo, halo + 6, arguments.halo);
        arguments.factor = factor();
        emulator::BlockEmulator emulator(seed);
        allow(emulator);
        using Single = kernels::TextureUnrolled<Flat>;
        constexpr int together = Flat::tile_z * Flat::rows;
        emulator.launch((Spec::nx + Flat::tile_x - 1) / Flat::tile_x, 1, (rows() + together - 1) / together,
                        Single::threads, 0, [&] { emulator::run_or_enter<Single, Flat>(arguments); });
        for (const kernels::NodeGroup& group : table.groups)
            for (int i = 0; i < group.count; ++i) {
                double sum = 0;
                for (int k = first_source(group.source + i); k < first_source(group.source + i + 1); ++k)
                    if (step < signal_steps)
                        sum = std::fma(table.source_weight[static_cast<std::size_t>(k)],
                                       signals[static_cast<std::size_t>(
                                           table.source[static_cast<std::size_t>(k)] * signal_steps + step)],
                                       sum);
                const auto place = group.base + table.offset[static_cast<std::size_t>(group.first + i)];
                before()[static_cast<std::size_t>(place)] += static_cast<Real>(sum);
            }
        ++step;
    }
    int first_source(int node) const { return table.source_first[static_cast<std::size_t>(node)]; }

    /// 2 T steps as one pass: to spare arrays and back. All warps at once, so that what one wrote no other may touch.
    void pass(std::uint64_t seed) {
        const auto heard = static_cast<int>(lists.heard.size());
        const auto steps = static_cast<std::size_t>(tiling.steps());
        std::vector<Real> pushes(static_cast<std::size_t>(lists.push_values) + 1, NAN);
        std::vector<Real> samples(steps * static_cast<std::size_t>(heard) + 1, NAN);
        prepare(seed, pushes);
        std::array<std::vector<Real>, 2> spare;
        for (std::vector<Real>& level : spare) level.assign(field[0].size(), NAN);
        kernels::StripArguments<Real> arguments{now().data(),
                                                before().data(),
                                                spare[0].data(),
                                                spare[1].data(),
                                                rows(),
                                                tiling.chunk,
                                                {lists.first.data(), lists.row.data(), lists.heard.data()},
                                                signal_steps,
                                                step,
                                                pushes.data(),
                                                samples.data(),
                                                heard,
                                                factor()};
        for (int launch = 0; launch < StripTiling::launches; ++launch) {
            emulator::BlockEmulator emulator(seed + static_cast<std::uint64_t>(launch));
            allow(emulator);
            for (std::vector<Real>& level : spare) emulator.allow(level.data(), level.size());
            emulator.allow(pushes.data(), pushes.size());
            emulator.allow(samples.data(), samples.size());
            emulator.allow(lists.first.data(), lists.first.size());
            emulator.allow(lists.row.data(), lists.row.size());
            emulator.allow(lists.heard.data(), lists.heard.size());
            emulator.launch_together(tiling.warps_of_launch(), 1, 1, Kernel::threads, 0,
                                     [&] { emulator::run_or_enter<Kernel, Spec>(arguments); });
            arguments = next_launch(arguments, tiling, now().data(), before().data());
        }
        record(seed, samples);
        step += tiling.steps();
    }

    /// What the kernel before a pass makes of its sources.
    void prepare(std::uint64_t seed, std::vector<Real>& pushes) const {
        const auto count = static_cast<int>(lists.push.size());
        const kernels::PushArguments<Real> arguments{table.source_first.data(),
                                                     table.source.data(),
                                                     table.source_weight.data(),
                                                     signals.data(),
                                                     signal_steps,
                                                     step,
                                                     tiling.steps(),
                                                     count,
                                                     lists.push.data(),
                                                     StripTiling::width,
                                                     pushes.data()};
        emulator::BlockEmulator emulator(seed);
        emulator.launch((arguments.levels * count + kernels::pass_threads - 1) / kernels::pass_threads, 1, 1,
                        kernels::pass_threads, 0, [&] { kernels::prepare_pushes(arguments); });
    }

    /// What the kernel after a pass makes of its samples.
    void record(std::uint64_t seed, const std::vector<Real>& samples) {
        std::vector<int> first{0};
        std::vector<double> weight;
        for (const PointWeights& receiver : problem.receivers) {
            weight.insert(weight.end(), receiver.weights.begin(), receiver.weights.end());
            first.push_back(static_cast<int>(weight.size()));
        }
        const std::size_t old = traces.size();
        traces.resize(old + static_cast<std::size_t>(tiling.steps() * receivers()), NAN);
        const kernels::Int64 start = step;
        kernels::Int64 counts[2] = {step, step};
        const kernels::SampleArguments<Real> arguments{samples.data(),
                                                       static_cast<int>(lists.heard.size()),
                                                       first.data(),
                                                       weight.data(),
                                                       receivers(),
                                                       tiling.steps(),
                                                       traces.data() + old,
                                                       &start,
                                                       step,
                                                       counts};
        emulator::BlockEmulator emulator(seed);
        emulator.launch(std::max(1, receivers() * tiling.steps()), 1, 1, kernels::pass_threads,
                        kernels::pass_threads * static_cast<int>(sizeof(double)),
                        [&] { kernels::finish_pass(arguments); });
        if (counts[0] != step + tiling.steps() || counts[1] != counts[0]) traces.assign(1, NAN);
    }
};

/// Nodes of both levels whose bits differ; padding aside.
template <class Spec>
int different_nodes(StripRun<Spec>& a, StripRun<Spec>& b) {
    int count = 0;
    for (int z = 0; z < a.rows(); ++z)
        for (int x = 0; x < Spec::nx; ++x) {
            const std::size_t i = StripRun<Spec>::at(x, z);
            if (std::memcmp(&a.now()[i], &b.now()[i], sizeof(typename Spec::Real)) != 0 ||
                std::memcmp(&a.before()[i], &b.before()[i], sizeof(typename Spec::Real)) != 0)
                ++count;
        }
    return count;
}

}  // namespace wavesim
