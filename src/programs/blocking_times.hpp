// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/grid/grid.hpp"

namespace wavesim {

/// A tuned row: what a GPU does per second with values of a precision; measured on an NVIDIA H200. Other GPUs are taken
/// to do as much per multiprocessor.
struct BlockingTime {
    Precision precision;
    double multiprocessors;  ///< that the rates are of
    double operations;       ///< multiply-adds of all threads
    double shared_bytes;     ///< of shared memory
    double memory_bytes;     ///< of device memory, where a GPU's own rate is not known
};
inline constexpr BlockingTime blocking_times[] = {
    {Precision::float32, 132, 32.5e12, 33e12, 4.2e12},
    {Precision::float64, 132, 16.25e12, 33e12, 4.2e12},
};

/// What a configuration takes besides.
struct BlockingOverheads {
    double operations;  ///< instructions per node and level beside the sums: selects of frozen nodes, addresses, moves
    double hiding_warps;  ///< of a multiprocessor that hide what each waits for; fewer hide the root of their share
};
inline constexpr BlockingOverheads blocking_overheads{.operations = 6, .hiding_warps = 16};

}  // namespace wavesim
