// SPDX-License-Identifier: MIT
#include "io/math_library.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <array>
#include <cmath>
#include <cstdint>

namespace wavesim {

namespace {

std::string checksum_of_values() {
    constexpr int arguments = 8192;  // enough to find a difference in one of 2000 values
    std::uint64_t checksum = 0;
    for (int i = 0; i < arguments; ++i) {
        const double x = 0.37 + 0.00173 * i;
        const double share = std::fmod(x, 1);
        const std::array values{std::sin(x),      std::cos(x),      std::exp(-x / 3),
                                std::pow(x, 2.7), std::asin(share), std::acos(share)};
        checksum = XXH3_64bits_withSeed(values.data(), sizeof values, checksum);
    }
    return fmt::format("{:08x}", checksum >> 32);
}

}  // namespace

std::string math_library_checksum() {
    static const std::string checksum = checksum_of_values();
    return checksum;
}

}  // namespace wavesim
