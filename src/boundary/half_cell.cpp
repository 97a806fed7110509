// SPDX-License-Identifier: MIT
#include "boundary/half_cell.hpp"

#include <utility>

#include "boundary/wall_ripple.hpp"
#include "stencils/scheme/memo.hpp"

namespace wavesim {

/// The distance from the wall to the first node plus the ripple there.
double half_cell_air_mass(const Stencil& stencil, WallPosition position) {
    static Memo<double> known;
    std::vector<double> key = numbers_of(stencil);
    key.push_back(static_cast<double>(position));
    return known.of(std::move(key), [&] {
        return (position == WallPosition::half ? 0.5 : 0.0) + wall_ripple(stencil, position, 1).front();
    });
}

}  // namespace wavesim
