// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// What a launch of a kernel moves, as the GPU counts it: the mean of some launches.
struct KernelCounters {
    std::string kernel;
    int launches = 0;
    double dram_bytes = 0;
    double l2_bytes = 0;
    double l2_hits = 0;  ///< share of its sectors, 0 to 1
    double l1_bytes = 0;
    double l1_hits = 0;
};

}  // namespace wavesim
