// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/support_text.hpp"

#include "stencils/gpu/common/support_source.hpp"

namespace wavesim {

KernelText support_text(Precision precision, const Gpu& gpu) {
    return {"support", support_source(precision), gpu.architecture(), usual_memory};
}

}  // namespace wavesim
