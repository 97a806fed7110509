// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "stencils/gpu/single/layer_slabs.hpp"

namespace wavesim {

/// Which form moves the bulk step where: one the whole grid; or one the inner box and another the slabs next to sides
/// with absorbing layers, which are moved after the bulk step then.
struct RegionForms {
    const KernelForm* inner;
    const KernelForm* layers;
    bool cut() const { return layers != inner; }
    /// As a backend is called: one name, or both with a plus between them.
    std::string name() const;
};

/// Boxes of nodes that one form moves with one tile.
struct BulkPart {
    const KernelForm* form;
    KernelTile tile;
    std::vector<NodeBox> boxes;
    std::optional<Schedule> schedule = {};  ///< of the one box, where slabs have been weighed against it
};

/// Empty when two forms can share the grid of a problem, else one sentence why not.
std::string cut_why_not(const StencilProblem& problem, const DeviceLayout& layout);

/// The grid in parts, one per form: all of it, the box between `slabs` where there are any, or the two of a cut grid.
/// `tile`: one of tiles_to_try of the only form, empty for the first.
std::vector<BulkPart> bulk_parts(const RegionForms& forms, const StencilProblem& problem, const DeviceLayout& layout,
                                 const LayerSlabs& slabs, const std::string& tile, int shared_limit);

/// Rows of a table: the grid cut in two, or slab_regions.
std::vector<Region> bulk_regions(const RegionForms& forms, const StencilProblem& problem, const DeviceLayout& layout,
                                 int shared_limit);

/// Share of the nodes that the inner form moves.
double inner_share(const RegionForms& forms, const StencilProblem& problem);

}  // namespace wavesim
