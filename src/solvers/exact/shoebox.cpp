// SPDX-License-Identifier: MIT
#include "solvers/exact/shoebox.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "solvers/exact/line_source.hpp"

namespace wavesim {

namespace {

/// Signed distances along one axis from the receiver to all images within `reach`.
std::vector<double> image_distances(double size, double source, double receiver, double reach) {
    std::vector<double> distances;
    const auto most = static_cast<std::int64_t>(std::ceil(reach / (2 * size))) + 1;
    for (std::int64_t m = -most; m <= most; ++m)
        for (const double image : {source, -source}) {
            const double d = image + 2 * static_cast<double>(m) * size - receiver;
            if (std::abs(d) <= reach) distances.push_back(d);
        }
    return distances;
}

/// Adds s(t - delay) / spread at the times when the signal is not negligible.
void add_point_source(const Signal& signal, double delay_s, double spread, double time_step_s,
                      std::vector<double>& pressure) {
    const auto from = static_cast<std::size_t>(std::ceil(delay_s / time_step_s));
    const double last = std::min((delay_s + signal.end()) / time_step_s, static_cast<double>(pressure.size()) - 1);
    for (std::size_t n = from; static_cast<double>(n) <= last; ++n)
        pressure[n] += signal.value(static_cast<double>(n) * time_step_s - delay_s) / spread;
}

}  // namespace

std::vector<double> shoebox_images(const Signal& signal, int dims, const Point& size_m, const Point& source,
                                   const Point& receiver, double sound_speed_m_s, double time_step_s,
                                   std::int64_t steps, const std::function<void(double)>& look) {
    std::vector<double> pressure(static_cast<std::size_t>(steps), 0.0);
    const double reach = sound_speed_m_s * time_step_s * static_cast<double>(steps);
    const std::vector<double> xs = image_distances(size_m.x, source.x, receiver.x, reach);
    const std::vector<double> ys =
        dims == 2 ? std::vector<double>{0.0} : image_distances(size_m.y, source.y, receiver.y, reach);
    const std::vector<double> zs = image_distances(size_m.z, source.z, receiver.z, reach);
    std::optional<LineSource> line;
    if (dims == 2) line.emplace(signal);
    double begun = 0;
    std::function<void()> look_here;
    if (look) look_here = [&, all = static_cast<double>(zs.size() * ys.size() * xs.size())] { look(begun / all); };
    for (const double z : zs)
        for (const double y : ys)
            for (const double x : xs) {
                if (look_here) look_here();
                ++begun;
                const double r = std::hypot(x, y, z);
                if (r > reach || r == 0) continue;
                if (dims == 2)
                    line->add(r / sound_speed_m_s, time_step_s, pressure, look_here);
                else
                    add_point_source(signal, r / sound_speed_m_s, 4 * std::numbers::pi * r, time_step_s, pressure);
            }
    return pressure;
}

}  // namespace wavesim
