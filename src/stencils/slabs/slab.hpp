// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/problem/problem.hpp"

namespace wavesim {

/// A part of a grid that one device moves: the planes [from, to) along z are its own, `below` and `above` them lie
/// ghosts, copies of the planes of its neighbours.
struct Slab {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t below = 0;
    std::int64_t above = 0;

    std::int64_t own() const { return to - from; }
    /// The planes that it holds, ghosts too: [first(), end()).
    std::int64_t first() const { return from - below; }
    std::int64_t end() const { return to + above; }
    std::int64_t planes() const { return end() - first(); }
    bool owns(std::int64_t z) const { return z >= from && z < to; }
    bool operator==(const Slab&) const = default;
};

/// Planes of ghosts that a step of a problem reads beyond those that it moves: what the operator reaches along z, the
/// rows of its corrections, and its receivers, which sum up where their first node lies.
std::int64_t ghost_planes(const Problem& problem);

/// What moving each plane costs, in nodes of the bare step: layers, faces of walls and points cost more.
std::vector<double> plane_costs(const StencilProblem& problem);

/// `count` slabs that hold a problem together. The most expensive one is as cheap as can be. No cut goes through a
/// layer or the nodes that move with it (layer_margin), and each slab has as many planes as its neighbours need of it.
/// Empty where so many do not fit.
std::vector<Slab> cut_slabs(const Problem& problem, std::int64_t count);

/// The most slabs that it can be cut into.
std::int64_t most_slabs(const Problem& problem);

}  // namespace wavesim
