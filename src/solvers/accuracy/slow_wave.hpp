// SPDX-License-Identifier: MIT
#pragma once
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// The slow second wave of TTI media in the traces.
struct SlowWave {
    double error = 0;  ///< what comes of the sources, largest at a receiver over the loudest sound of all receivers
    /// How loud it is is not known here: rocks meet, and what they turn into it depends on the cells, or sources send
    /// all of it (AroundSource::as_is).
    bool unknown = false;
};

/// The second wave of the sources, each in an unbounded medium of the rock around it. Needs a plan whose points are
/// placed.
SlowWave slow_wave(const PlanOutline& plan, double run_s);

}  // namespace wavesim
