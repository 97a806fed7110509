// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/signal/uneven_spectrum.hpp"

namespace wavesim {

/// What two-step schemes in time do to waves, and how it is undone. For waves of angular frequency w in its steps T
///     (u[n+1] - 2 u[n] + u[n-1]) / T^2 = K u[n] + b s[n]
/// has exactly the response that u'' = K u + b s has at
///     Omega = (2/T) sin(w T/2),
/// for every linear K that is constant in time and knows no T: stencil, medium and rigid walls, but not losses. So the
/// scheme is fed a signal with that dispersion, s_scheme(w) = s(Omega(w)), and what it gives is freed from it,
/// u(Omega) = u_scheme((2/T) asin(Omega T/2)). What is left is the error of K. These are the forward and the inverse
/// time-dispersion transforms of Koene, Robertsson, Broggini and Andersson 2018 (Eliminating time dispersion from
/// seismic wave modeling, Geophys. J. Int. 213, 169-180), after Stork 2013 and Wang and Xu 2015. Frequencies above 0.6
/// of the highest in steps of T are left out (faded until 0.75): there waves have fewer than 3 points per wavelength.
class TimeDispersion {
  public:
    enum class Way { add, remove };

    /// For up to `from` samples (> 0), one per step from step 0 on, and `to` samples of the result. In both, time
    /// counts from step `zero`: an impulse there has no dispersion to be added, all else is moved towards it.
    TimeDispersion(Way way, std::int64_t from, std::int64_t to, std::int64_t zero = 0);

    /// The transform of finite real samples; those left out are 0.
    std::vector<double> operator()(std::span<const double> samples) const;

    /// What an object and a call of it hold together, B.
    static std::int64_t bytes(Way way, std::int64_t from, std::int64_t to);

  private:
    std::int64_t to_;
    std::int64_t zero_;
    std::int64_t period_;  ///< of the result, steps
    UnevenSpectrum spectrum_;
    std::vector<double> angles_;  ///< where the spectrum of the samples is read, one per line of the result's
    std::vector<double> fade_;    ///< of each line
};

/// Steps that a scheme must run beyond the end so that dispersion can be removed from `steps`: what is cut off later
/// cannot be seen in them.
std::int64_t steps_beyond(std::int64_t steps);

/// The steps from which dispersion can be removed where a scheme was cut off after so many.
std::int64_t steps_before_cut(std::int64_t recorded);

/// Steps of a signal that act on so many steps of the scheme, in which dispersed waves arrive early.
std::int64_t steps_of_signal(std::int64_t steps);

}  // namespace wavesim
