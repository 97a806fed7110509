// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "stencils/problem/state.hpp"

namespace wavesim {

/// The memory of walls that a backend keeps in host memory, by planes along z. Walls in ghost planes need it from the
/// slab that owns them if several steps are done between exchanges.
class WallMemory {
  public:
    /// `state` is that of the backend, whose arrays must stay where they are.
    explicit WallMemory(const std::vector<StateArray>& state);

    /// Bytes of planes [from, to) of each array that has elements there. Planes count from the first one of the slab.
    std::vector<std::span<std::byte>> planes(std::int64_t from, std::int64_t to) const;

  private:
    struct Array {
        std::span<std::byte> bytes;
        std::vector<std::int64_t> starts;  ///< first byte of each plane
    };
    std::vector<Array> arrays_;
};

}  // namespace wavesim
