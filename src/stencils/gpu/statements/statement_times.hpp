// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim {

/// Time per node of the threads of a program besides the transfer of arrays, in float on an NVIDIA H200 [ps].
/// Guesses. They were right to a third for kernels that read their values beside each statement, on boxes of 512^3
/// nodes; kernels that read everything first and keep columns in registers have not been measured. Predicted for
/// columns: scalar 7.8 ps, density 16.6, visco 17.6, air 16.7, elastic_3d 46.6, vti 14.1.
struct StatementTimes {
    double load_ps = 0.2;        ///< of a read, which a cache serves if it is of a neighbour
    double operation_ps = 0.03;  ///< of an operation of the text
    double in_double = 2;        ///< factor of both in double
};
inline constexpr StatementTimes statement_times;

}  // namespace wavesim
