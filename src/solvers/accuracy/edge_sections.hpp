// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "solvers/accuracy/edge_ways.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// A point with another coordinate along an axis.
Point with(Point at, int axis, double to);

/// A box as requested and on the grid, m.
struct EdgedBox {
    Point from, to, grid_from, grid_to;
};

/// A box in the plane across one of its edges.
struct EdgeSection {
    int edge = 0;               ///< axis of the edge
    std::array<int, 2> axes{};  ///< of the plane
    FlatBox asked, gridded;
    double low = 0, high = 0;  ///< ends of the edge
    double middle = 0;         ///< of the edge of the box, without its images

    FlatPoint flat(const Point& at) const { return {at.along(axes[0]), at.along(axes[1])}; }
    FlatBox flat(const Point& from, const Point& to) const { return {flat(from), flat(to)}; }
};

/// The boxes of a plan: what they hide, where their edges are, and the paths around these.
class EdgeSections {
  public:
    /// The plan must outlive it.
    explicit EdgeSections(const PlanOutline& plan);

    const std::vector<EdgedBox>& boxes() const { return boxes_; }
    double wavelength_m() const { return wavelength_m_; }
    /// Sources and receivers that are examined, so that pairs of these times boxes stay a reasonable number.
    std::size_t most_points() const { return most_points_; }

    double straight_m(const Point& from, const Point& to) const;
    /// Whether a straight line between two points passes through a box.
    bool is_between(const EdgedBox& box, const Point& from, const Point& to) const;
    bool hidden(const Point& from, const Point& to) const;

    template <class Act>
    void each_section(const EdgedBox& box, const Act& act) const {
        for (const int edge : {0, 1, 2})
            if (!(plan_.scene.dims == 2 && edge != 1)) act(section(box, edge));
    }

    /// How much longer than the straight line a path over an edge is, in wavelengths. `way` is its part across the
    /// edge; past the end of an edge the path goes by that end.
    double longer(const EdgeSection& section, const Point& from, const Point& to, const WayAround& way) const;
    /// Part of the sound that comes from an edge of finite length.
    double share(const EdgeSection& section, const Point& from, const Point& to, const WayAround& way) const;
    /// Whether a corner of a section is an edge: all around it is air.
    bool is_edge(const EdgedBox& box, const EdgeSection& section, std::size_t corner) const;
    /// The path around a box, if all its corners are edges.
    std::optional<WayAround> free_way(const EdgedBox& box, const EdgeSection& section, const Point& from,
                                      const Point& to, bool left) const;

    /// Whether no other box hides a corner of a section from either point.
    bool sees(const std::vector<EdgedBox>& boxes, const EdgedBox& box, const EdgeSection& section, std::size_t corner,
              const Point& from, const Point& to) const;

  private:
    EdgeSection section(const EdgedBox& box, int edge) const;
    double beside(const EdgeSection& section, const Point& from, const Point& to) const;

    const PlanOutline& plan_;
    std::vector<EdgedBox> boxes_;
    double wavelength_m_ = 1;
    std::size_t most_points_ = 0;
};

}  // namespace wavesim
