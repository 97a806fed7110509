// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "io/result/reader.hpp"

namespace wavesim {

/// Converts a summary to bytes (CBOR) and back, to pass it between two processes of the same program.
std::string to_bytes(const ResultSummary& summary);
ResultSummary summary_from_bytes(const std::string& bytes);

}  // namespace wavesim
