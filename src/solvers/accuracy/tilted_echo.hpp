// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "solvers/accuracy/layer_echo.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// The same as layer_echoes() of layers of the self-adjoint form in 2D, where one rock of one speed fills the domain:
/// the largest sound that comes back over the loudest sound of a receiver. Every wave comes back as the scheme says
/// (TiltedReflection), second waves included. Corners are not known; what they sent back of elliptical rocks is the
/// least that is said (docs/validation.md). Nothing for all other media. Takes up to about a second.
std::optional<LayerEchoes> tilted_echoes(const PlanOutline& plan);

/// How much more and how much less came back in runs of random rocks than tilted_echoes() says (docs/validation.md).
inline constexpr double tilted_echo_more_db = 5;
inline constexpr double tilted_echo_less_db = 12;

/// The same for what an error budget says of the layers of a scene. `solved`: by tilted_echoes(), else by the rule that
/// was fitted to measurements. 0 for sponges.
struct TiltedDoubt {
    double more_db = 0, less_db = 0;
};
TiltedDoubt tilted_doubt(const Scene& scene, bool solved);

}  // namespace wavesim
