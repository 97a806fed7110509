// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>
#include <vector>

#include "io/picture/canvas.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// The traces of one shot as they are drawn.
struct GatherView {
    std::string title;              ///< scene and shot
    std::vector<double> offsets_m;  ///< per receiver, signed
    double time_step_s = 0;
    double first_time_s = 0;           ///< of the first sample
    std::vector<std::string> names{};  ///< of receivers, shown instead of offsets; may be empty
    GatherGain gain{};                 ///< that the values have, for the text below
};

/// Applies a gain to values (receiver, time), in place. `zero` is the time from the first sample to time 0 of results;
/// before it t^power is 0, and at 1 s after it 1.
void apply_gain(std::span<double> values, std::size_t receivers, const GatherGain& gain, double time_step_s,
                double zero_s);

/// Pressure that a gather is scaled by: for wiggles the 99th percentile of |p|, for colours the 99.5th; the peak where
/// that is 0. `values` is (receiver, time).
double gather_scale(std::span<const double> values, GatherStyle style);

/// Pressure that draws the peak of wiggles as one distance of two traces, so that nothing is cut.
double scale_of_peak(std::span<const double> values);

/// Time downwards in s, receivers across in their order, with their numbers below and their offsets in m, or names,
/// above: round offsets where offsets grow or fall along the spread. Wiggles are linear, with their positive half
/// filled. `scale_pa` is drawn as 0.75 of the distance of two traces; amplitudes beyond 1.5 of it are clipped. If there
/// are too many traces for the picture, every n-th is drawn. Colours follow the signed square root of p / scale_pa.
/// `values` is (receiver, time).
Canvas draw_gather(const GatherView& view, std::span<const double> values, GatherStyle style, double scale_pa);

}  // namespace wavesim
