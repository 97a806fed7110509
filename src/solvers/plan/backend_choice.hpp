// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "stencils/backend/backend.hpp"
#include "stencils/backend/machine.hpp"
#include "stencils/slabs/slab_plan.hpp"

namespace wavesim {

/// Steps of a run, and from one look at the field to the next.
struct RunSteps {
    std::int64_t all = 0;
    std::int64_t between_looks = 0;
};

struct BackendChoice {
    const BackendEntry* entry = nullptr;
    Proposal proposal{};  ///< what it would do
    std::string why;      ///< for the plan; empty where there was nothing to choose (no GPU on this machine)
    /// Why `auto` leaves the GPU of this machine: its memory, else the reasons of all rows or what keeps every program
    /// from it. Empty where it takes it or there is none.
    std::string gpu_refused{};
    const BackendEntry* too_large =
        nullptr;       ///< first row that the GPU could run with more memory, if `auto` leaves it
    SlabPlan slabs{};  ///< where several GPUs share the grid (slab_choice.hpp)
};

/// The row of that name. Where the machine has a usable GPU, `auto` takes the first row on a GPU that can run the
/// problem and whose memory it fits: a GPU is several times faster than the processors beside it for every stencil. A
/// later such row that goes several steps per pass over memory is taken where it is predicted to need less than 0.9 of
/// its time for the steps, what it takes longer to be set up included. One with the same bits is taken where it is
/// predicted to be quicker by half a per cent. Else it takes the first other row that can run it. Throws
/// EnvironmentError (device) that says why not.
BackendChoice choose_backend(std::span<const BackendEntry> table, const std::string& name,
                             const StencilProblem& problem, const Machine& machine, const RunSteps& steps);

}  // namespace wavesim
