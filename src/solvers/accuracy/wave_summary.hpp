// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Grid-independent summary of a scene with waves in open space, rock or water.
struct WaveSummary {
    double slowest_m_s = 0;
    double fastest_m_s = 0;
    double frequency_hz = 0;        ///< highest frequency of interest
    std::optional<double> peak_hz;  ///< peak frequency of the first source, if its signal has one
    struct Range {
        double least = 0;
        double most = 0;
    };
    std::optional<Range> offsets_m;      ///< distances of the receivers from the first source, in the planned shot
    std::optional<Range> arrivals_s;     ///< travel times to them (first_arrivals)
    std::optional<double> peak_delay_s;  ///< when the signal of the first source has its peak, where it is a pulse
};

/// The summary of a scene, unless it is a room (is_room).
std::optional<WaveSummary> wave_summary(const PlanOutline& plan);

}  // namespace wavesim
