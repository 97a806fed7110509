// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <vector>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// How much boxes of a medium send from sources to receivers, over what a layer as thick would. It is the strip_share()
/// of each axis across, as if the middle of the box were on the way. It is less where that way is longer than the
/// direct one.
class BoxShares {
  public:
    /// Of the boxes that a line along an axis through a point meets.
    BoxShares(const PlanOutline& plan, int axis, const Point& through);

    /// Whether there are boxes.
    bool any() const { return !boxes_.empty(); }
    /// The largest share, for waves of that many cells.
    double share(double wavelength) const;

  private:
    struct Way {
        std::array<double, 2> edges{};  ///< cells across the line; 0 where there is no axis
        double zone;                    ///< cells: one over the sum of one over both distances
        double level;                   ///< over the loudest direct sound
    };
    std::vector<Way> boxes_;
};

}  // namespace wavesim
