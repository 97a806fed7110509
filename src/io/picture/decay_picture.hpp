// SPDX-License-Identifier: MIT
#pragma once
#include <limits>
#include <string>
#include <vector>

#include "io/picture/canvas.hpp"

namespace wavesim {

/// Decays of one response as they are drawn.
struct DecayView {
    struct Band {
        std::string name;               ///< 125 Hz
        std::vector<double> levels_db;  ///< of the backward integral at each sample, 0 at the first
        double t20_s = std::numeric_limits<double>::quiet_NaN();  ///< NaN: not known
    };
    std::string title;
    double step_s = 0;
    std::vector<Band> bands;
};

/// Time to the right in s, levels down to -70 dB. A curve for each band and, as dots, the line of its T20; beside them
/// their names and times.
Canvas draw_decays(const DecayView& view);

}  // namespace wavesim
