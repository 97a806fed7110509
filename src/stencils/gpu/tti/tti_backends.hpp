// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/backend/backend.hpp"
#include "stencils/gpu/single/kernel_form.hpp"
#include "stencils/gpu/tti/k73_strategy.hpp"

namespace wavesim {

/// The backend for TTI media.
BackendEntry tti_backend();

/// TTI support of a backend for semi-stencils. `form` is its kernel for isotropic media.
MediumSupport k73_support(const K73Strategy& strategy, const KernelForm& form);

}  // namespace wavesim
