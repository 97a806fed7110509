// SPDX-License-Identifier: MIT
// Stands in for programs/cuda/program_runner.cpp in a build without the CUDA toolkit.
#include "programs/program_runner.hpp"

#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

std::unique_ptr<ProgramRunner> make_program_runner(const StencilProgram&, const Extent&, const BlockingConfiguration&,
                                                   Precision, int device) {
    throw KernelError(device_why_not(device));
}

void compile_program(const StencilProgram&, const BlockingConfiguration&, Precision, int device) {
    throw KernelError(device_why_not(device));
}

}  // namespace wavesim
