// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// The part of an incomplete result of its scene in the folder that a run takes over.
enum class Takeover {
    same_program,  ///< results of a program with the same bits (same_bits()); others are refused
    any_program,   ///< results of any program; the result names it
    nothing,       ///< everything is computed again
};

}  // namespace wavesim
