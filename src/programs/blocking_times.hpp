// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/grid/grid.hpp"

namespace wavesim {

/// A tuned row: rates of a GPU per second for values of a precision, measured on an NVIDIA H200. Other GPUs are assumed
/// to have the same rates per multiprocessor.
struct BlockingTime {
    Precision precision;
    double multiprocessors;  ///< of the GPU that the rates belong to
    double operations;       ///< multiply-adds of all threads
    double shared_bytes;     ///< of shared memory
    double memory_bytes;     ///< of device memory, where the rate of the GPU is not known
};
inline constexpr BlockingTime blocking_times[] = {
    {Precision::float32, 132, 32.5e12, 33e12, 4.2e12},
    {Precision::float64, 132, 16.25e12, 33e12, 4.2e12},
};

/// Other costs of a configuration.
struct BlockingOverheads {
    double operations;  ///< instructions per node and level beside the sums: selects of frozen nodes, addresses, moves
    double hiding_warps;  ///< warps of a multiprocessor that hide each other's waiting; fewer hide the square root of
                          ///< their fraction
};
inline constexpr BlockingOverheads blocking_overheads{.operations = 6, .hiding_warps = 16};

}  // namespace wavesim
