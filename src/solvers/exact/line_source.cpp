// SPDX-License-Identifier: MIT
#include "solvers/exact/line_source.hpp"

#include <algorithm>
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

/// Integral of f over [from, to] in equal panels no wider than `panel`.
template <class F>
double integrate(double from, double to, double panel, const F& f) {
    const auto panels = static_cast<std::int64_t>(std::ceil((to - from) / panel));
    const double half = (to - from) / static_cast<double>(2 * panels);
    double sum = 0;
    for (std::int64_t p = 0; p < panels; ++p) {
        const double middle = from + static_cast<double>(2 * p + 1) * half;
        for (const GaussNode& node : gauss) sum += half * node.weight * f(middle + node.x * half);
    }
    return sum;
}

}  // namespace

LineSource::LineSource(const Signal& signal) : signal_(signal), end_(signal.end()) {
    if (!std::isfinite(end_)) return;
    for (int m = 0; m < terms; ++m)
        moments_[static_cast<std::size_t>(m)] = integrate(
            0, end_, signal.time_scale() / 4, [&](double v) { return signal.value(v) * std::pow(v - end_ / 2, m); });
}

void LineSource::add(double delay_s, double time_step_s, std::vector<double>& pressure,
                     const std::function<void()>& look) const {
    // The series converges like (half the signal / distance from the singularity)^m: 12 terms at 1/7 leave 1e-10.
    const double far = delay_s + (3.5 + 0.5) * end_;
    for (std::size_t n = 0; n < pressure.size(); ++n) {
        const double t = static_cast<double>(n) * time_step_s;
        if (t <= delay_s) continue;
        if (look && n % 16 == 0) look();
        pressure[n] += (t > far ? far_behind(t, delay_s) : near_front(t, delay_s)) / (2 * std::numbers::pi);
    }
}

double LineSource::near_front(double t, double delay_s) const {
    // Emission times t - tau lie in [0, end].
    const double panel = signal_.time_scale() / 4;
    double tau = std::max(delay_s, t - end_);
    const auto panels = static_cast<std::int64_t>(std::ceil((t - tau) / panel));
    const double width = (t - tau) / static_cast<double>(panels);
    double sum = 0;
    double a = std::acosh(std::max(1.0, tau / delay_s));
    for (std::int64_t p = 0; p < panels; ++p) {
        tau += width;
        const double b = std::acosh(std::max(1.0, tau / delay_s));
        sum += integrate(a, b, b - a, [&](double at) { return signal_.value(t - delay_s * std::cosh(at)); });
        a = b;
    }
    return sum;
}

double LineSource::far_behind(double t, double delay_s) const {
    // k(tau) = (tau^2 - d^2)^(-1/2) about tau_0 = t - end/2 solves (tau^2 - d^2) k' + tau k = 0; with
    // q = tau_0^2 - d^2 its Taylor coefficients follow q (m+1) c_{m+1} = -tau_0 (2m+1) c_m - m c_{m-1}.
    const double tau = t - end_ / 2;
    const double q = tau * tau - delay_s * delay_s;
    double before = 0;
    double c = 1 / std::sqrt(q);
    double sum = 0;
    for (int m = 0; m < terms; ++m) {
        // tau - tau_0 = -(v - end/2)
        sum += (m % 2 == 0 ? c : -c) * moments_[static_cast<std::size_t>(m)];
        const double next = -(tau * (2 * m + 1) * c + m * before) / (q * (m + 1));
        before = c;
        c = next;
    }
    return sum;
}

}  // namespace wavesim
