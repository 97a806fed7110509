// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "boundary/wall_bounds.hpp"
#include "boundary/walls.hpp"
#include "stencils/scheme/memo.hpp"

namespace wavesim {
namespace {

constexpr double rounding = 1e-12;

/// Largest and smallest axis symbol over a fine set of wavenumbers, ends included.
SpectralRange axis_range(const std::vector<double>& a) {
    constexpr int points = 2048;
    SpectralRange range;
    for (int n = 0; n <= points; ++n) {
        const double sigma = axis_symbol(a, n * std::numbers::pi / points);
        range.lowest = std::min(range.lowest, sigma);
        range.highest = std::max(range.highest, sigma);
    }
    return range;
}

void support_along_axes(const Stencil& stencil, WallSupport& support) {
    const std::vector<double> a = collapse_to_axis(stencil);
    const SpectralRange range = axis_range(a);
    support.solids = range.lowest >= -rounding;
    if (!support.solids) {
        support.solids_method = "its 1-D operator is not positive semi-definite";
        return;
    }
    support.solids_method = "segment mirror";
    support.solids_courant_max = 2 / std::sqrt(stencil.dims * range.highest);
    try {
        support.explicit_form = explicit_wall_load(a, half_cell_air_mass(stencil, WallPosition::half)) <= 1 + rounding;
    } catch (const std::domain_error&) {
        support.explicit_form = false;
    }
}

void support_on_nearest(const Stencil& stencil, WallSupport& support) {
    const SpectralRange range = completion_range(stencil);
    support.solids = range.lowest >= -rounding;
    if (!support.solids) {
        support.solids_method = "its negative weights leave no stability proof there";
        return;
    }
    support.solids_method = "tangential completion";
    support.solids_courant_max = 2 / std::sqrt(range.highest);
}

WallSupport find_support(const Stencil& stencil) {
    WallSupport support;
    if (acts_along_axes(stencil)) {
        support_along_axes(stencil, support);
    } else if (acts_on_nearest(stencil)) {
        support_on_nearest(stencil, support);
    } else {
        support.solids_method =
            "only leggy stencils and those of radius 1 (7, 19 or 27 points) have a stability proof there";
    }
    return support;
}

}  // namespace

WallSupport wall_support(const Stencil& stencil) {
    static Memo<WallSupport> known;
    return known.of(numbers_of(stencil), [&] { return find_support(stencil); });
}

}  // namespace wavesim
