// SPDX-License-Identifier: MIT
// Replaces the functions about kernels of stencils/rtc in a build without the CUDA toolkit.
#include "stencils/rtc/kernel_file.hpp"
#include "stencils/rtc/kernel_cache.hpp"
#include "stencils/rtc/kernel_lines.hpp"

namespace wavesim {

std::string kernel_file(const std::string&, const std::string&, const std::string&, const std::string&) { return {}; }

std::string kernel_version() { return {}; }

std::set<std::string> cached_kernel_files() { return {}; }

int kernel_lines(const std::string&, const std::string&) { return 0; }

}  // namespace wavesim
