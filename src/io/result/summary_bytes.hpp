// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "io/result/reader.hpp"

namespace wavesim {

/// A summary as bytes (CBOR) and back, for the way between two processes of the same program.
std::string to_bytes(const ResultSummary& summary);
ResultSummary summary_from_bytes(const std::string& bytes);

}  // namespace wavesim
