// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "solvers/plan/plan.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

/// Says whether the field gains energy while its sources are silent. What a damped field has then may only shrink, so
/// this asks less than the work of the sources, most of which has left the domain by then. For tti.form k73 where the
/// tilt varies alone: elsewhere there is an energy law, and the kinetic part of the energy swings in a room.
class SilentField {
  public:
    explicit SilentField(const Plan& plan);

    /// At every look: how many times the kinetic energy exceeds that of the first look since the sources fell silent,
    /// or a hundredth of all that they `gave` (SourceWork::most) where that is more. None while they sound.
    std::optional<double> growth(const StencilBackend& backend, double given);

    std::vector<StateArray> state();

  private:
    bool silent_since_last_look(std::int64_t step) const;
    /// Kinetic energy of the pressure in the unit of SourceWork, every node with its own mass.
    double kinetic(const StencilBackend& backend) const;

    const Plan& plan_;
    bool watched_;
    double most_lightness_ = 1;
    std::int64_t last_look_ = 0;
    double left_ = -1;  ///< when the sources fell silent; negative while they sound
};

}  // namespace wavesim
