// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "stencils/backend.hpp"
#include "stencils/gpu.hpp"
#include "stencils/launch/bulk_parts.hpp"
#include "stencils/launch/tti_kernels.hpp"
#include "stencils/measure/triad_rate.hpp"

// What needs the CUDA driver or the run-time compiler; a build without the toolkit says so in each.

namespace wavesim {

struct DecidedPasses;

/// Empty when a GPU can be used, else one sentence why not (no toolkit at build time, no driver, no device, no
/// run-time compiler).
std::string cuda_why_not();
/// Every visible GPU, those included that cannot be used.
std::vector<Gpu> visible_gpus();

/// Empty when GPU `index` can be used, else one sentence that names what exists.
std::string device_why_not(int index);
/// Makes the device the current one and creates its context. Throws KernelError with the sentence of device_why_not.
Gpu open_gpu(int index);
/// The first visible GPU, opened; where it cannot be used, a value that says why.
Gpu first_gpu();

/// F on the device: a = k b - a over two arrays of random values, timed by events. Throws KernelError.
std::unique_ptr<TriadRate> make_device_floor(std::int64_t elements, Precision precision, int device);

/// Energy that a GPU has used since its driver was loaded, or one sentence why the driver does not tell.
struct EnergyReading {
    std::optional<double> joules;
    std::string why_not;
};
EnergyReading read_energy(int device);

/// What runs the rows of launch/gpu_backends.hpp. `fluid`: the problem itself where the density varies, for a form of
/// such media; else nullptr. Throw KernelError.
std::unique_ptr<StencilBackend> make_cuda_backend(const RegionForms& forms, const StencilProblem& problem,
                                                  const DensityProblem* fluid, const BackendOptions& options);
void compile_cuda_kernels(const RegionForms& forms, const StencilProblem& problem, const BackendOptions& options);
/// Several steps per pass (kernels/temporal.cuh, in 2D kernels/temporal_strips.cuh); in 3D one at a time where its
/// blocks cannot all be resident. `decided`: what a plan has decided on in 3D, or null.
std::unique_ptr<StencilBackend> make_temporal_cuda_backend(const StencilProblem& problem, const BackendOptions& options,
                                                           const DecidedPasses* decided);
void compile_temporal_cuda_kernels(const StencilProblem& problem, const BackendOptions& options);
std::unique_ptr<StencilBackend> make_tti_cuda_backend(const TtiProblem& problem, const TtiKernelChoice& kernels,
                                                      const BackendOptions& options);
void compile_tti_cuda_kernels(const StencilProblem& problem, const TtiKernelChoice& kernels,
                              const BackendOptions& options);

}  // namespace wavesim
