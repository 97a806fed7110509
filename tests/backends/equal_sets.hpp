// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "stencils/cpu/isa.hpp"

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

}  // namespace wavesim::test
