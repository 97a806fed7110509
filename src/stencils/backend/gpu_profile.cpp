// SPDX-License-Identifier: MIT
#include "stencils/backend/gpu_profile.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "stencils/backend/proposal.hpp"
#include "stencils/problem/medium_name.hpp"

namespace wavesim {

bool TunedRow::same_steps(const TunedRow& other) const {
    return stencil == other.stencil && precision == other.precision && medium == other.medium &&
           layers == other.layers && extent == other.extent;
}

TunedRow row_for(const ProblemShape& shape) {
    TunedRow row;
    row.stencil = shape.stencil.name;
    row.precision = shape.precision;
    row.medium = medium_name(shape);
    row.layers = shape.layers.any();
    row.extent = shape.extent;
    return row;
}

const TunedRow* find_row(const GpuProfile& profile, const ProblemShape& shape, const std::string& backend) {
    constexpr double farthest = 1.5;  // powers of two
    const std::string medium = medium_name(shape);
    const auto distance = [&shape](const TunedRow& row) {
        return std::abs(std::log2(static_cast<double>(row.extent.nodes()) / static_cast<double>(shape.extent.nodes())));
    };
    const TunedRow* nearest = nullptr;
    for (const TunedRow& row : profile.rows) {
        const bool fits = row.backend == backend && row.stencil == shape.stencil.name &&
                          row.precision == shape.precision && row.medium == medium &&
                          row.layers == shape.layers.any() && (row.extent.ny == 1) == (shape.extent.ny == 1);
        if (!fits || distance(row) > farthest) continue;
        if (nearest == nullptr || distance(row) < distance(*nearest)) nearest = &row;
    }
    return nearest;
}

std::string TunedTile::text() const {
    char ratio_text[64];
    std::snprintf(ratio_text, sizeof ratio_text, "%.3f", ratio);
    const std::string from = " by " + file + " (" + hash + ")";
    if (tile == row.usual) return "tile " + tile + from + ": none was quicker";
    return "tile " + tile + from + ": expected to take " + ratio_text + " of the time of the usual " + row.usual;
}

const TunedTile* tuned_tile(const Proposal& proposal) { return std::any_cast<TunedTile>(&proposal.decided); }

double expected_ctpn(const Proposal& proposal) {
    const TunedTile* const tuned = tuned_tile(proposal);
    return proposal.ctpn_s * (tuned == nullptr ? 1 : tuned->ratio);
}

}  // namespace wavesim
