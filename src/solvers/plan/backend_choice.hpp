// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "stencils/backend/backend.hpp"
#include "stencils/backend/machine.hpp"
#include "stencils/slabs/slab_plan.hpp"

namespace wavesim {

/// Steps of a run, and steps between two field checks.
struct RunSteps {
    std::int64_t all = 0;
    std::int64_t between_looks = 0;
};

struct BackendChoice {
    const BackendEntry* entry = nullptr;
    Proposal proposal{};  ///< its proposal for the problem
    std::string why;      ///< reason for the plan; empty if there was no choice (no GPU on this machine)
    /// Why `auto` does not use the GPU of this machine: its memory, else the reasons of all backends or a fault of the
    /// GPU itself. Empty if it uses the GPU or there is none.
    std::string gpu_refused{};
    const BackendEntry* too_large =
        nullptr;       ///< first backend that the GPU could run with more memory, if `auto` does not use the GPU
    SlabPlan slabs{};  ///< if several GPUs share the grid (slab_choice.hpp)
    std::shared_ptr<ListCounts> counts{};  ///< what was counted in the lists of the problem, for further inquiries
};

/// The backend of that name. If the machine has a usable GPU, `auto` takes the first GPU backend that can run the
/// problem and whose memory it fits. A GPU is several times faster than its host for every stencil. A later one with
/// several steps per pass over memory is taken if its predicted time, including longer set-up, is below 0.9 of that. A
/// later one with the same bits is taken if it is predicted to be faster by half a per cent. Else `auto` takes the
/// first other backend that can run the problem. Throws EnvironmentError (device) with the reason if none can.
BackendChoice choose_backend(std::span<const BackendEntry> table, const std::string& name,
                             const StencilProblem& problem, const Machine& machine, const RunSteps& steps);

}  // namespace wavesim
