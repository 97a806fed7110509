// SPDX-License-Identifier: MIT
#include "io/scene/band_middles.hpp"

#include <array>
#include <cmath>

namespace wavesim {

namespace {

constexpr int thirds_per_decade = 10, highest_third = 60;
constexpr std::array hundredths{100, 125, 160, 200, 250, 315, 400, 500, 630, 800};

}  // namespace

double third_middle(int number) {
    const int decade = number / thirds_per_decade;
    double hz = hundredths.at(static_cast<std::size_t>(number % thirds_per_decade));
    for (int i = 0; i < decade; ++i) hz *= 10;
    return hz / 100;
}

std::optional<int> third_number(double hz) {
    for (int number = 0; number <= highest_third; ++number)
        if (std::abs(third_middle(number) / hz - 1) < 1e-9) return number;
    return std::nullopt;
}

bool is_octave_middle(int number) { return number % thirds_per_octave == 0; }

}  // namespace wavesim
