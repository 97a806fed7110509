// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

/// One of several devices that share a grid has failed or does not answer. A device that does not answer keeps its
/// thread, so the process must end without waiting for its threads.
class SlabLost : public KernelError {
  public:
    using KernelError::KernelError;
};

}  // namespace wavesim
