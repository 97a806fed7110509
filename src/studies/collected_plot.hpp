// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "studies/collected.hpp"
#include "studies/line_plot.hpp"

namespace wavesim {

/// What an axis of a study's picture may show: parameters, times, and the quantities that are collected as one number
/// per receiver.
std::vector<std::string> plot_axes(const Study& study);

/// The lines of the picture that the study asks for, without cases that have no result. Their points go along x where
/// it is a parameter; else they have the order of the cases, since measured values need not rise with them.
std::vector<PlotSeries> plot_series(const Study& study, const Collected& collected);

/// The picture, as the bytes of a PNG file.
std::string collected_plot(const Study& study, const Collected& collected);

}  // namespace wavesim
