// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/schedule.hpp"
#include "stencils/gpu/layers/layer_plan.hpp"
#include "stencils/gpu/single/launch_choice.hpp"
#include "stencils/problem/regions.hpp"

namespace wavesim {

/// How plane sweeps move absorbing layers together with the bulk step of their nodes. The nodes next to every side with
/// a layer are a slab with a sweep of its own, which moves the layer across that side. Slabs across z reach from side
/// to side, those across y end at them, those across x at both; what layers add to slabs of other axes is left to their
/// kernels after the sweep (Corner).
struct LayerSlabs {
    /// The slabs across one axis, a tile each along it. The frame of an axis z swaps y and z of the field.
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
    std::vector<Slab> slabs;               ///< across z, y and x; empty where layers are moved after the bulk step
    std::vector<LayerCorner> corners;
    Schedule inner;  ///< of the bulk step between the slabs
};
/// How wide slabs next to sides with layers are, so that every node that a layer changes lies in one, and packs and
/// tiles of sweeps begin at them. The slabs may meet.
std::array<std::int64_t, 6> layer_margins(const StencilProblem& problem, const LayerPlan& layers);

LayerSlabs plan_slabs(const StencilProblem& problem, const KernelForm& form, const DeviceLayout& layout,
                      int shared_limit);

/// The bulk step and the slabs as rows of a table; the bulk step alone where layers are moved after it.
std::vector<Region> slab_regions(const LayerSlabs& plan, const Extent& extent, const KernelTile& bulk);

/// Chooses the planes of a block, of every slab and of the bulk step with that tile, so that all end together.
void share_planes(LayerSlabs& plan, const StencilProblem& problem, const KernelTile& bulk, int multiprocessors);

/// Name of its kernel in the cache.
std::string slab_name(const LayerSlabs::Slab& slab);

/// For the sweep of a slab, whose frame may swap y and z; fields and memory are still missing.
template <class Real>
kernels::FieldArguments<Real> slab_field(const LayerSlabs& plan, const LayerSlabs::Slab& slab,
                                         const kernels::FieldArguments<Real>& grid);
template <class Real>
kernels::SweepLayer<Real> slab_layer(const LayerSlabs::Slab& slab, const kernels::LayerArguments<Real>& layers);

}  // namespace wavesim
