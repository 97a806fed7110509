// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

/// The names of all_backends(), without their capabilities.
std::vector<std::string> backend_names();

}  // namespace wavesim
