// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/backend/isa.hpp"
#include "stencils/cpu/factor_view.hpp"

namespace wavesim::cpu {

/// Largest radius that the kernels support.
inline constexpr int radius_max = 24;

/// Rows around an output row with equal weights: those with the same {|dy|, |dz|}, in any order and with any signs.
template <class T>
struct RowClass {
    std::int64_t rows[8];       ///< distance in memory to each row, in values
    T minus_count;              ///< -(number of rows)
    T weights[radius_max + 8];  ///< courant^2 a for |dx| = 0 .. radius, then zeros
};

/// Weights of the rows within 2 of the output row. All rows with the same {|dy|, |dz|} = {far, near} share an entry.
template <class T>
struct NearRows {
    static constexpr int classes = 6;
    static constexpr int number(int far, int near) { return far * (far + 1) / 2 + near; }
    T weights[classes][3];        ///< courant^2 a for |dx| = 0, 1, 2; [0] is the middle row and unused
    std::uint32_t used[classes];  ///< bit dx: a weight that is not 0
};

/// A stencil regrouped for the update of one row. In differences to the middle row u_0 the operator is
///   courant^2 L u (x) = sum_dx axis_dx (u_0(x-dx) + u_0(x+dx) - 2 u_0(x)) + H_0(x) + sum_dx (H_dx(x-dx) + H_dx(x+dx)),
///   H_dx(x) = sum_classes weights_dx (sum_rows u(x) - rows u_0(x)),
/// which is exactly zero for a constant field however the weights are rounded.
template <class T>
struct RowStencilView {
    int radius;
    int reach;           ///< largest dx with a weight in `classes`; 0 for stars
    const T* axis;       ///< dx = 0 .. radius: weights of the stencil collapsed onto x; axis[0] is unused
    const T* axis_rest;  ///< rounding error of `axis`, so that every weight of the middle row is accurate; 0 beyond
                         ///< reach
    const RowClass<T>* classes;  ///< without the middle row; classes of 2 rows first, then 4, then 8
    std::int64_t class_count[3];
    const NearRows<T>* near_rows;  ///< the same rows in another form; nullptr in 2D and where rows are further away
};

/// Most planes of a panel: kernels update one node of each plane together, since these share rows.
inline constexpr std::int64_t most_planes = 4;

/// Rows y = 0 .. rows-1 of planes z = 0 .. planes-1; u and v point at node x = 0 of the first.
template <class T>
struct Panel {
    const T* u;
    T* v;
    std::int64_t count;  ///< nodes per row
    std::int64_t rows;
    std::int64_t planes;
    std::int64_t row_pitch;
    std::int64_t plane_pitch;
    std::int64_t chunk;    ///< nodes of a row to update before the next row, a multiple of 64 bytes
    std::int64_t u_ahead;  ///< prefetch distance from u to memory that is needed soon
    std::int64_t v_ahead;
};

/// A panel in a medium of several wave speeds.
template <class T>
struct VariablePanel : Panel<T> {
    const T* factor;  ///< (c_i / c)^2 of every node, with the same layout as v
    std::int64_t factor_ahead;
};

/// The same with factors stored as codes.
template <class T>
struct CodedPanel : Panel<T> {
    FactorView<T> factor;  ///< from node x = 0 of the first row on
    std::int64_t factor_ahead;
};

/// v := 2 u - v + courant^2 L u on a panel. On a VariablePanel or CodedPanel the last term is courant^2 factor L u.
template <class T, class AnyPanel = Panel<T>>
using PanelKernel = void (*)(const RowStencilView<T>& stencil, const AnyPanel& panel);

template <class T, class AnyPanel = Panel<T>>
PanelKernel<T, AnyPanel> panel_kernel(Isa isa);

}  // namespace wavesim::cpu
