// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

#include "stencils/gpu/common/fitted_cards.hpp"

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

/// By which the planes of a block of columns are chosen. Guesses. The row is used on every GPU.
struct StatementColumns {
    std::string_view card;
    int blocks_of_multiprocessor;  ///< that a multiprocessor computes at the same time
    int planes_to_start;           ///< that a block could have computed while it starts
    int most_values_read;          ///< by a group; with more, a thread needs all registers that there are
};
inline constexpr StatementColumns statement_columns{
    .card = h200, .blocks_of_multiprocessor = 4, .planes_to_start = 3, .most_values_read = 120};

}  // namespace wavesim
