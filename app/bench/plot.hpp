// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "app/bench/report.hpp"

namespace wavesim {

/// An SVG picture of CTPN against the number of points K, both logarithmic: one panel per precision and grid, a colour
/// per backend, a mark per shape. F is a solid line. The naive prediction CTPN7 (K + 1) / 8 of the run-time loop is
/// dashed.
std::string bench_plot(const BenchReport& report);

}  // namespace wavesim
