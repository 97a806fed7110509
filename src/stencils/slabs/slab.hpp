// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

namespace wavesim {

/// The part of a grid that one device updates: the planes [from, to) along z. There are `below` ghost planes below them
/// and `above` ghost planes above them, which are copies of the neighbours' planes.
struct Slab {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::int64_t below = 0;
    std::int64_t above = 0;

    std::int64_t own() const { return to - from; }
    /// The planes of the slab, ghost planes included: [first(), end()).
    std::int64_t first() const { return from - below; }
    std::int64_t end() const { return to + above; }
    std::int64_t planes() const { return end() - first(); }
    bool owns(std::int64_t z) const { return z >= from && z < to; }
    bool operator==(const Slab&) const = default;
};

}  // namespace wavesim
