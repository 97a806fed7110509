// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "solvers/accuracy/edge_sections.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// A source and a receiver, or images of these.
struct PointPair {
    Point from, to;
};

/// A side that reflects, as a mirror for sources, receivers and boxes.
class SideMirror {
  public:
    SideMirror(const PlanOutline& plan, Side side, const EdgeSections& sections);

    /// Boxes that touch the side go on as their images.
    const std::vector<EdgedBox>& boxes() const { return boxes_; }
    /// A source and a receiver, of which one or both are images.
    std::array<PointPair, 3> images(const PointPair& pair) const;
    /// Amount of the reflection coefficient for the straight line between an image and a point.
    double reflects(const PointPair& image) const;

  private:
    const EdgeSections& sections_;
    int axis_;
    double end_;
    double admittance_;
    std::vector<EdgedBox> boxes_;
};
/// The mirrors of all sides of a plan; `sections` must outlive them.
std::vector<SideMirror> side_mirrors(const PlanOutline& plan, const EdgeSections& sections);

/// Sources that are not silent and receivers, at most so many of each.
std::vector<PointPair> examined_pairs(const PlanOutline& plan, std::size_t most_points);

}  // namespace wavesim
