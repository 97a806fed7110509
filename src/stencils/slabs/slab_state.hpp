// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/problem/state.hpp"
#include "stencils/slabs/slab.hpp"

namespace wavesim {

/// The state arrays of the backend of a slab.
struct SlabState {
    Slab slab;
    std::vector<StateArray> arrays;
};

/// The arrays of the whole grid of nz planes. Own planes are saved in their order; each slab also loads ghost planes. A
/// single value is saved from the first slab and loaded by all. Elements outside all planes belong to the only slab
/// that has them. Arrays of several slabs without planes stay separate, as slab0_NAME and so on: only the same slabs
/// can load them.
std::vector<StateArray> joined_state(const std::vector<SlabState>& slabs, std::int64_t nz);

}  // namespace wavesim
