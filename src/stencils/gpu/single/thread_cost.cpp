// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/thread_cost.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace wavesim {

double ThreadCost::ps(const Stencil& stencil, Precision precision) const {
    const double k = point_count(stencil);
    const double r = radius(stencil);
    double ps = constant + point * k + reach * r + reach2 * r * r + point_reach * k * r;
    if (uncached_point > 0 && k > most_cached_points) ps = std::max(ps, uncached_point * k);
    return precision == Precision::float64 ? in_double * ps : ps;
}

bool ThreadRow::holds(std::string_view name, std::string_view on_card, const Stencil& stencil) const {
    const int r = radius(stencil);
    return backend == name && card == on_card && dims.value_or(stencil.dims) == stencil.dims && least_reach <= r &&
           r <= most_reach && r % reach_times == 0 && point_count(stencil) <= most_points &&
           (!arms || *arms == (shape_of(stencil) == StencilShape::leggy));
}

double thread_ps(std::span<const ThreadRow> rows, std::string_view backend, std::string_view card,
                 const Stencil& stencil, Precision precision) {
    const auto row =
        std::ranges::find_if(rows, [&](const ThreadRow& one) { return one.holds(backend, card, stencil); });
    if (row == rows.end()) throw std::logic_error("no time is known of threads of " + std::string(backend));
    return row->cost.ps(stencil, precision);
}

}  // namespace wavesim
