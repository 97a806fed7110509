// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "solvers/plan_draft.hpp"

namespace wavesim {

// Sides that are no walls: absorbing layers outside the domain, by which the grid grows, and free surfaces.

/// The grid with the layers around it.
Extent grow_extent(const Extent& domain, const std::array<std::int64_t, 6>& layers);

/// Position from the grid's corner of one that counts from the domain's, and back; layers lie between the corners.
Point from_grid_corner(const Scene& scene, double spacing_m, const Point& in_domain);
Point from_domain_corner(const Scene& scene, double spacing_m, const Point& in_grid);

/// Values per node of the domain on the grid with its layers, into which those at the domain's edge go on; nothing
/// where there are none.
std::vector<float> grow_values(std::vector<float> values, const Extent& domain,
                               const std::array<std::int64_t, 6>& layers);

/// Nodes of the domain as those of the grid.
NodeBox from_grid_corner(const Scene& scene, const NodeBox& in_domain);

/// Peak frequency of a single source, else max_frequency / 2.5, Hz.
double layer_frequency(const PlanOutline& plan);

/// The same as plan_layers() without the tables, which have one entry per node of an axis.
AbsorbingLayers outline_layers(const PlanOutline& plan);

/// Layers of the planned grid, stencil and Courant number; damping of slow waves is set by layer_frequency().
AbsorbingLayers plan_layers(const PlanOutline& plan);

/// Solids too near, points on a free surface, walls that do not fit, stencils without stable layers.
void find_open_side_faults(const PlanDraft& draft, std::vector<Fault>& faults);

/// One line per kind of side that is no wall, for the plan.
std::vector<std::string> describe_open_sides(const PlanOutline& plan);

}  // namespace wavesim
