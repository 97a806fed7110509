// SPDX-License-Identifier: MIT
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

namespace wavesim {

/// Whether a row of a compile table belongs to the sample that usual runs compile. The two lowest bits of its number
/// are settings of two values (architecture, precision, ...), and higher bits count cases. The sample has one of the
/// four settings of each case, another one for the next case: a quarter of the rows, and four cases in a row have them
/// all.
constexpr bool in_sample(unsigned row) { return row % 4 == row / 4 % 4; }

/// The sample, or all rows with WAVESIM_EXHAUSTIVE=1.
inline bool compiles_row(unsigned row) { return in_sample(row) || std::getenv("WAVESIM_EXHAUSTIVE") != nullptr; }

/// The same for tests whose parameters are the rows: usual runs compile every second one.
inline bool compiles_this_parameter() {
    const std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    return std::stoi(name.substr(name.rfind('/') + 1)) % 2 == 0 || std::getenv("WAVESIM_EXHAUSTIVE") != nullptr;
}

}  // namespace wavesim
