// SPDX-License-Identifier: MIT
#include "io/picture/slice_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/picture/axis_ticks.hpp"

namespace wavesim {
namespace {

constexpr Rgb paper{255, 255, 255};
constexpr Rgb ink{40, 40, 40};
constexpr int left = 68, right = 112, top = 34, bottom = 62;
constexpr int longest_side = 840;  // pixels of the plane
constexpr int least_across = 430;  // so that the texts fit
constexpr int least_bar = 120;     // pixels of the colour bar, so that its labels do not overlap
constexpr int above_bar = 28;

/// Where the plane lies on the canvas and how many pixels one cell gets.
struct Layout {
    double pixels_per_cell;
    int width;
    int height;
};

Layout lay_out(const SliceView& view) {
    const double most = static_cast<double>(std::max(view.cells[0], view.cells[1]));
    double scale = longest_side / most;
    if (scale > 1) scale = std::max(1.0, std::floor(scale));
    const auto pixels = [scale](std::int64_t n) {
        return std::max(1, static_cast<int>(std::lround(scale * static_cast<double>(n))));
    };
    return {scale, pixels(view.cells[0]), pixels(view.cells[1])};
}

/// Pixels that the plane and the bar beside it take.
int rows(const Layout& layout) { return std::max(layout.height, above_bar + least_bar); }

bool solid_at(const SliceView& view, std::int64_t i, std::int64_t j) {
    return !view.solid.empty() && view.solid[static_cast<std::size_t>(i + view.across * j)];
}

/// Pressure at (u, v) in nodes: bilinear between the air nodes around; no value inside solids.
std::pair<bool, double> pressure_at(const SliceView& view, std::span<const float> values, double u, double v) {
    const auto inside = [](double t, std::int64_t n) { return std::clamp(t, 0.0, static_cast<double>(n - 1)); };
    u = inside(u, view.across);
    v = inside(v, view.up);
    if (solid_at(view, std::lround(u), std::lround(v))) return {false, 0};
    const auto i0 = static_cast<std::int64_t>(u);
    const auto j0 = static_cast<std::int64_t>(v);
    double sum = 0, weights = 0;
    for (std::int64_t j = j0; j <= std::min(j0 + 1, view.up - 1); ++j)
        for (std::int64_t i = i0; i <= std::min(i0 + 1, view.across - 1); ++i) {
            if (solid_at(view, i, j)) continue;
            const double weight =
                (1 - std::abs(u - static_cast<double>(i))) * (1 - std::abs(v - static_cast<double>(j)));
            sum += weight * static_cast<double>(values[static_cast<std::size_t>(i + view.across * j)]);
            weights += weight;
        }
    return {true, weights > 0 ? sum / weights : 0};
}

double signed_root(double value) { return std::copysign(std::sqrt(std::abs(value)), value); }

void draw_plane(Canvas& canvas, const SliceView& view, const Layout& layout, std::span<const float> values,
                double scale_pa) {
    const auto stride = static_cast<double>(view.stride);
    for (int y = 0; y < layout.height; ++y)
        for (int x = 0; x < layout.width; ++x) {
            const double u = ((x + 0.5) / layout.pixels_per_cell - view.margin[0]) / stride;
            const double v = ((layout.height - 1 - y + 0.5) / layout.pixels_per_cell - view.margin[1]) / stride;
            const auto [air, pressure] = pressure_at(view, values, u, v);
            canvas.set(left + x, top + y, air ? diverging_colour(signed_root(pressure / scale_pa)) : solid_colour);
        }
    canvas.frame(left, top, layout.width, layout.height, ink);
}

void draw_axes(Canvas& canvas, const SliceView& view, const Layout& layout) {
    const double metre = layout.pixels_per_cell / view.spacing_m;  // pixels
    const double step = tick_step(layout.width / metre, std::max(2, layout.width / 110));
    for (std::size_t a : {0u, 1u}) {
        const int length = a == 0 ? layout.width : layout.height;
        const double way = a == 1 && view.z_down ? -1 : 1;
        const double other_end = view.corner_m[a] + way * length / metre;
        const double least = std::min(view.corner_m[a], other_end), most = std::max(view.corner_m[a], other_end);
        for (double k = std::ceil(least / step - 1e-9); k * step <= most + 1e-9 * step; ++k) {
            const int at = static_cast<int>(std::lround(way * (k * step - view.corner_m[a]) * metre));
            const std::string label = fmt::format("{:.6g}", k * step + 0.0);
            if (a == 0) {
                canvas.fill(left + at, top + layout.height + 1, 1, 5, ink);
                canvas.text(left + at, top + layout.height + 8, label, ink, Canvas::Align::centre);
            } else {
                canvas.fill(left - 6, top + layout.height - at, 5, 1, ink);
                canvas.text(left - 9, top + layout.height - at - 7, label, ink, Canvas::Align::right);
            }
        }
    }
    canvas.text(left + layout.width / 2, top + layout.height + 23, fmt::format("{} [m]", view.axes[0]), ink,
                Canvas::Align::centre);
    canvas.text_upwards(4, top + layout.height / 2, fmt::format("{} [m]", view.axes[1]), ink);
}

void draw_bar(Canvas& canvas, const Layout& layout, double scale_pa) {
    const int x = left + layout.width + 18;
    const int height = std::min(rows(layout) - above_bar, 420);
    const int y = top + above_bar + (rows(layout) - above_bar - height) / 2;
    for (int j = 0; j < height; ++j) canvas.fill(x, y + j, 16, 1, diverging_colour(1 - 2 * (j + 0.5) / height));
    canvas.frame(x, y, 16, height, ink);
    canvas.text(x, y - 26, "p [Pa]", ink);
    const bool few = height < 150;
    for (const double root : {-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0}) {
        if (few && std::abs(root) != 1.0 && root != 0) continue;
        const int at = y + static_cast<int>(std::lround((1 - root) / 2 * (height - 1)));
        canvas.fill(x + 17, at, 4, 1, ink);
        canvas.text(x + 23, at - 7, fmt::format("{:.2g}", root * std::abs(root) * scale_pa), ink);
    }
}

}  // namespace

double picture_peak(const SliceView& view, std::span<const float> values) {
    std::vector<float> sizes;
    sizes.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i]) && (view.solid.empty() || !view.solid[i])) sizes.push_back(std::abs(values[i]));
    if (sizes.empty()) return 0;
    const auto rank = static_cast<std::ptrdiff_t>(0.995 * static_cast<double>(sizes.size() - 1) + 0.5);
    std::nth_element(sizes.begin(), sizes.begin() + rank, sizes.end());
    return static_cast<double>(sizes[static_cast<std::size_t>(rank)]);
}

Canvas draw_slice(const SliceView& view, std::span<const float> values, double scale_pa, double time_s) {
    const Layout layout = lay_out(view);
    const int width = left + std::max(layout.width, least_across) + right;
    Canvas canvas(width, top + rows(layout) + bottom, paper);
    draw_plane(canvas, view, layout, values, scale_pa);
    draw_axes(canvas, view, layout);
    draw_bar(canvas, layout, scale_pa);
    canvas.text(left, 10, view.plane.empty() ? view.title : view.title + ", " + view.plane, ink);
    canvas.text(width - 14, 10, fmt::format("t = {:.2f} ms", time_s * 1e3), ink, Canvas::Align::right);
    canvas.text(width - 14, canvas.height() - 18, "square-root colours, one scale for all pictures", ink,
                Canvas::Align::right);
    return canvas;
}

}  // namespace wavesim
