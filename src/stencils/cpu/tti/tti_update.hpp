// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>

#include "stencils/backend/backend.hpp"

namespace wavesim::cpu {

/// The CPU backend for problems with a TTI medium. Reads and field checks refer to the pressure, receivers also to the
/// second field (PointWeights). write() sets the second field too, so that q = 0. The state holds both fields.
std::unique_ptr<StencilBackend> make_tti_backend(const TtiProblem& problem, const BackendOptions& options);

/// Why a TTI problem cannot be run, or an empty text.
std::string tti_why_not(const StencilProblem& problem);
/// Bytes that the backend allocates with that many threads.
std::int64_t tti_bytes(const StencilProblem& problem, int threads);

}  // namespace wavesim::cpu
