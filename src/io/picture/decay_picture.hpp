// SPDX-License-Identifier: MIT
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "io/picture/canvas.hpp"

namespace wavesim {

/// Data for the picture of the decays of one response.
struct DecayView {
    struct Band {
        std::string name;               ///< 125 Hz
        std::vector<double> levels_db;  ///< backward integral at each sample, 0 dB at the first
        double t20_s = std::numeric_limits<double>::quiet_NaN();  ///< NaN: not known
    };
    std::string title;
    double step_s = 0;
    std::vector<Band> bands;
};

/// Time to the right in s, levels down to -70 dB. Each band has a curve and, as dots, the line of its T20. Names and
/// times of the bands are beside the curves.
Canvas draw_decays(const DecayView& view);

}  // namespace wavesim
