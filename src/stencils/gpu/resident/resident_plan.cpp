// SPDX-License-Identifier: MIT
#include "stencils/gpu/resident/resident_plan.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "stencils/gpu/layers/device_forecast.hpp"
#include "stencils/gpu/resident/resident_times.hpp"
#include "stencils/problem/receiver_nodes.hpp"

namespace wavesim {

namespace {

constexpr std::int64_t sample_bytes = std::int64_t{16} << 20, most_steps = 4096;

/// True if the run-time compiler knows words of 128 bits that are one access (CUDA 12.3). Empty: not known.
bool knows_words(const std::string& compiler) {
    char* end = nullptr;
    const long major = std::strtol(compiler.c_str(), &end, 10);
    const long minor = *end == '.' ? std::strtol(end + 1, nullptr, 10) : 0;
    return compiler.empty() || major > 12 || (major == 12 && minor >= 3);
}

bool mirrors(HaloRule rule) { return rule == HaloRule::mirror_half || rule == HaloRule::mirror_whole; }

}  // namespace

std::string resident_why_not(const StencilProblem& problem, const Gpu& gpu) {
    if (std::string reason = gpu.why_not(); !reason.empty()) return reason;
    const Extent& n = problem.extent;
    if (problem.precision != Precision::float32) return "a field on chip is in float";
    if (problem.stencil.dims != 3 || radius(problem.stencil) != 1)
        return "a field on chip is for stencils in 3D that reach one node";
    if (problem.speed.varies) return "a field on chip is for media of one sound speed";
    if (problem.layers.any()) return "a field on chip has no absorbing layers";
    if (!std::ranges::all_of(problem.halo, mirrors)) return "a field on chip needs mirrors at all sides";
    if (std::min({n.nx, n.ny, n.nz}) < 4) return "a field on chip needs four nodes along each axis";
    if (!knows_words(gpu.compiler)) return "a field on chip needs the run-time compiler of CUDA 12.3 or later";
    if (!resident_tiling(problem, gpu))
        return "the shared memory of the GPU cannot hold both levels of the field at once";
    return {};
}

std::int64_t heard_nodes(const StencilProblem& problem) {
    std::int64_t nodes = 0;
    for (std::size_t r = 0; r < problem.receivers.size(); ++r) nodes += receiver_nodes(problem, r);
    return nodes;
}

std::int64_t most_resident_steps(const StencilProblem& problem) {
    const std::int64_t of_step = 4 * std::max<std::int64_t>(1, heard_nodes(problem));
    return std::clamp<std::int64_t>(sample_bytes / of_step, 1, most_steps);
}

NodeTable resident_table(const DecidedResident* decided, const StencilProblem& problem, const ResidentTiling& tiling) {
    if (decided != nullptr && decided->tiling == tiling) return *decided->table;
    return merge_nodes(problem, device_layout(problem.extent, problem.precision), RowEndMover::passes,
                       tiling.node_blocks());
}

std::int64_t resident_bytes(const StencilProblem& problem, const ResidentTiling& tiling, const NodeTable& table) {
    const NodeTableSizes sizes = sizes_of(table);
    const std::int64_t level = 4 * device_layout(problem.extent, problem.precision).values;
    const std::int64_t items = std::int64_t{tiling.blocks()} * tiling.items(), heard = heard_nodes(problem);
    return forecast_device_bytes(
        problem, 0, sizes,
        {level, level, 4 * sizes.explicit_states, 4 * sizes.branch_states, 4 * sizes.kept_nodes, 4 * sizes.kept_nodes,
         static_cast<std::int64_t>(sizeof(kernels::ResidentBlock)) * tiling.blocks(),
         static_cast<std::int64_t>(sizeof(kernels::Exchange)) * items,
         2 * static_cast<std::int64_t>(sizeof(kernels::ExchangeWord)) * items,
         static_cast<std::int64_t>(sizeof(kernels::HeardNode)) * heard, 4 * heard * most_resident_steps(problem), 8,
         8});
}

double resident_listed_s(const ResidentTiling& tiling, const NodeTable& table) {
    const int warps = tiling.threads() / 32;
    double longest = 0;
    for (int block = 0; block < tiling.blocks(); ++block) {
        std::vector<double> of_warp(static_cast<std::size_t>(warps), 0.0);
        const auto first = table.first_group.begin() + block;
        for (int group = first[0]; group < first[1]; ++group) {
            const int kind = table.groups[static_cast<std::size_t>(group)].kind;
            of_warp[static_cast<std::size_t>((group - first[0]) % warps)] +=
                finishing_s(table.kinds[static_cast<std::size_t>(kind)]);
        }
        longest = std::max(longest, *std::ranges::max_element(of_warp));
    }
    return longest;
}

double resident_ctpn(const StencilProblem& problem, const ResidentTiling& tiling, const NodeTable& table,
                     std::int64_t between_looks, const Gpu& gpu) {
    if (gpu.triad.of(problem.precision) <= 0) return 0;
    const std::string_view card = card_of(gpu).name;
    const auto time = std::ranges::find_if(resident_times, [&](const ResidentTime& row) {
        return row.card == card && point_count(problem.stencil) <= row.most_points;
    });
    if (time == std::end(resident_times)) throw std::logic_error("no time is known of such fields on chip");
    const double part = static_cast<double>(problem.extent.nx) * tiling.tile_y() * tiling.tile_z();
    const auto steps = static_cast<double>(std::clamp<std::int64_t>(between_looks, 1, most_resident_steps(problem)));
    return (1e-12 * time->node_ps * part + time->exchange_s + resident_listed_s(tiling, table) +
            resident_launch_s / steps) /
           static_cast<double>(problem.extent.nodes());
}

}  // namespace wavesim
