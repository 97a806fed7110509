// SPDX-License-Identifier: MIT
#pragma once
#include <bit>
#include <cstdlib>

namespace wavesim {

/// Whether a row of a compile table belongs to the sample that usual runs compile. Rows are numbered so that every bit
/// is a setting of two values (architecture, precision, ...), and higher bits count cases. The sample has the rows with
/// an even number of bits set: half of them, in which any two settings meet in all four ways as soon as there is a
/// third one.
constexpr bool in_sample(unsigned row) { return std::popcount(row) % 2 == 0; }

/// The sample, or all rows with WAVESIM_EXHAUSTIVE=1.
inline bool compiles_row(unsigned row) { return in_sample(row) || std::getenv("WAVESIM_EXHAUSTIVE") != nullptr; }

}  // namespace wavesim
