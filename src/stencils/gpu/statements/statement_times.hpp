// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Time per node of the threads of a program besides the transfer of arrays, in float on the GPU of `fitted_card` [ps].
/// Guesses that were checked on boxes of 512^3 nodes. Predicted over measured: scalar 1.14 (8.88 ps), density 1.02
/// (18.4), visco 1.31 (17.4), air 0.98 (21.0), elastic_3d 0.86 (64.3), vti 1.35 (12.9).
struct StatementTimes {
    double load_ps = 0.2;        ///< of a read of a neighbour, which a cache serves
    double operation_ps = 0.03;  ///< of an operation of the text
    double in_double = 2;        ///< factor of both in double
};
inline constexpr StatementTimes statement_times;

}  // namespace wavesim
