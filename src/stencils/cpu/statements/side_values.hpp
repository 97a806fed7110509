// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "stencils/equations/side_image.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim::cpu {

/// How values continue beyond both ends of an axis. Without `half` the sides lie half a cell beyond the first and the
/// last node. With `half` they lie on the values -1 and n - 1, which are 0 where the mirror is odd or zero_on_side.
struct AxisMirror {
    bool half = false;
    equations::Mirror low = equations::Mirror::even;
    equations::Mirror high = equations::Mirror::even;

    /// The values [first_own(), end_own(n)) of an axis of n nodes are computed; all others follow from them.
    std::int64_t first_own() const { return half && !equations::is_zero_there(low) ? -1 : 0; }
    std::int64_t end_own(std::int64_t n) const { return half && equations::is_zero_there(high) ? n - 1 : n; }
};

/// The mirrors of a field along each axis. `rules`: mirror_half or odd_half per side; `order`: of first differences.
std::array<AxisMirror, 3> mirrors_of(const equations::Field& field, const std::array<HaloRule, 6>& rules, int order);

/// A value on or beyond a side: the sum of `count` values of the same axis, each times its weight, from the first to
/// the last; 0 if there are none.
template <class T>
struct SideValue {
    std::int64_t to = 0;
    int count = 0;
    std::array<std::int64_t, 3> from{};
    std::array<T, 3> weight{};
};

/// The values on and beyond the sides of an axis of n nodes, as far as `halo` nodes. Runs of fewer than four values
/// have mirror images only.
template <class T>
std::vector<SideValue<T>> side_values(const AxisMirror& mirror, std::int64_t n, std::int64_t halo);

}  // namespace wavesim::cpu
