// SPDX-License-Identifier: MIT
#include "io/picture/slice_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "io/picture/plane_axes.hpp"

namespace wavesim {
namespace {

constexpr int left = 68, right = 112, top = 34, bottom = 62;
constexpr int longest_side = 840;  // pixels of the plane
constexpr int least_across = 430;  // least width for the texts
constexpr int least_bar = 120;     // pixels of the colour bar, so that its labels do not overlap
constexpr int above_bar = 28;

/// Position of the plane on the canvas, and pixels per cell.
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

/// Height in pixels of the plane and of the bar beside it.
int rows(const Layout& layout) { return std::max(layout.height, above_bar + least_bar); }

/// Position of pixels between nodes along an axis of the plane.
struct Place {
    std::size_t node;  ///< before the pixel
    std::size_t next;  ///< after the pixel; the same node at the end
    std::size_t near;  ///< the nearest
    float share;       ///< weight of the next node
};

std::vector<Place> places(int pixels, double pixels_per_cell, double margin, std::int64_t stride, std::int64_t nodes) {
    std::vector<Place> all;
    all.reserve(static_cast<std::size_t>(pixels));
    for (int x = 0; x < pixels; ++x) {
        const double at = ((x + 0.5) / pixels_per_cell - margin) / static_cast<double>(stride);
        const double u = std::clamp(at, 0.0, static_cast<double>(nodes - 1));
        const auto node = static_cast<std::size_t>(u);
        all.push_back({node, std::min(node + 1, static_cast<std::size_t>(nodes - 1)),
                       static_cast<std::size_t>(std::lround(u)), static_cast<float>(u - static_cast<double>(node))});
    }
    return all;
}

/// Pressure between nodes: bilinear between the air nodes around, row by row of pixels.
class PlaneRow {
  public:
    PlaneRow(const SliceView& view, std::span<const float> values)
        : view_(view), values_(values), sum_(size()), weight_(view.solid.empty() ? 0 : size()) {}

    /// Interpolates the nodes of two rows to the height of a row of pixels.
    void move_to(const Place& row) {
        row_ = row;
        const std::size_t below = row.node * size(), above = row.next * size();
        const float low = 1 - row.share, high = row.share;
        for (std::size_t i = 0; i < size(); ++i) sum_[i] = low * shown(below + i) + high * shown(above + i);
        for (std::size_t i = 0; i < weight_.size(); ++i)
            weight_[i] = (is_solid(below + i) ? 0 : low) + (is_solid(above + i) ? 0 : high);
    }

    bool is_solid_at(const Place& column) const {
        return !weight_.empty() && is_solid(row_.near * size() + column.near);
    }
    float pressure_at(const Place& column) const {
        const float pressure = between(sum_, column);
        if (weight_.empty()) return pressure;
        const float weight = between(weight_, column);
        return weight > 0 ? pressure / weight : 0;
    }

  private:
    std::size_t size() const { return static_cast<std::size_t>(view_.across); }
    bool is_solid(std::size_t node) const { return view_.solid[node]; }
    float shown(std::size_t node) const { return weight_.empty() || !is_solid(node) ? values_[node] : 0; }
    static float between(const std::vector<float>& row, const Place& column) {
        return (1 - column.share) * row[column.node] + column.share * row[column.next];
    }

    const SliceView& view_;
    std::span<const float> values_;
    Place row_{};
    std::vector<float> sum_;     ///< weighted pressure of air nodes, per column of nodes
    std::vector<float> weight_;  ///< weight of the air nodes in it; empty if there are no solids
};

void draw_plane(Canvas& canvas, const SliceView& view, const Layout& layout, std::span<const float> values,
                double scale_pa) {
    const auto columns = places(layout.width, layout.pixels_per_cell, view.margin[0], view.stride, view.across);
    const auto rows_up = places(layout.height, layout.pixels_per_cell, view.margin[1], view.stride, view.up);
    const auto per_pa = static_cast<float>(1 / scale_pa);
    PlaneRow nodes(view, values);
    std::vector<float> shares(columns.size());
    for (int y = 0; y < layout.height; ++y) {
        nodes.move_to(rows_up[static_cast<std::size_t>(layout.height - 1 - y)]);
        for (std::size_t x = 0; x < columns.size(); ++x) shares[x] = per_pa * nodes.pressure_at(columns[x]);
        const std::span<Rgb> pixels = canvas.row(left, top + y, layout.width);
        root_colours(shares, pixels);
        for (std::size_t x = 0; x < columns.size(); ++x)
            if (nodes.is_solid_at(columns[x])) pixels[x] = solid_colour;
    }
    canvas.frame(left, top, layout.width, layout.height, ink);
}

PlaneAxes axes_of(const SliceView& view, const Layout& layout) {
    return {left,      top,           layout.width, layout.height, layout.pixels_per_cell / view.spacing_m,
            view.axes, view.corner_m, view.z_down};
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
    const std::ptrdiff_t rank = std::lround(0.995 * static_cast<double>(sizes.size() - 1));
    std::nth_element(sizes.begin(), sizes.begin() + rank, sizes.end());
    return static_cast<double>(sizes[static_cast<std::size_t>(rank)]);
}

Canvas draw_slice(const SliceView& view, std::span<const float> values, double scale_pa, double time_s) {
    const Layout layout = lay_out(view);
    const int width = left + std::max(layout.width, least_across) + right;
    Canvas canvas(width, top + rows(layout) + bottom, paper);
    draw_plane(canvas, view, layout, values, scale_pa);
    draw_axes(canvas, axes_of(view, layout));
    draw_bar(canvas, layout, scale_pa);
    canvas.text(left, 10, view.plane.empty() ? view.title : view.title + ", " + view.plane, ink);
    canvas.text(width - 14, 10, fmt::format("t = {:.2f} ms", time_s * 1e3), ink, Canvas::Align::right);
    canvas.text(width - 14, canvas.height() - 18, "square-root colours, one scale for all pictures", ink,
                Canvas::Align::right);
    return canvas;
}

}  // namespace wavesim
