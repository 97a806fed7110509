// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Time per node of the threads of a program besides the transfer of arrays, in float on the GPU of `fitted_card` [ps].
/// Guesses: none of them was measured.
struct StatementTimes {
    double load_ps = 0.2;        ///< of a read of a neighbour, which a cache serves
    double operation_ps = 0.03;  ///< of an operation of the text
    double in_double = 2;        ///< factor of both in double
};
inline constexpr StatementTimes statement_times;

}  // namespace wavesim
