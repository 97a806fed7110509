// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <optional>

#include "solvers/decision/draft.hpp"
#include "solvers/space/point_placer.hpp"
#include "stencils/tti/p_wave_point.hpp"

namespace wavesim {

/// Whether sources and receivers of a scene act on P waves alone (Anisotropy::AroundSource).
bool has_p_wave_points(const Scene& scene);
/// Whether the medium around sources is made elliptical.
bool has_elliptical_sources(const Scene& scene);

/// Makes placed sources and receivers ones of P waves alone, where the rock at them has a second wave. Points of one
/// rock that follow each other whole cells apart share their weights.
class PWavePoints {
  public:
    /// `draft` must outlive the object.
    explicit PWavePoints(const PlanDraft& draft) : draft_(draft) {}
    /// `in_grid`: position from the corner of the grid.
    void make(const Point& in_grid, PlacedPoint& point);

  private:
    const PlanDraft& draft_;
    std::optional<PWavePoint> last_;
    PointRock rock_;
    std::array<double, 3> offset_{};
    PWavePoint::Block block_;
};

/// Reports what is wrong with them, for the sources and receivers of all shots: for the rock at each that is farthest
/// from elliptical. Levels are of the shortest waves of the pulses, the second wave is of the longest. Needs a plan
/// whose points are placed.
void note_p_wave_points(PlanDraft& draft);

}  // namespace wavesim
