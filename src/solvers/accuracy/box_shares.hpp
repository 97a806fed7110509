// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <vector>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Level of sound from boxes of a medium at the receivers, relative to that from an equally thick layer. It is the
/// product of strip_share() over the two axes across, as if the path went through the centre of the box. If the
/// path via the box is longer than the direct one, spreading reduces the level further.
class BoxShares {
  public:
    /// For the boxes that a line along `axis` through a point crosses.
    BoxShares(const PlanOutline& plan, int axis, const Point& through);

    /// Whether there are boxes.
    bool any() const { return !boxes_.empty(); }
    /// The largest fraction of all boxes, for waves of `wavelength` cells.
    double share(double wavelength) const;

  private:
    struct Way {
        std::array<double, 2> edges{};  ///< cells across the line; 0 where there is no axis
        double zone;                    ///< cells: l1 l2 / (l1 + l2) of the distances to source and receiver
        double level;                   ///< relative to the loudest direct sound
    };
    std::vector<Way> boxes_;
};

}  // namespace wavesim
