// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/decision.hpp"
#include "solvers/decision/expected.hpp"
#include "solvers/decision/report.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// A plan without the data of its problem; cheap to copy.
struct PlanOutline {
    Scene scene;
    PlanDecision decision;
    PlanReport report;
    PlanForecast forecast;

    const Extent& grid() const { return decision.shape.extent; }
    double courant() const { return decision.shape.courant; }
    /// Courant number of the scheme whose dispersion is in the traces; 0 if time dispersion is removed from them.
    double courant_of_traces() const { return decision.time_correction.on ? 0 : courant(); }
};

}  // namespace wavesim
