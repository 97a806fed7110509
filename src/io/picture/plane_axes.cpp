// SPDX-License-Identifier: MIT
#include "io/picture/plane_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/picture/axis_ticks.hpp"

namespace wavesim {

void draw_axes(Canvas& canvas, const PlaneAxes& axes) {
    const double common = tick_step(axes.width / axes.metre, std::max(2, axes.width / 110));
    for (const std::size_t a : {0U, 1U}) {
        const int length = a == 0 ? axes.width : axes.height;
        // A flat section has a finer step upwards, so that at least two ticks show the scale.
        const bool flat = length < 2 * common * axes.metre;
        const double step = flat ? tick_step(length / axes.metre, std::max(2, length / 30)) : common;
        const double way = a == 1 && axes.z_down ? -1 : 1;
        const double other_end = axes.corner_m[a] + way * length / axes.metre;
        const double least = std::min(axes.corner_m[a], other_end), most = std::max(axes.corner_m[a], other_end);
        for (double k = std::ceil(least / step - 1e-9); k * step <= most + 1e-9 * step; ++k) {
            const int at = static_cast<int>(std::lround(way * (k * step - axes.corner_m[a]) * axes.metre));
            const std::string label = fmt::format("{:.6g}", k * step + 0.0);
            if (a == 0) {
                canvas.fill(axes.left + at, axes.top + axes.height + 1, 1, 5, ink);
                canvas.text(axes.left + at, axes.top + axes.height + 8, label, ink, Canvas::Align::centre);
            } else {
                canvas.fill(axes.left - 6, axes.top + axes.height - at, 5, 1, ink);
                canvas.text(axes.left - 9, axes.top + axes.height - at - 7, label, ink, Canvas::Align::right);
            }
        }
    }
    canvas.text(axes.left + axes.width / 2, axes.top + axes.height + 23, fmt::format("{} [m]", axes.names[0]), ink,
                Canvas::Align::centre);
    canvas.text_upwards(4, axes.top + axes.height / 2, fmt::format("{} [m]", axes.names[1]), ink);
}

}  // namespace wavesim
