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
/// The grid of a plan without them.
GridChoice domain_grid(const PlanOutline& plan);

/// Position from the grid's corner of one that counts from the domain's, and back; layers lie between the corners.
Point from_grid_corner(const Scene& scene, double spacing_m, const Point& in_domain);
Point from_domain_corner(const Scene& scene, double spacing_m, const Point& in_grid);

/// Values per node of the domain on the grid with its layers, into which those at the domain's edge go on; nothing
/// where there are none.
std::vector<float> grow_values(std::vector<float> values, const Extent& domain,
                               const std::array<std::int64_t, 6>& layers);

/// Nodes of a solid in the domain as those of the grid; a solid at an absorbing side goes on through its layer.
NodeBox from_grid_corner(const Scene& scene, const Extent& domain, const NodeBox& in_domain);

/// What solids leave to stencils at the sides that are no walls, in cells; very many where nothing limits it.
struct OpenSideRoom {
    std::int64_t air;    ///< least distance of a solid from a side that it does not run into
    std::int64_t solid;  ///< least thickness of a solid that runs into an absorbing side
    bool any_solid() const;
};
OpenSideRoom open_side_room(const Scene& scene, const GridChoice& grid);
/// Whether a stencil of that radius with those layers can stand beside the solids.
bool fits(const OpenSideRoom& room, std::int64_t radius, const LayerForm& form);

/// Peak frequency of a single source, else max_frequency / 2.5, Hz.
double layer_frequency(const PlanOutline& plan);

/// The same as plan_layers() without the tables, which have one entry per node of an axis.
AbsorbingLayers outline_layers(const PlanOutline& plan);

/// Layers of the planned grid, stencil and Courant number; damping of slow waves is set by layer_frequency().
AbsorbingLayers plan_layers(const PlanOutline& plan);
/// The tables of one of its layers alone, along x, the outermost node first.
AbsorbingLayers layer_tables(const PlanOutline& plan, Side side);

/// Solids too near, points on a free surface, walls that do not fit, stencils without stable layers.
void find_open_side_faults(const PlanDraft& draft, std::vector<Fault>& faults);

/// One line per kind of side that is no wall, for the plan.
std::vector<std::string> describe_open_sides(const PlanOutline& plan);

}  // namespace wavesim
