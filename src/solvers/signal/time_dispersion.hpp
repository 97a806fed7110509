// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/signal/uneven_spectrum.hpp"

namespace wavesim {

/// Time dispersion of two-step schemes and its removal. For waves of angular frequency w in its steps T
///     (u[n+1] - 2 u[n] + u[n-1]) / T^2 = K u[n] + b s[n]
/// has exactly the response of u'' = K u + b s at
///     Omega = (2/T) sin(w T/2),
/// for every linear K that is constant in time and independent of T: stencil, medium and rigid walls, but not losses.
/// So the scheme gets a signal with that dispersion, s_scheme(w) = s(Omega(w)), and the dispersion is removed from its
/// result, u(Omega) = u_scheme((2/T) asin(Omega T/2)). Only the error of K remains. These are the forward and the
/// inverse time-dispersion transforms of Koene, Robertsson, Broggini and Andersson 2018 (Eliminating time dispersion
/// from seismic wave modeling, Geophys. J. Int. 213, 169-180), after Stork 2013 and Wang and Xu 2015. Frequencies above
/// 0.6 of the highest in steps of T are left out (faded until 0.75), since waves have fewer than 3 points per
/// wavelength there.
class TimeDispersion {
  public:
    enum class Transform { add, remove };

    /// For up to `from` samples (> 0), one per step from step 0 on, and `to` samples of the result. Both count time
    /// from step `zero`. So an impulse at this step needs no added dispersion, and other samples are shifted towards
    /// it.
    TimeDispersion(Transform transform, std::int64_t from, std::int64_t to, std::int64_t zero = 0);

    /// The transform of finite real samples; missing samples are 0.
    std::vector<double> operator()(std::span<const double> samples) const;

    /// Memory of an object and a call of it together, bytes.
    static std::int64_t bytes(Transform transform, std::int64_t from, std::int64_t to);

  private:
    std::int64_t to_;
    std::int64_t zero_;
    std::int64_t period_;  ///< period of the result, steps
    UnevenSpectrum spectrum_;
    std::vector<double> angles_;  ///< at which the spectrum of the samples is evaluated, one per spectral line of the
                                  ///< result
    std::vector<double> fade_;    ///< fade factor of each line
};

/// Number of steps that a scheme must run beyond the end so that dispersion can be removed from `steps`. A later
/// cut-off has no effect on them.
std::int64_t steps_beyond(std::int64_t steps);

/// Number of steps from which dispersion can be removed if a scheme was cut off after `recorded` steps.
std::int64_t steps_before_cut(std::int64_t recorded);

/// Number of steps of a signal that affect `steps` steps of the scheme, in which dispersed waves arrive early.
std::int64_t steps_of_signal(std::int64_t steps);

}  // namespace wavesim
