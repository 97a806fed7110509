// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "stencils/backend.hpp"
#include "stencils/machine.hpp"

namespace wavesim {

struct BackendChoice {
    const BackendEntry* entry = nullptr;
    std::string why;  ///< for the plan; empty where there was nothing to choose (no GPU on this machine)
};

/// The row of that name. Where the machine has a usable GPU, `auto` takes the first row on a GPU that can run the
/// problem and whose memory it fits: a GPU is several times faster than the processors beside it for every stencil. A
/// later such row that goes several steps per pass over memory is taken where it is predicted to need less than 0.9 of
/// its time, for somebody who looks at the field every so many steps. Else it takes the first other row that can run
/// it. Throws EnvironmentError (device) that says why not.
BackendChoice choose_backend(std::span<const BackendEntry> table, const std::string& name,
                             const StencilProblem& problem, const Machine& machine, std::int64_t steps_between_looks);

}  // namespace wavesim
