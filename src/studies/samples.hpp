// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/grid/enum_words.hpp"

namespace wavesim {

enum class Spacing { linear, log };
template <>
struct EnumWords<Spacing> {
    static constexpr auto words = std::to_array<std::string_view>({"linear", "log"});
};

enum class Sampling {
    random,           ///< independent
    latin_hypercube,  ///< one sample in each of `count` equal parts of every parameter (McKay et al. 1979)
};
template <>
struct EnumWords<Sampling> {
    static constexpr auto words = std::to_array<std::string_view>({"random", "latin_hypercube"});
};

/// The value at a share in [0, 1] of the way between two.
double between_ends(double from, double to, Spacing spacing, double share);

/// Shares in [0, 1) of one parameter. They depend on method, seed and the parameter's name alone. With `random` more
/// samples begin with the same ones.
std::vector<double> sample_shares(Sampling method, std::int64_t seed, const std::string& name, std::int64_t count);

}  // namespace wavesim
