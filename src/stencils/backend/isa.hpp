// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/grid/enum_words.hpp"

namespace wavesim::cpu {

/// x86-64 levels that the row kernels are built for, slowest first.
enum class Isa { v2, v3, v4 };

std::string to_string(Isa isa);
/// Levels that this build has and this machine runs, slowest first; never empty.
std::vector<Isa> available_isas();
/// Level of that name; empty means the best of this machine. Throws std::invalid_argument when the name is
/// unknown or the machine lacks it.
Isa choose_isa(const std::string& name);

/// True if two levels, given by name, give the same bits. v3 and v4 do: both have a fused multiply-add, which v2 lacks,
/// and each kernel adds in the same order.
bool same_bits(const std::string& isa, const std::string& other);

}  // namespace wavesim::cpu

namespace wavesim {

template <>
struct EnumWords<cpu::Isa> {
    static constexpr auto words = std::to_array<std::string_view>({"x86-64-v2", "x86-64-v3", "x86-64-v4"});
};

}  // namespace wavesim
