// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "stencils/grid/grid.hpp"
#include "stencils/slabs/slab.hpp"

namespace wavesim {

/// The part of a box of the whole grid that lies in the own planes of a slab. `box` counts from the first plane of the
/// slab, ghost planes included. The values are `count` of those of the whole box, from `first` on.
struct SlabShare {
    NodeBox box;
    std::size_t first = 0;
    std::size_t count = 0;  ///< 0: the slab has no part
};

/// One share per slab.
std::vector<SlabShare> shares_of(const NodeBox& box, const std::vector<Slab>& slabs);

/// Copies samples (step, receiver) of the receivers `own` into the samples (step, receiver) of all `receivers`, which
/// begin at `all`.
void place_samples(std::span<const double> samples, const std::vector<std::size_t>& own, std::size_t receivers,
                   double* all);

}  // namespace wavesim
