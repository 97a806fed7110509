// SPDX-License-Identifier: MIT
#pragma once
#include <cstdlib>
#include <stdexcept>

#include "stencils/backend/backend.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim::test {

/// The GPU whose number stands in WAVESIM_TEST_DEVICE: runs go there instead of to the CPU; none without that. Throws
/// KernelError with one sentence where it cannot be used.
inline const Gpu& tested_gpu() {
    static const Gpu gpu = [] {
        const char* device = std::getenv("WAVESIM_TEST_DEVICE");
        return device == nullptr ? Gpu{} : open_gpu(std::atoi(device));
    }();
    return gpu;
}

/// A machine with that GPU.
inline Machine tested_machine() {
    Machine machine;
    machine.gpu = tested_gpu();
    return machine;
}

/// What computes a problem: the CPU, or the first backend of the tested GPU that can.
inline const BackendEntry& tested_backend(const StencilProblem& problem) {
    if (!tested_gpu().usable()) return *find_backend("cpu");
    for (const BackendEntry& entry : backend_registry())
        if (entry.on_gpu() && entry.propose(problem, tested_machine()).why_not.empty()) return entry;
    throw std::runtime_error("no backend of a GPU can run this problem");
}

}  // namespace wavesim::test
