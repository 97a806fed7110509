// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/stencil.hpp"

namespace wavesim::cpu {

/// Rows around an output row that share all weights: the same {|dy|, |dz|}, any order and signs.
template <class T>
struct RowClass {
    std::vector<std::int64_t> rows;  ///< distance in memory to each row: 1, 2, 4 or 8 of them
    std::vector<T> weights;          ///< courant^2 a for |dx| = 0 .. radius, then zeros
};

/// A stencil regrouped for the update of one row. In differences to the middle row u_0 the operator is
///   courant^2 L u (x) = sum_dx axis_dx (u_0(x-dx) + u_0(x+dx) - 2 u_0(x)) + H_0(x) + sum_dx (H_dx(x-dx) + H_dx(x+dx)),
///   H_dx(x) = sum_classes weights_dx (sum_rows u(x) - rows u_0(x)),
/// which is exactly zero for a constant field however the weights are rounded.
template <class T>
struct RowStencil {
    int radius = 0;
    std::vector<T> axis;               ///< dx = 0 .. radius: weights of the stencil collapsed onto x; axis[0] unused
    std::vector<T> axis_rest;          ///< what rounding cut off `axis`, so that no weight of the middle row suffers
    std::vector<RowClass<T>> classes;  ///< without the middle row
    int reach = -1;                    ///< largest dx with a weight in `classes`
};

template <class T>
RowStencil<T> make_row_stencil(const Stencil& stencil, double courant, const FieldLayout& layout);

}  // namespace wavesim::cpu
