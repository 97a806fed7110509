// SPDX-License-Identifier: MIT
// Stands in for stencils/rtc/kernel_file.cpp in a build without the CUDA toolkit.
#include "stencils/rtc/kernel_file.hpp"

namespace wavesim {

std::string kernel_file(const std::string&, const std::string&, const std::string&, const std::string&) { return {}; }

}  // namespace wavesim
