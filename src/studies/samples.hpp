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

/// The value between two ends at the fraction `share` in [0, 1].
double between_ends(double from, double to, Spacing spacing, double share);

/// Fractions in [0, 1) for one parameter. They depend only on method, seed and the parameter's name. With `random` a
/// larger number of samples begins with the same ones.
std::vector<double> sample_shares(Sampling method, std::int64_t seed, const std::string& name, std::int64_t count);

}  // namespace wavesim
