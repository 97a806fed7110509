// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cpu/field_layout.hpp"
#include "stencils/equations/program.hpp"

namespace wavesim::cpu {

/// The values of a field that are not mirror images: values at the nodes. Along axes on which the field is shifted by
/// half a cell, they also include the values -1 on the low side. `offset`: position of the first of them relative to
/// node 0.
struct FieldBox {
    FieldLayout layout;
    std::int64_t offset = 0;
};

inline FieldBox own_values(const FieldLayout& layout, const equations::Field& field) {
    const auto more = [&field](std::size_t axis) -> std::int64_t { return field.half[axis] ? 1 : 0; };
    FieldBox box{layout, 0};
    box.layout.extent = {layout.extent.nx + more(0), layout.extent.ny + more(1), layout.extent.nz + more(2)};
    box.offset = layout.at(-more(0), -more(1), -more(2)) - layout.at(0, 0, 0);
    return box;
}

}  // namespace wavesim::cpu
