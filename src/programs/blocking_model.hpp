// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "programs/blocking_configuration.hpp"
#include "stencils/backend/gpu.hpp"

namespace wavesim {

inline constexpr int registers_per_multiprocessor = 65536;

/// Rates of a GPU in the model of AN5D (section 5). Operations and shared memory are those of an NVIDIA H200, scaled by
/// the number of multiprocessors. The rate of device memory is the measured one if there is one.
struct BlockingRates {
    double operations = 0;    ///< multiply-adds of all threads per second (float)
    double shared_bytes = 0;  ///< of shared memory per second
    double memory_bytes = 0;  ///< of device memory per second
};
BlockingRates blocking_rates(const Gpu& gpu, Precision precision);

/// Registers that a thread may use; they are allocated in units of eight.
int most_registers(const BlockingConfiguration& configuration);
/// Registers per thread that a configuration is expected to need (AN5D, section 6.3, extended to threads of several
/// nodes).
int expected_registers(const ProgramDemand& program, const BlockingConfiguration& configuration, Precision precision);

/// Predicted seconds per node and iteration: the slowest of operations, shared memory and device memory, divided by the
/// fraction of multiprocessors that the blocks keep busy. Nodes that tiles and divisions compute twice are included.
double predicted_ctpn(const ProgramDemand& program, const Extent& inner, const BlockingConfiguration& configuration,
                      Precision precision, const Gpu& gpu);

/// Additions and multiplications per node and iteration with the sums of a configuration; fused ones count as one.
int node_operations(const ProgramDemand& program, const BlockingConfiguration& configuration);

}  // namespace wavesim
