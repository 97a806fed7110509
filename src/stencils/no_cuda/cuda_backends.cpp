// SPDX-License-Identifier: MIT
// Stands in for stencils/cuda and stencils/rtc in a build without the CUDA toolkit.
#include "stencils/cuda/cuda_backends.hpp"

#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

std::string cuda_why_not() { return "this program was built without the CUDA toolkit"; }

std::vector<Gpu> visible_gpus() { return {}; }

std::string device_why_not(int index) { return "GPU " + std::to_string(index) + " cannot be used: " + cuda_why_not(); }

Gpu open_gpu(int index) { throw KernelError(device_why_not(index)); }

Gpu first_gpu() { return Gpu::none(cuda_why_not()); }

std::unique_ptr<TriadRate> make_device_floor(std::int64_t, Precision, int device) {
    throw KernelError(device_why_not(device));
}

EnergyReading read_energy(int device) { return {{}, device_why_not(device)}; }

std::unique_ptr<StencilBackend> make_cuda_backend(const RegionForms&, const StencilProblem&, const DensityProblem*,
                                                  const BackendOptions& options) {
    throw KernelError(device_why_not(options.device));
}

void compile_cuda_kernels(const RegionForms&, const StencilProblem&, const BackendOptions& options) {
    throw KernelError(device_why_not(options.device));
}

std::unique_ptr<StencilBackend> make_temporal_cuda_backend(const StencilProblem&, const BackendOptions& options,
                                                           const DecidedPasses*) {
    throw KernelError(device_why_not(options.device));
}

void compile_temporal_cuda_kernels(const StencilProblem&, const BackendOptions& options) {
    throw KernelError(device_why_not(options.device));
}

std::unique_ptr<StencilBackend> make_tti_cuda_backend(const TtiProblem&, const TtiKernelChoice&,
                                                      const BackendOptions& options) {
    throw KernelError(device_why_not(options.device));
}

void compile_tti_cuda_kernels(const StencilProblem&, const TtiKernelChoice&, const BackendOptions& options) {
    throw KernelError(device_why_not(options.device));
}

}  // namespace wavesim
