// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/schedule.hpp"
#include "stencils/gpu/layers/layer_plan.hpp"
#include "stencils/gpu/single/launch_choice.hpp"
#include "stencils/problem/regions.hpp"

namespace wavesim {

/// How plane sweeps update absorbing layers together with the bulk step of their nodes. The nodes next to every side
/// with a layer form a slab with its own sweep, which updates the layer across that side. Slabs across z extend from
/// side to side, those across y end at them, those across x end at both. Terms of a layer in slabs of other axes are
/// added by the layer kernels after the sweep (Corner).
struct LayerSlabs {
    /// The slabs across one axis; each is one tile wide along it. The frame of a slab across z swaps y and z of the
    /// field.
    struct Slab {
        int axis = 0;
        KernelTile tile;
        int sides = 0;
        std::array<int, 2> from{}, to{};  ///< nodes along the axis
        int tiles_x = 0, tiles = 0;       ///< of one side
        int planes = 0, chunk = 0;        ///< along the sweep
        int blocks() const { return tiles * ((planes + chunk - 1) / chunk); }
    };
    const KernelForm* form = nullptr;      ///< of the sweeps
    std::array<std::int64_t, 6> margin{};  ///< nodes next to each side that lie in slabs
    std::vector<Slab> slabs;               ///< across z, y and x; empty if layers are updated after the bulk step
    std::vector<LayerCorner> corners;
    Schedule inner;  ///< of the bulk step between the slabs
};
/// Widths of the slabs next to sides with layers. Every node that a layer changes lies in a slab, and packs and tiles
/// of sweeps begin at the slabs. The slabs may overlap.
std::array<std::int64_t, 6> layer_margins(const StencilProblem& problem, const LayerPlan& layers);

LayerSlabs plan_slabs(const StencilProblem& problem, const KernelForm& form, const DeviceLayout& layout,
                      int shared_limit);

/// The bulk step and the slabs as regions of a table; only the bulk step if layers are updated after it.
std::vector<Region> slab_regions(const LayerSlabs& plan, const Extent& extent, const KernelTile& bulk);

/// Chooses the number of planes per block, for every slab and for the bulk step with that tile, such that all finish at
/// the same time.
void share_planes(LayerSlabs& plan, const StencilProblem& problem, const KernelTile& bulk, int multiprocessors);

/// Name of the slab's kernel in the cache.
std::string slab_name(const LayerSlabs::Slab& slab);

/// Arguments for the sweep of a slab, whose frame may swap y and z; pointers to fields and memory are not set.
template <class Real>
kernels::FieldArguments<Real> slab_field(const LayerSlabs& plan, const LayerSlabs::Slab& slab,
                                         const kernels::FieldArguments<Real>& grid);
template <class Real>
kernels::SweepLayer<Real> slab_layer(const LayerSlabs::Slab& slab, const kernels::LayerArguments<Real>& layers);

}  // namespace wavesim
