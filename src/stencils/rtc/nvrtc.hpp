// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

/// Machine code of one translation unit.
struct CompiledSource {
    std::vector<char> cubin;
    std::string log;  ///< compiler and assembler messages (registers and spills per kernel)
};

/// The run-time compiler. It is searched for on the machine at the first request; the program runs without it. Empty
/// when it can be used, else one sentence why not.
std::string nvrtc_why_not();
/// Version, e.g. "13.0"; empty when the compiler is absent.
std::string nvrtc_version();

/// Compiler options of every kernel for an architecture such as "sm_90".
std::vector<std::string> nvrtc_options(const std::string& architecture);

/// Compiles a source that includes only embedded headers. Throws KernelError with the log.
CompiledSource nvrtc_compile(const std::string& name, const std::string& source, const std::string& architecture);

}  // namespace wavesim
