// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "solvers/plan/plan.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

/// Checks whether the field gains energy while its sources are silent; a damped field can then only lose energy. So
/// this test is stricter than a comparison with the work of the sources, most of which has left the domain by then. It
/// is only for tti.form k73 with varying tilt. Other schemes conserve an energy, and the kinetic part of the energy
/// oscillates in a room.
class SilentField {
  public:
    explicit SilentField(const Plan& plan);

    /// At every field check: the kinetic energy relative to that at the first check after the sources fell silent. If a
    /// hundredth of all the energy `gave` by the sources (SourceWork::most) is larger, the ratio is to that. No value
    /// while they are active.
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
    double left_ = -1;  ///< energy when the sources fell silent; negative while they are active
};

}  // namespace wavesim
