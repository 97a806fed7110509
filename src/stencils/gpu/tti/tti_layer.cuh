// SPDX-License-Identifier: MIT
// Absorbing layers of the self-adjoint form of TTI media: at the nodes of the layers across an axis d, for both fields
//   psi_d := b psi_d + a g_d,  g_d += psi_d        in pass 1
//   xi_d := b xi_d + a D_d F_d,  D_d F_d += xi_d   in pass 2
// The memory of each node is updated by the thread of the node, once a step. Cost per layer node and axis in values: 8.
// Whole packs and early loads matter: node by node, with each load in its own branch, layers needed nine times that.
#pragma once
#include "stencils/gpu/common/primitives.cuh"
#include "stencils/gpu/tti/tti_arguments.cuh"

namespace wavesim::kernels {

/// The layers across axis d at `count` neighbouring nodes along x: one node, or a whole pack. A pack may extend beyond
/// a layer to nodes where gain and memory are 0.
template <class Real, int d, int count>
struct TtiLayerNodes {
    static_assert(count == 1 || count == Pack<Real>::size);
    using Values = Real[count];

    const TtiLayer<Real>& layer;
    int index;    ///< of the first node along d
    bool inside;  ///< the nodes lie in a layer
    Int64 place;  ///< position in the memory

    WAVESIM_DEVICE TtiLayerNodes(const TtiArguments<Real>& a, int x, int y, int z)
        : layer(a.layer[d]),
          index(d == 0   ? x
                : d == 1 ? y
                         : z),
          inside(false),
          place(0) {
        const int n = d == 0 ? a.nx : d == 1 ? a.ny : a.nz;
        const int last = d == 0 ? index + count - 1 : index;
        const bool low = index < layer.low;
        inside = low || (layer.high > 0 && last >= n - layer.high);
        const int stored = low ? index : index - layer.shift;
        place = (d == 2 ? stored : z) * layer.plane + ((d == 1 ? stored : y) * layer.pitch + (d == 0 ? stored : x));
    }
    /// Loads the memory; to be called long before absorb().
    WAVESIM_DEVICE void ask(const Real* memory, Values& was) const {
        if (!inside) return;
        if constexpr (count == 1) {
            was[0] = load(memory + place);
        } else {
            const Pack<Real> pack = load_pack(memory + place);
            for (int i = 0; i < count; ++i) was[i] = pack.v[i];
        }
    }
    /// Updates the memory and adds the new values to the slopes.
    WAVESIM_DEVICE void absorb(Real* memory, const Values& was, Values& slope) const {
        if (!inside) return;
        Pack<Real> moved;
        for (int i = 0; i < count; ++i) {
            const int at = d == 0 ? index + i : index;
            moved.v[i] = fused(load_read_only(layer.gain + at), slope[i], load_read_only(layer.decay + at) * was[i]);
            slope[i] += moved.v[i];
        }
        if constexpr (count == 1)
            store(memory + place, moved.v[0]);
        else
            store_pack(memory + place, moved);
    }
};

}  // namespace wavesim::kernels
