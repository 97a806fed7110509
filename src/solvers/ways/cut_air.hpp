// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "boundary/air_regions.hpp"
#include "solvers/decision/draft.hpp"

namespace wavesim {

/// The air regions of a scene on its grid. They are found on the cells into which the faces of solids and sheets cut
/// the domain, so that the cost grows with the solids and not with the nodes. No solid ends at an absorbing layer, so
/// layers do not connect separate regions.
class CutAir {
  public:
    /// `boxes` as from solid_nodes; `draft` must outlive the object.
    CutAir(const PlanDraft& draft, const std::vector<NodeBox>& boxes);

    /// Cells that the constructor would search.
    static std::int64_t cells(const PlanDraft& draft, const std::vector<NodeBox>& boxes);
    std::int64_t count() const { return regions_.count(); }

    /// Region of the first air node whose cell contains a point; -1 in a solid.
    std::int64_t of(const Point& point) const;

  private:
    /// Per axis the first nodes of the intervals, and the end.
    using Cuts = std::array<std::vector<std::int64_t>, 3>;
    static Cuts cut(const PlanDraft& draft, const std::vector<NodeBox>& boxes, const std::vector<NodeSheet>& sheets);
    static Extent extent_of(const Cuts& cuts);
    std::int64_t interval(std::size_t axis, std::int64_t node) const;
    VoxelRoom room(const std::vector<NodeBox>& boxes, const std::vector<NodeSheet>& sheets) const;

    const PlanDraft& draft_;
    Cuts cuts_;
    AirRegions regions_;
};

}  // namespace wavesim
