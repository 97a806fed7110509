// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/backend/isa.hpp"
#include "stencils/cpu/factor_view.hpp"
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

/// Orders for which kernels are compiled.
constexpr bool known_order(int half_order) { return (half_order >= 1 && half_order <= 6) || half_order == 8; }
/// Orders for which values stay in registers along a row, if a vector is at least as long.
constexpr bool short_order(int half_order) { return half_order >= 1 && half_order <= 4; }

/// Rows that a layer of the y or z axis processes together if its order is known: they share most of their neighbours.
constexpr std::int64_t layer_rows = 4;

/// One row, or `layer_rows` rows that are neighbours along the axis of a layer, y or z. Memory rows are a multiple of a
/// vector long.
template <class T>
struct LayerRows {
    const T* u;              ///< node x = 0 of the first row
    std::int64_t step;       ///< to the next row, the neighbour along the axis
    std::int64_t beside[2];  ///< averaged layers: to the neighbours along the other axes; the second is 0 in 2D
    std::int64_t count;      ///< nodes
    std::int64_t rows;
    std::int64_t ahead;    ///< to the memory of the next rows, which is prefetched
    std::int64_t u_ahead;  ///< from u to the values that the next rows are the first to need
    T decay[layer_rows];   ///< b, a of each row
    T gain[layer_rows];
};

/// psi := b psi + a D u
template <class T>
using PsiKernel = void (*)(const LayerStencil<T>&, const LayerRows<T>&, T* const* psi);

/// zeta := b zeta + a (D2 u + D psi) if there is a zeta;  v += courant^2 factor (D psi + zeta), with factor 1 if there
/// is none. `psi` holds the rows from M before the first to M behind the last; v and factor point to the first row.
template <class T>
using LayerRowsKernel = void (*)(const LayerStencil<T>&, const LayerRows<T>&, const T* const* psi, T* const* zeta, T* v,
                                 const FactorView<T>& factor);

/// The parts of neighbouring rows that lie in a layer of the x axis, `width` nodes, and the M nodes beside the layer on
/// one side. They are part of a window of whole cache lines, in which tables, psi and zeta are 0 outside the layer.
/// Between the layers of two rows psi is 0 for 2 M nodes that another thread may read: only zeros are stored there.
template <class T>
struct LayerEnds {
    const T* u;  ///< first node of the window in the first row
    T* v;
    FactorView<T> factor;  ///< from that node on, as all members below
    T* psi;
    T* zeta;
    const T* decay;
    const T* gain;
    std::int64_t window;  ///< values in the window
    std::int64_t nodes;   ///< nodes of the row from the first of the window on
    std::int64_t lead;    ///< from the start of the window to the first node of the layer
    std::int64_t width;
    std::int64_t before;  ///< nodes of the domain before the layer on which the layer acts: M or 0
    std::int64_t behind;  ///< the same behind the layer
    std::int64_t rows;    ///< number of rows; as many following rows are prefetched
    std::int64_t row_pitch;
    std::int64_t memory_pitch;
    std::int64_t beside[2];
};

/// Both functions above, for rows that cross the layer.
template <class T>
using LayerEndsKernel = void (*)(const LayerStencil<T>&, const LayerEnds<T>&);

template <class T>
struct LayerKernels {
    PsiKernel<T> update_psi;
    LayerRowsKernel<T> update_rows;
    LayerEndsKernel<T> update_ends;
};
template <class T>
LayerKernels<T> layer_kernels(Isa isa);

}  // namespace wavesim::cpu
