// SPDX-License-Identifier: MIT
// Absorbing layers of the self-adjoint form of TTI media: at the nodes of the layers across an axis d, for both fields
//   psi_d := b psi_d + a g_d,  g_d += psi_d        in pass 1
//   xi_d := b xi_d + a D_d F_d,  D_d F_d += xi_d   in pass 2
// Every memory is moved by the thread of its node, once a step. Cost per layer node and axis in values: 8.
#pragma once
#include "stencils/kernels/primitives.cuh"
#include "stencils/kernels/tti_arguments.cuh"

namespace wavesim::kernels {

/// The layers across axis d as seen from one node.
template <class Real, int d>
struct TtiLayerNode {
    int index;    ///< of the node along d
    int stored;   ///< its number among the layer nodes, low ones first; -1 for none
    Int64 place;  ///< in the memory

    WAVESIM_DEVICE TtiLayerNode(const TtiArguments<Real>& a, int x, int y, int z)
        : index(d == 0   ? x
                : d == 1 ? y
                         : z),
          stored(number(a, index)),
          place(0) {
        if (stored < 0) return;
        const TtiLayer<Real>& layer = a.layer[d];
        place = (d == 2 ? stored : z) * layer.plane + ((d == 1 ? stored : y) * layer.pitch + (d == 0 ? stored : x));
    }
    static WAVESIM_DEVICE int number(const TtiArguments<Real>& a, int index) {
        const int n = d == 0 ? a.nx : d == 1 ? a.ny : a.nz;
        const int high = index - (n - a.layer[d].high);
        return index < a.layer[d].low ? index : high >= 0 ? high + a.layer[d].low : -1;
    }
    /// Moves a memory; the slope with what is added to it.
    WAVESIM_DEVICE Real absorb(const TtiLayer<Real>& layer, Real* memory, Real slope) const {
        if (stored < 0) return slope;
        const Real decay = load_read_only(layer.decay + index);
        const Real gain = load_read_only(layer.gain + index);
        const Real moved = fused(gain, slope, decay * load(memory + place));
        store(memory + place, moved);
        return slope + moved;
    }
};

}  // namespace wavesim::kernels
