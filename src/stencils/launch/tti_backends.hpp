// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend.hpp"
#include "stencils/launch/k73_strategy.hpp"
#include "stencils/launch/kernel_form.hpp"

namespace wavesim {

/// The row of the registry for TTI media.
BackendEntry tti_backend();

/// What a row for semi-stencils has for TTI media; `form`: what it has for isotropic ones.
MediumSupport k73_support(const K73Strategy& strategy, const KernelForm& form);

}  // namespace wavesim
