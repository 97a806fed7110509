// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "resumed.hpp"
#include "stencils/backend/isa.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim::test {

/// From each instruction set of this machine to each other one that finds the same bits; none without AVX-512.
inline std::vector<std::pair<std::string, std::string>> moves_between_equal_sets() {
    std::vector<std::pair<std::string, std::string>> moves;
    for (const cpu::Isa from : cpu::available_isas())
        for (const cpu::Isa to : cpu::available_isas())
            if (from != to && cpu::same_bits(to_string(from), to_string(to)))
                moves.emplace_back(to_string(from), to_string(to));
    return moves;
}

/// Expects that a backend that loads the state of another one with another instruction set goes on as that one does:
/// the same fields and samples to the last bit. Rows of layers end in values of no node, as many as a vector holds.
inline void expect_to_move(StencilBackend& straight, StencilBackend& moved, std::int64_t steps) {
    Ends end = go_on_together(straight, moved, steps);
    for (const ArrayInfo& array : end.straight.arrays()) {
        if (array.name.starts_with("layer_")) continue;
        EXPECT_TRUE(end.straight.equals(end.resumed, array.name)) << array.name;
    }
}

}  // namespace wavesim::test
