// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim::cpu {

/// The nodes of a field, (nz, ny, nx), as an array of a state, without padding between and around the rows. `field` is
/// the first value of the layout.
template <class T>
StateArray field_state(std::string name, const FieldLayout& layout, T* field);

}  // namespace wavesim::cpu
