// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>
#include <vector>

#include "io/picture/canvas.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Data for the picture of the traces of one shot.
struct GatherView {
    std::string title;              ///< scene and shot
    std::vector<double> offsets_m;  ///< per receiver, signed
    double time_step_s = 0;
    double first_time_s = 0;           ///< time of the first sample
    std::vector<std::string> names{};  ///< of receivers, shown instead of offsets; may be empty
    GatherGain gain{};                 ///< gain that the values already have, for the text below the picture
};

/// Applies a gain to values (receiver, time), in place. `zero_s` is the time from the first sample to time 0 of the
/// results. The factor t^power is 0 before time 0, and 1 at 1 s after it.
void apply_gain(std::span<double> values, std::size_t receivers, const GatherGain& gain, double time_step_s,
                double zero_s);

/// Pressure by which a gather is scaled: for wiggles the 99th percentile of |p|, for colours the 99.5th. The peak if
/// that is 0. `values` is (receiver, time).
double gather_scale(std::span<const double> values, GatherStyle style);

/// The scale with which the peak of wiggles is one trace distance wide, so that nothing is clipped.
double scale_of_peak(std::span<const double> values);

/// Time downwards in s, receivers across in their order. Their numbers are below and their offsets in m, or names,
/// above; offsets are round numbers if they increase or decrease along the spread. Wiggles are linear, with their
/// positive half filled. `scale_pa` is drawn as 0.75 of the distance of two traces; amplitudes beyond 1.5 distances are
/// clipped. If there are too many traces for the picture, every n-th is drawn. Colours follow the signed square root of
/// p / scale_pa. `values` is (receiver, time).
Canvas draw_gather(const GatherView& view, std::span<const double> values, GatherStyle style, double scale_pa);

}  // namespace wavesim
