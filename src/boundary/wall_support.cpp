// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "boundary/gram_matrix.hpp"
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
    if (!support.solids) return;
    support.solids_method = "tangential completion";
    support.solids_courant_max = 2 / std::sqrt(range.highest);
}

void support_by_walks(const Stencil& stencil, WallSupport& support) {
    const GramSearch found = find_gram(stencil);
    support.solids = found.matrix != nullptr;
    if (!support.solids) {
        support.solids_method = found.why_not;
        return;
    }
    support.by_walks = true;
    support.solids_method = "reflecting walks";
    support.solids_courant_max = 2 / std::sqrt(found.matrix->bound);
    support.solids_reach = std::max(support.solids_reach, 2 * found.matrix->patch.reach());
}

WallSupport find_support(const Stencil& stencil) {
    WallSupport support;
    support.solids_reach = radius(stencil);
    if (acts_along_axes(stencil)) {
        support_along_axes(stencil, support);
        return support;
    }
    if (acts_on_nearest(stencil)) support_on_nearest(stencil, support);
    if (!support.solids) support_by_walks(stencil, support);
    return support;
}

}  // namespace

WallSupport wall_support(const Stencil& stencil) {
    static Memo<WallSupport> known;
    return known.of(numbers_of(stencil), [&] { return find_support(stencil); });
}

WallSupport wall_support(const Stencil& stencil, RoomContents contents) {
    WallSupport support = wall_support(stencil);
    if (contents == RoomContents::boxes || acts_along_axes(stencil) || support.by_walks) return support;
    static Memo<WallSupport> known;
    return known.of(numbers_of(stencil), [&] {
        WallSupport walks;
        walks.solids_reach = radius(stencil);
        support_by_walks(stencil, walks);
        return walks;
    });
}

bool takes_explicit_walls(const Stencil& stencil) {
    return acts_along_axes(stencil) && wall_support(stencil).explicit_form;
}

}  // namespace wavesim
