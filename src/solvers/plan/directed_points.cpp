// SPDX-License-Identifier: MIT
#include "solvers/plan/directed_points.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <stdexcept>

#include "solvers/signal/signal_analysis.hpp"

namespace wavesim {

std::array<SlopePoint, 4> slope_points(const Point& at, const Point& axis, double spacing_m) {
    const double far = slope_reach * spacing_m, near = far / 2;
    const auto beside = [&](double distance, double weight) {
        return SlopePoint{{at.x + distance * axis.x, at.y + distance * axis.y, at.z + distance * axis.z}, weight};
    };
    const double unit = 1 / (12 * near);
    return {beside(-far, unit), beside(-near, -8 * unit), beside(near, 8 * unit), beside(far, -unit)};
}

PlacedPoint place_slope(PointPlacer& placer, const Point& in_grid, const Point& axis, double spacing_m,
                        PointRole role) {
    PlacedPoint slope = placer.place(in_grid, Placement::interpolated, role);
    std::map<std::int64_t, double> weights;
    for (const SlopePoint& point : slope_points(in_grid, axis, spacing_m)) {
        const PlacedPoint placed = placer.place(point.at, Placement::interpolated, role);
        slope.error = std::max(slope.error, placed.error);
        for (std::size_t i = 0; i < placed.weights.nodes.size(); ++i)
            weights[placed.weights.nodes[i]] += point.weight * placed.weights.weights[i];
    }
    slope.weights = {};
    for (const auto& [node, weight] : weights) {
        slope.weights.nodes.push_back(node);
        slope.weights.weights.push_back(weight);
    }
    return slope;
}

bool has_pulse_integral(const SignalRequest& signal) {
    return signal.kind == SignalKind::ricker || signal.kind == SignalKind::dgauss;
}

SignalRequest dipole_signal(const SignalRequest& signal, double speed_m_s) {
    SignalRequest integral = signal;
    integral.delay_s = when_heard(signal).centre;
    // With d = t - t0: (1 - d^2/w^2) exp(-d^2 / 2w^2) is the derivative of d exp(-d^2 / 2w^2), and -d/w exp(...) that
    // of w exp(...).
    if (signal.kind == SignalKind::ricker) {
        integral.kind = SignalKind::dgauss;
        integral.width_s = 1 / (std::numbers::sqrt2 * std::numbers::pi * signal.frequency_hz);
        integral.amplitude_pa_m *= -speed_m_s * integral.width_s * std::exp(-0.5);
    } else if (signal.kind == SignalKind::dgauss) {
        integral.kind = SignalKind::gaussian;
        integral.amplitude_pa_m *= speed_m_s * signal.width_s * std::exp(0.5);
    } else {
        throw std::logic_error("a dipole has no signal of this kind");
    }
    return integral;
}

}  // namespace wavesim
