// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

/// Resources for the cases of a study.
struct LocalNode {
    int cores = 1;
    std::vector<int> gpus;            ///< their numbers
    std::vector<std::string> worker;  ///< words that start a worker
};

/// This computer and this program.
LocalNode this_node();

}  // namespace wavesim
