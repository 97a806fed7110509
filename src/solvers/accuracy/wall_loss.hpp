// SPDX-License-Identifier: MIT
#pragma once
#include <complex>
#include <vector>

#include "boundary/reflection.hpp"
#include "boundary/trace_time.hpp"
#include "solvers/decision/report.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// A wall of a scheme: how it is computed.
struct WallScheme {
    Stencil stencil;
    double courant = 0;
    WallTime time = WallTime::explicit_form;
    WallPosition position = WallPosition::half;
    double air_mass = 0;                    ///< D0
    std::vector<PortBranch> branches = {};  ///< branches of ports, for a wall of g = 1
    /// Branches of the exact wall in the air that `branches` represent, if its admittance is not real.
    std::vector<PortBranch> exact = {};
    TraceTime traces = TraceTime::steps;  ///< the time in which frequencies and losses are measured
};

/// Reflection of a wave at a flat wall of specific admittance g > 0. Frequencies are those of traces. Throws like
/// wall_reflection().
WallReflection reflection_at(const WallScheme& scheme, double admittance, const WallWave& wave);
/// Reflection at the same wall for sound in air without a grid, with omega_t radians per time step and the cosine of
/// the angle of incidence.
std::complex<double> exact_reflection(const WallScheme& scheme, double admittance, double cosine, double omega_t);
/// All quantities on which the walls of a scheme depend, as numbers.
std::vector<double> numbers_of(const WallScheme& scheme);

/// Losses at a wall of specific admittance g > 0 for waves of omega_t radians per time step. Reverberation at normal
/// incidence is between two walls: the round-trip time at the group velocity of the scheme, over -2 ln |R|. Throws
/// std::domain_error if there is no wave, or more than one, at normal incidence.
WallLoss wall_loss(const WallScheme& scheme, double admittance, double omega_t);

}  // namespace wavesim
