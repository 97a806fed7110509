// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/backend/backend.hpp"

namespace wavesim::cpu {

/// The CPU backend for isotropic media.
std::unique_ptr<StencilBackend> make_isotropic_backend(const ScalarProblem& problem, const BackendOptions& options);
std::unique_ptr<StencilBackend> make_isotropic_backend(const DensityProblem& problem, const BackendOptions& options);

}  // namespace wavesim::cpu
