// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "boundary/absorbing.hpp"
#include "solvers/decision/draft.hpp"

namespace wavesim {

// Sides that are no walls: absorbing layers outside the domain, by which the grid grows, and free surfaces.

/// The grid with the layers around it.
Extent grow_extent(const Extent& domain, const std::array<std::int64_t, 6>& layers);
/// The grid of a plan without its layers.
GridChoice domain_grid(const PlanOutline& plan);

/// Converts a position relative to the domain's corner to one relative to the grid's corner, and back; layers lie
/// between the corners.
Point from_grid_corner(const Scene& scene, double spacing_m, const Point& in_domain);
Point from_domain_corner(const Scene& scene, double spacing_m, const Point& in_grid);

/// Values per node of the domain, extended to the grid with its layers, which repeat the values at the edge of the
/// domain. Empty if there are none.
std::vector<float> grow_values(std::vector<float> values, const Extent& domain,
                               const std::array<std::int64_t, 6>& layers);

/// Converts nodes of a solid in the domain to those of the grid; a solid at an absorbing side continues through its
/// layer.
NodeBox from_grid_corner(const Scene& scene, const Extent& domain, const NodeBox& in_domain);

/// Space beside solids for stencils at sides that are not walls, in cells; very large if nothing limits it.
struct OpenSideRoom {
    std::int64_t air;    ///< smallest distance of a solid from a side into which it does not extend
    std::int64_t solid;  ///< smallest thickness of a solid that extends into an absorbing side
    bool any_solid() const;
};
OpenSideRoom open_side_room(const Scene& scene, const GridChoice& grid);
/// Whether a stencil of that radius with those layers fits beside the solids.
bool fits(const OpenSideRoom& room, std::int64_t radius, const LayerForm& form);

/// Peak frequency of a single source, else max_frequency / 2.5, Hz.
double layer_frequency(const PlanOutline& plan);

/// Like plan_layers(), but without the tables, which have one entry per node of an axis.
AbsorbingLayers outline_layers(const PlanOutline& plan);

/// Layers of the planned grid, stencil and Courant number; damping of slow waves is set by layer_frequency().
AbsorbingLayers plan_layers(const PlanOutline& plan);
/// The tables of a single layer of a plan, along x, the outermost node first.
AbsorbingLayers layer_tables(const PlanOutline& plan, Side side);

/// Finds solids too near to layers, points on a free surface, impossible walls, and stencils without stable layers.
void find_open_side_faults(const PlanDraft& draft, std::vector<Fault>& faults);

/// One line per kind of side that is not a wall, for the plan.
std::vector<std::string> describe_open_sides(const PlanOutline& plan);

}  // namespace wavesim
