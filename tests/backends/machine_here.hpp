// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/machine.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"

namespace wavesim::test {

/// This machine with its first GPU, or with why there is none.
inline const Machine& machine_here() {
    static const Machine machine = [] {
        Machine here = inspect_machine(0);
        here.gpu = first_gpu();
        return here;
    }();
    return machine;
}

}  // namespace wavesim::test
