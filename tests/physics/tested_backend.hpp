// SPDX-License-Identifier: MIT
#pragma once
#include <cstdlib>
#include <optional>
#include <stdexcept>

#include "solvers/machine.hpp"
#include "stencils/backend.hpp"

namespace wavesim::test {

/// The GPU whose number stands in WAVESIM_TEST_DEVICE: runs go there instead of to the CPU. Throws KernelError with one
/// sentence where it cannot be used.
inline const std::optional<Gpu>& tested_gpu() {
    static const std::optional<Gpu> gpu = [] {
        const char* device = std::getenv("WAVESIM_TEST_DEVICE");
        return device == nullptr ? std::optional<Gpu>{} : inspect_gpu(std::atoi(device));
    }();
    return gpu;
}

/// What computes a problem: the CPU, or the first backend of the tested GPU that can.
inline const BackendEntry& tested_backend(const StencilProblem& problem) {
    if (!tested_gpu()) return *find_backend("cpu");
    for (const BackendEntry& entry : backend_registry())
        if (entry.on_gpu() && entry.why_not(problem).empty()) return entry;
    throw std::runtime_error("no backend of a GPU can run this problem");
}

}  // namespace wavesim::test
