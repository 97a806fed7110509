// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "solvers/decision/draft.hpp"
#include "solvers/space/air_lattice.hpp"
#include "solvers/ways/cut_air.hpp"

namespace wavesim {

/// Shortest paths of sound through the air of a scene: straight lines, and paths around the solids if a solid on the
/// grid blocks the line. Sheets count only where they seal off air. If the search would take too long, with very many
/// solids, paths are assumed to be straight.
class SoundWays {
  public:
    /// `draft` must outlive the object.
    explicit SoundWays(const PlanDraft& draft);

    /// Bounds of the paths from a point to others, m. Infinite if solids seal them off from each other.
    std::vector<WayBounds> from(const Point& source, const std::vector<Point>& points);

    static std::vector<WayBounds> straight(const Point& source, const std::vector<Point>& points);

    /// A length that nearly every path stays below, m: twice the sides of the domain and of all solids.
    double ample() const { return ample_m_; }

  private:
    Node home(const Point& point) const;
    bool is_blocked(const Point& a, const Point& b) const;

    const PlanDraft& draft_;
    std::vector<NodeBox> solids_;
    std::vector<NodeBox> blocks_;  ///< solids, and sheets as boxes without thickness
    std::optional<CutAir> air_;
    std::optional<AirLattice> lattice_;
    double ample_m_ = 0;
};

/// Paths from each source of the draft to each of its receivers, one source after the other; empty without solids.
std::vector<WayBounds> direct_ways(const PlanDraft& draft);
/// The same in every shot of a survey, one shot after the other; empty without a survey. Paths of sources beyond the
/// first 32 are assumed to be straight.
std::vector<WayBounds> direct_ways_of_shots(const PlanDraft& draft);

}  // namespace wavesim
