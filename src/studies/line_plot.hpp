// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace wavesim {

/// Points of one colour, joined by a line in their order.
struct PlotSeries {
    std::string name;
    std::vector<double> x, y;  ///< above 0
};

/// The bytes of a PNG file: series over two logarithmic axes with a legend. Points that are not above 0 are left out.
std::string line_plot(const std::vector<PlotSeries>& series, const std::string& title, const std::string& x_label,
                      const std::string& y_label);

}  // namespace wavesim
