// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/row_kernel.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim::cpu {

/// Owns the data of a RowStencilView.
template <class T>
struct RowStencil {
    int radius = 0;
    int reach = 0;
    std::vector<T> axis;
    std::vector<T> axis_rest;
    std::vector<RowClass<T>> classes;
    std::array<std::int64_t, 3> class_count{};  ///< classes of 2, 4 and 8 rows
    std::optional<NearRows<T>> near_rows;

    RowStencilView<T> view() const;
    /// Rows that the update of one row reads, the middle one included.
    std::int64_t rows() const { return 1 + 2 * class_count[0] + 4 * class_count[1] + 8 * class_count[2]; }
};

template <class T>
RowStencil<T> make_row_stencil(const Stencil& stencil, double courant, const FieldLayout& layout);

}  // namespace wavesim::cpu
