// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "studies/collected.hpp"
#include "studies/line_plot.hpp"

namespace wavesim {

/// Names allowed for the axes of a study's picture: parameters, times, and quantities with one number per receiver.
std::vector<std::string> plot_axes(const Study& study);

/// The lines of the requested picture, without cases that have no result. Points are sorted by x if it is a parameter.
/// Otherwise they are in the order of the cases, since measured values need not increase with them.
std::vector<PlotSeries> plot_series(const Study& study, const Collected& collected);

/// The picture, as the bytes of a PNG file.
std::string collected_plot(const Study& study, const Collected& collected);

}  // namespace wavesim
