// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/cpu/factor_view.hpp"
#include "stencils/cpu/isa.hpp"
#include "stencils/cpu/row_kernel.hpp"

namespace wavesim::cpu {

/// Differences of absorbing layers (absorbing_layers.hpp); all distances in values.
template <class T>
struct LayerStencil {
    int half_order;  ///< M
    bool averaged;
    T first[radius_max + 1];   ///< c_m, m = 1 .. M
    T second[radius_max + 1];  ///< beta_m
    T push;                    ///< courant^2
};

/// Orders that the kernels know at compile time.
constexpr bool known_order(int half_order) { return half_order == 1 || half_order == 2 || half_order == 4; }

/// One row across which a layer of the y or z axis lies. Memory rows are whole vectors long.
template <class T>
struct LayerRow {
    const T* u;              ///< node x = 0
    std::int64_t step;       ///< to the neighbour along the axis of the layer
    std::int64_t beside[2];  ///< averaged: to the neighbours along the other axes; the second is 0 in 2D
    std::int64_t count;      ///< nodes
    std::int64_t ahead;      ///< to the next row of memory, which is fetched meanwhile
    std::int64_t u_ahead;    ///< from u to what the next row is the first to need
    T decay;                 ///< b, a of the row
    T gain;
};

/// psi := b psi + a D u
template <class T>
using PsiKernel = void (*)(const LayerStencil<T>&, const LayerRow<T>&, T* psi);

/// zeta := b zeta + a (D2 u + D psi) where there is a zeta;  v += courant^2 factor (D psi + zeta), factor 1 where there
/// is none. `psi` holds the rows of the neighbours -M .. M along the axis.
template <class T>
using LayerRowKernel = void (*)(const LayerStencil<T>&, const LayerRow<T>&, const T* const* psi, T* zeta, T* v,
                                const FactorView<T>& factor);

/// The ends of neighbouring rows that lie in a layer of the x axis, `width` nodes, and the M nodes beside it on one
/// side. Tables are 0 behind the layer. Between the layers of two rows psi is 0 for 2 M nodes that no row stores, since
/// another thread may read them.
template <class T>
struct LayerEnds {
    const T* u;  ///< first node of the layer in the first row
    T* v;
    FactorView<T> factor;  ///< from the first node of the layer on
    T* psi;                ///< at that node, too
    T* zeta;
    const T* decay;
    const T* gain;
    std::int64_t width;
    std::int64_t before;  ///< nodes of the domain before the layer that feel it: M or 0
    std::int64_t behind;  ///< and behind it
    std::int64_t rows;    ///< as many again are fetched meanwhile
    std::int64_t row_pitch;
    std::int64_t memory_pitch;
    std::int64_t beside[2];
};

/// Both of the above, for rows that cross the layer.
template <class T>
using LayerEndsKernel = void (*)(const LayerStencil<T>&, const LayerEnds<T>&);

template <class T>
struct LayerKernels {
    PsiKernel<T> update_psi;
    LayerRowKernel<T> update_row;
    LayerEndsKernel<T> update_ends;
};
template <class T>
LayerKernels<T> layer_kernels(Isa isa);

}  // namespace wavesim::cpu
