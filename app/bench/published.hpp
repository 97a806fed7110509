// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/problem/problem_shape.hpp"

namespace wavesim {

/// Results of AN5D on a Tesla V100 (its table 5); rates in GFLOP/s.
struct PublishedRow {
    const char* program;
    int levels;
    const char* tile;
    int stream;
    const char* registers;  ///< register limit per thread; - if there is none
    int tuned;
    int model;
};
/// The row of a program; nullptr if the paper has none.
const PublishedRow* published_row(const std::string& program, Precision precision);

}  // namespace wavesim
