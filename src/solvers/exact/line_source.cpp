// SPDX-License-Identifier: MIT
#include "solvers/exact/line_source.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace wavesim {

namespace {

struct GaussNode {
    double x;
    double weight;
};
/// Gauss-Legendre rule with 6 nodes on [-1, 1] (Abramowitz and Stegun, table 25.4).
constexpr std::array<GaussNode, 6> gauss{{{-0.932469514203152028, 0.171324492379170345},
                                          {-0.661209386466264514, 0.360761573048138608},
                                          {-0.238619186083196909, 0.467913934572691047},
                                          {0.238619186083196909, 0.467913934572691047},
                                          {0.661209386466264514, 0.360761573048138608},
                                          {0.932469514203152028, 0.171324492379170345}}};

}  // namespace

void add_line_source(const Signal& signal, double delay_s, double time_step_s, std::vector<double>& pressure) {
    const double panel = signal.time_scale() / 4;
    const double end = signal.end();
    for (std::size_t n = 0; n < pressure.size(); ++n) {
        const double t = static_cast<double>(n) * time_step_s;
        // The source was heard from emission times t - tau in [0, end]: tau in [first, t].
        double tau = std::max(delay_s, t - end);
        if (t <= tau) continue;
        const auto panels = static_cast<std::int64_t>(std::ceil((t - tau) / panel));
        const double width = (t - tau) / static_cast<double>(panels);
        double sum = 0;
        double a = std::acosh(std::max(1.0, tau / delay_s));
        for (std::int64_t p = 0; p < panels; ++p) {
            tau += width;
            const double b = std::acosh(std::max(1.0, tau / delay_s));
            for (const GaussNode& node : gauss)
                sum += (b - a) / 2 * node.weight *
                       signal.value(t - delay_s * std::cosh((a + b) / 2 + node.x * (b - a) / 2));
            a = b;
        }
        pressure[n] += sum / (2 * std::numbers::pi);
    }
}

}  // namespace wavesim
