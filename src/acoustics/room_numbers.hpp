// SPDX-License-Identifier: MIT
#pragma once
#include <limits>
#include <span>
#include <vector>

#include "acoustics/frequency_bands.hpp"
#include "acoustics/reverberation.hpp"

namespace wavesim {

/// Numbers of ISO 3382-1 for one response in one band. Numbers that are not valid are NaN.
struct RoomNumbers {
    AnalysedBand band;
    ReverberationTime edt, t20, t30;
    /// 100 (T30 / T20 - 1): above 10 the decay has a second slope (ISO 3382-2, B.3).
    double curvature_percent = std::numeric_limits<double>::quiet_NaN();
    DecayFault energy_fault = DecayFault::none;  ///< why the numbers below are not valid
    double c50_db = std::numeric_limits<double>::quiet_NaN(), c80_db = std::numeric_limits<double>::quiet_NaN();
    double d50 = std::numeric_limits<double>::quiet_NaN();
    double centre_time_s = std::numeric_limits<double>::quiet_NaN();
    /// Strength G: level above the same source at 10 m in a free field, dB.
    double strength_db = std::numeric_limits<double>::quiet_NaN();
};

/// Levels of the decay of a response in a band (DecayCurve). Empty if the band extends beyond half the sampling rate.
std::vector<double> decay_levels(std::span<const double> response, double step_s, const AnalysedBand& band);

/// Sample at which a response begins: the first within 20 dB of its peak (ISO 3382-1, A.3.4).
std::size_t onset_of(std::span<const double> response);

/// Numbers of a response, Pa. Early and late sound are separated 50 and 80 ms after the onset, before they are filtered
/// (ISO 3382-1, A.3.4). `at_10_m`: the pressure of the same source at 10 m in a free field, Pa, with the same time
/// step; may be empty. `known`: a fault of the band that does not depend on the recording (grid, pulse, modes).
RoomNumbers room_numbers(std::span<const double> response, double step_s, const AnalysedBand& band,
                         std::span<const double> at_10_m, DecayFault known = DecayFault::none);

}  // namespace wavesim
