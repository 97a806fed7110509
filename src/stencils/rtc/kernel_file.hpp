// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace wavesim {

/// Name of the file with the compiled source in the cache. It depends on everything that determines the code: all
/// header texts, the source, the options, the architecture and the version of the compiler (nvrtc_version). Needs
/// neither compiler nor files. Empty in a build without the CUDA toolkit, which has no headers.
std::string kernel_file(const std::string& name, const std::string& source, const std::string& architecture,
                        const std::string& compiler);

/// A hash of all header texts of kernels; empty in a build without the CUDA toolkit.
std::string kernel_version();

}  // namespace wavesim
