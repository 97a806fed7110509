// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// How a backend runs the bulk step, for tables and logs. Values that do not apply are zero or empty.
struct BackendFacts {
    std::string device;                 ///< name of the GPU
    std::string tile;                   ///< nodes per block
    int registers = 0;                  ///< per thread
    int shared_bytes = 0;               ///< per block
    int local_bytes = 0;                ///< per thread: spills and stack
    int blocks_per_multiprocessor = 0;  ///< resident at once
    int threads_per_block = 0;
    int threads_per_multiprocessor = 0;  ///< resident at once at most
    int steps_per_pass = 1;              ///< time steps per pass over memory
    double loaded_values = 0;            ///< per node: values of u and u- that threads load from caches and memory
    double compile_s = 0;                ///< time in the run-time compiler
    bool kernels_from_cache = false;     ///< nothing had to be compiled
};

}  // namespace wavesim
