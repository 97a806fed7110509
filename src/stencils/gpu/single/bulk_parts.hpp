// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "stencils/gpu/single/layer_slabs.hpp"

namespace wavesim {

/// Which form computes the bulk step where: one form for the whole grid; or one for the inner box and another for the
/// slabs next to sides with absorbing layers. In the second case layers are updated after the bulk step.
struct RegionForms {
    const KernelForm* inner;
    const KernelForm* layers;
    bool cut() const { return layers != inner; }
    /// Name of the backend: one name, or both with a plus between.
    std::string name() const;
};

/// Boxes of nodes that one form updates with one tile.
struct BulkPart {
    const KernelForm* form;
    KernelTile tile;
    std::vector<NodeBox> boxes;
    std::optional<Schedule> schedule = {};  ///< schedule of the single box, if it was balanced against slabs
};

/// Empty when two forms can share the grid of a problem, else one sentence why not.
std::string cut_why_not(const StencilProblem& problem, const DeviceLayout& layout);

/// The grid in parts, one per form: all of it, the box between `slabs` if there are any, or the two parts of a cut
/// grid. `tile`: one of tiles_to_try() of the only form, empty for the first.
std::vector<BulkPart> bulk_parts(const RegionForms& forms, const StencilProblem& problem, const DeviceLayout& layout,
                                 const LayerSlabs& slabs, const std::string& tile, int shared_limit);

/// Regions for a table: the two parts of a cut grid, or slab_regions(). `tile`: as in bulk_parts().
std::vector<Region> bulk_regions(const RegionForms& forms, const StencilProblem& problem, const DeviceLayout& layout,
                                 const std::string& tile, int shared_limit);

/// Fraction of the nodes that the inner form updates.
double inner_share(const RegionForms& forms, const StencilProblem& problem);

}  // namespace wavesim
