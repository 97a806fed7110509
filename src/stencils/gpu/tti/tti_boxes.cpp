// SPDX-License-Identifier: MIT
#include "stencils/gpu/tti/tti_boxes.hpp"

#include <algorithm>

#include "stencils/gpu/tti/tti_times.hpp"
#include "stencils/tti/hourglass_weights.hpp"
#include "stencils/tti/operator_weights.hpp"

namespace wavesim {

namespace {

using Margins = std::array<std::int64_t, 6>;

constexpr std::int64_t flux_reach = 4;
constexpr std::int64_t line = 8;      ///< values of a sector of memory in float, at which boxes begin and end along x
constexpr std::int64_t tile = 32;     ///< nodes of a tile of the one-pass kernel along x and y
constexpr std::int64_t warm_up = 11;  ///< planes that its blocks read before the first one that they finish

Margins along_lines(Margins margin, std::int64_t nx) {
    margin[0] = (margin[0] + line - 1) / line * line;
    if (margin[1] > 0) margin[1] = nx - (nx - margin[1]) / line * line;
    return margin;
}

/// True if the remaining box is wider than the regions at both sides that fluxes reach.
bool leave_box(const Margins& margin, const Extent& n) {
    for (std::size_t d = 0; d < 3; ++d)
        if (n.along(static_cast<int>(d)) - margin[2 * d] - margin[2 * d + 1] <= 2 * flux_reach) return false;
    return true;
}

/// Margins estimated from the layers alone: layers damp in their outer two thirds, and the weights change in all of
/// them.
Margins likely_margins(const StencilProblem& problem) {
    Margins margin{};
    for (std::size_t side = 0; side < 6; ++side)
        if (problem.layers.width[side] > 0)
            margin[side] = 3 * problem.layers.width[side] / 2 + tti::self_adjoint_radius;
    return along_lines(margin, problem.extent.nx);
}

Margins margins_of(const TtiProblem& problem) {
    Margins margin{};
    for (std::size_t d = 0; d < 3; ++d) {
        const std::int64_t n = problem.extent.along(static_cast<int>(d));
        const tti::TurnShare share(problem.tti, d, n);
        const std::array<std::int64_t, 2> turned{share.from, n - share.to};
        for (std::size_t high = 0; high < 2; ++high) {
            const std::int64_t width = problem.layers.width[2 * d + high];
            if (width > 0) margin[2 * d + high] = width + flux_reach;
            if (turned[high] > 0)
                margin[2 * d + high] = std::max(margin[2 * d + high], turned[high] + tti::self_adjoint_radius);
        }
    }
    return along_lines(margin, problem.extent.nx);
}

}  // namespace

NodeBox tti_one_pass_box(const StencilProblem& problem) {
    const Margins margin = likely_margins(problem);
    if (problem.layers.any() && !leave_box(margin, problem.extent)) return {};
    return cut_grid(problem.extent, margin).inner;
}

bool tti_gains_from_one_pass(const StencilProblem& problem) {
    const Extent n = tti_one_pass_box(problem).extent();
    const auto up = [](std::int64_t nodes) { return (nodes + tile - 1) / tile * tile; };
    const auto of_tiles = static_cast<double>(up(n.nx) * up(n.ny) * (n.nz + warm_up));
    return n.nodes() >= (problem.layers.any() ? tti_one_pass.least_box : tti_one_pass.least_grid) &&
           of_tiles <= tti_one_pass.most_nodes_of_tiles * static_cast<double>(n.nodes());
}

std::vector<NodeBox> tti_boxes(const TtiProblem& problem, TtiRegion region) {
    const Extent& n = problem.extent;
    const NodeBox whole{{0, 0, 0}, {n.nx, n.ny, n.nz}};
    if (region == TtiRegion::all) return {whole};
    Margins margin = margins_of(problem);
    if (!leave_box(margin, n)) {
        if (region == TtiRegion::inner || region == TtiRegion::fluxes_x) return {};
        return {whole};
    }
    if (region == TtiRegion::inner) return {cut_grid(n, margin).inner};
    if (region != TtiRegion::slabs)
        for (std::int64_t& nodes : margin)
            if (nodes > 0) nodes += flux_reach;
    const CutGrid cut = cut_grid(n, margin);
    if (region == TtiRegion::fluxes_x) return cut.slabs[0];
    std::vector<NodeBox> boxes;
    for (std::size_t d = region == TtiRegion::fluxes ? 1 : 0; d < 3; ++d)
        boxes.insert(boxes.end(), cut.slabs[d].begin(), cut.slabs[d].end());
    return boxes;
}

}  // namespace wavesim
