// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// What a run takes over from an incomplete result of its scene that is in its folder.
enum class Takeover {
    same_program,  ///< what a program with the same bits computed (same_bits()); anything else is refused
    any_program,   ///< what anything computed, and the result tells what did
    nothing,       ///< all is computed anew
};

}  // namespace wavesim
