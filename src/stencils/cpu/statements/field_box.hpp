// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/cpu/field_layout.hpp"
#include "stencils/equations/program.hpp"

namespace wavesim::cpu {

/// The values of a field that no image gives: those at the nodes and, along axes on which it stands half a cell
/// further, those on the low side, -1. `offset`: of the first of them from node 0.
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
