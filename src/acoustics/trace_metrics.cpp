// SPDX-License-Identifier: MIT
#include "acoustics/trace_metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wavesim {

namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double peak_of(std::span<const double> trace) {
    double peak = 0;
    for (const double p : trace) peak = std::max(peak, std::abs(p));
    return peak;
}

double energy_of(std::span<const double> trace, double step_s) {
    double sum = 0;
    for (const double p : trace) sum += p * p;
    return sum * step_s;
}

double arrival_of(std::span<const double> trace, double step_s, double share) {
    const double least = share * peak_of(trace);
    if (!(least > 0)) return not_known;
    const auto first = std::ranges::find_if(trace, [least](double p) { return std::abs(p) >= least; });
    return static_cast<double>(first - trace.begin()) * step_s;
}

}  // namespace wavesim
