// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solvers/decision/outline.hpp"
#include "solvers/space/point_placer.hpp"
#include "solvers/ways/air_among_boxes.hpp"

namespace wavesim {

/// Positions of sources and receivers in every shot of a survey, independent of the shot of the plan; without a survey
/// in its single shot. Needs a plan whose points are placed.
class ShotPoints {
  public:
    /// `plan` must outlive the object.
    explicit ShotPoints(const PlanOutline& plan);
    ShotPoints(const ShotPoints&) = delete;
    ShotPoints& operator=(const ShotPoints&) = delete;

    std::int64_t shots() const;

    /// Sources and receivers of one shot.
    struct Points {
        std::int64_t shot;
        std::vector<PlannedPoint> sources;
        std::vector<PlannedPoint> receivers;  ///< those that the shot records
    };
    Points of(std::int64_t shot) const;

    /// Bounds of the path of sound from a source to a receiver through air, m.
    WayBounds way(const Points& points, std::size_t source, std::size_t receiver) const;

  private:
    PlannedPoint placed(const Point& at, Placement placement) const;

    const PlanOutline& plan_;
    mutable AirAmongBoxes air_;
    mutable PointPlacer placer_;  ///< caches its results
};

}  // namespace wavesim
