// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// The slow second wave of TTI media in the traces.
struct SlowWave {
    double error = 0;  ///< largest level at a receiver, relative to the loudest sound of all receivers
    /// The level is not known: at interfaces between rocks the conversion depends on the cells, or sources excite the
    /// complete second wave (AroundSource::as_is).
    bool unknown = false;
};

/// The second wave of the sources, each in an unbounded medium of the rock around it. Needs a plan whose points are
/// placed.
SlowWave slow_wave(const PlanOutline& plan, double run_s);

}  // namespace wavesim
