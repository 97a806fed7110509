// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>

#include "stencils/equations/program.hpp"

namespace wavesim::equations {

// Values beyond a side that are no mirror images, for fields that have neither an even nor an odd continuation, as at a
// free surface of elastic rock. Polynomials continue them, so differences across the side become one-sided.

/// The field is 0 on the side. Beyond it a cubic goes on through this 0 and the next three values.
inline constexpr Mirror zero_on_side = static_cast<Mirror>(2);
/// Beyond the side a parabola goes on through the three nearest values.
inline constexpr Mirror smooth = static_cast<Mirror>(3);

inline bool is_one_sided(Mirror mirror) { return mirror == zero_on_side || mirror == smooth; }
/// Whether the field is 0 on the side.
inline bool is_zero_there(Mirror mirror) { return mirror == Mirror::odd || mirror == zero_on_side; }

/// Whether a field is continued beyond the sides like a pressure, as points between nodes require.
inline bool goes_on_as_pressure(const Field& field) {
    return std::ranges::count(field.rigid, Mirror::even) == 3 && std::ranges::all_of(field.release, is_zero_there);
}

/// Differences of order 2 keep the energy constant only with mirror images, which they have instead of polynomials.
inline Mirror image_of_order(Mirror mirror, int order) {
    if (order > 2 || !is_one_sided(mirror)) return mirror;
    return mirror == zero_on_side ? Mirror::odd : Mirror::even;
}

/// How much higher the highest frequency may be beside a side with one-sided differences of order 4 and more, relative
/// to that of plane waves. It was at most 1.034 for elastic waves whose P speed is 1.4 to 40 times the S speed. In a
/// corner of such sides along several axes it is the product.
inline constexpr double one_sided_frequency = 1.04;

}  // namespace wavesim::equations
