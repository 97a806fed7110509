// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "solvers/signal/gauss_rule.hpp"
#include "solvers/signal/signal.hpp"

namespace wavesim::test {

/// A point near the edge of a wedge, in cylinder coordinates about the edge: the angle is measured from one face of the
/// rigid solid through the air, in radians; r and z in m.
struct WedgePoint {
    double r, angle, z;
};

/// Adds to `trace` the exact field of a point source near a rigid wedge that has no ends, sampled at t = n T: the
/// direct sound and the mirror images that are seen, and the wave of the edge (Biot and Tolstoy, J. Acoust. Soc. Am. 29
/// (1957) 381; Medwin, Childs and Jebsen, ibid. 72 (1982) 1005; the form of Svensson, Fred and Vanderkooy, ibid. 106
/// (1999) 2331, eqs. 1 to 3). With d(h)^2 = r0^2 + r^2 + z^2 + 2 r0 r cosh h and v = pi / `air`,
///   p = (1/4 pi) [sum s(t - R/c)/R - (v/2 pi) int_0^inf sum_j sin(f_j) / (cosh(v h) - cos(f_j)) s(t - d/c)/d dh],
/// f_j = v (pi +- angle0 +- angle). `air`: angle of the air, at least pi. No point may lie on the limit of a shadow or
/// of an image.
inline void add_wedge_field(const Signal& signal, double air, const WedgePoint& source, const WedgePoint& receiver,
                            double sound_speed, double time_step, std::vector<double>& trace) {
    constexpr double pi = std::numbers::pi;
    const auto add = [&](double distance, double factor) {
        for (std::size_t n = 0; n < trace.size(); ++n)
            trace[n] += factor / (4 * pi * distance) *
                        signal.value(static_cast<double>(n) * time_step - distance / sound_speed);
    };
    const double z = receiver.z - source.z, rr = source.r * receiver.r;
    const double squares = source.r * source.r + receiver.r * receiver.r + z * z;
    const double sum = source.angle + receiver.angle;
    for (const double between : {std::abs(source.angle - receiver.angle), sum, 2 * air - sum})
        if (between < pi) add(std::sqrt(squares - 2 * rr * std::cos(between)), 1);

    const double v = pi / air, reach = sound_speed * time_step * static_cast<double>(trace.size());
    const std::vector<GaussPoint> rule = gauss_rule(6);
    double from = 0, width = 1e-4;  // panels grow from the limit of a shadow, where the integrand is narrow
    while (squares + 2 * rr * std::cosh(from) < reach * reach) {
        for (const GaussPoint& point : rule) {
            const double h = from + width * point.at, d = std::sqrt(squares + 2 * rr * std::cosh(h));
            double beta = 0;
            for (const double a : {source.angle, -source.angle})
                for (const double b : {receiver.angle, -receiver.angle}) {
                    const double f = v * (pi + a + b);
                    beta += std::sin(f) / (std::cosh(v * h) - std::cos(f));
                }
            add(d, -v / (2 * pi) * beta * width * point.weight);
        }
        from += width;
        width = std::min(0.05, 1.5 * width);
    }
}

}  // namespace wavesim::test
