// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "solvers/accuracy/comparison.hpp"
#include "solvers/run/accuracy_statement.hpp"

namespace wavesim {

/// Table of how far each receiver is from the exact solution; at most `most` receivers, the worst ones.
std::string comparison_text(const Comparison& comparison, std::size_t most = 20);
/// The accuracy in one sentence, then the error budget, one line each under a heading.
std::string accuracy_text(const AccuracyStatement& accuracy);

}  // namespace wavesim
