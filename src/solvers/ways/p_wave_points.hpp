// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <optional>

#include "solvers/decision/draft.hpp"
#include "solvers/space/point_placer.hpp"
#include "stencils/tti/p_wave_point.hpp"

namespace wavesim {

/// Whether sources and receivers of a scene act on P waves only (Anisotropy::AroundSource).
bool has_p_wave_points(const Scene& scene);
/// Whether the medium around sources is made elliptical.
bool has_elliptical_sources(const Scene& scene);

/// Converts placed sources and receivers to points for P waves only, if the rock at them has a second wave. Consecutive
/// points in the same rock at distances of integer cells share their weights.
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

/// Reports the errors of these points for the sources and receivers of all shots, for the rock at each that is farthest
/// from elliptical. Level errors are for the shortest waves of the pulses, those of the second wave for the longest.
/// Needs a plan whose points are placed.
void note_p_wave_points(PlanDraft& draft);

}  // namespace wavesim
