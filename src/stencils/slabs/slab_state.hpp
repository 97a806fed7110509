// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/problem/state.hpp"
#include "stencils/slabs/slab.hpp"

namespace wavesim {

/// What the backend of a slab lists as its state.
struct SlabState {
    Slab slab;
    std::vector<StateArray> arrays;
};

/// The arrays of the whole grid of nz planes: own planes are saved in their order, and each slab loads ghosts, too. A
/// single value is that of the first slab and goes to all; what is in no plane belongs to the only slab that has it.
/// Arrays of several slabs that list no planes stay apart, as slab0_NAME and so on: they go on in the same slabs only.
std::vector<StateArray> joined_state(const std::vector<SlabState>& slabs, std::int64_t nz);

}  // namespace wavesim
