// SPDX-License-Identifier: MIT
#include "io/picture/section_picture.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/picture/bitmap_font.hpp"
#include "io/picture/plane_axes.hpp"

namespace wavesim {

namespace {

constexpr int section_left = 68, section_top = 34, below_section = 48;
constexpr int longest_section = 840;  // pixels
constexpr int legend_gap = 18, swatch = 12, legend_row = 20;
constexpr int wall_pen = 3, mark_radius = 5;
constexpr Rgb source_colour{190, 20, 30}, receiver_colour{20, 60, 170};

/// Position of the plane on the canvas.
class Plane {
  public:
    explicit Plane(const SectionView& view)
        : metre_(longest_section / std::max(view.size_m[0], view.size_m[1])),
          width_(pixels(view.size_m[0])),
          height_(pixels(view.size_m[1])) {}

    double metre() const { return metre_; }
    int width() const { return width_; }
    int height() const { return height_; }
    std::array<double, 2> on_canvas(const SectionView::Place& at) const {
        return {section_left + at[0] * metre_, section_top + height_ - at[1] * metre_};
    }
    /// The place of the middle of a pixel.
    SectionView::Place place(int x, int y) const {
        return {(x + 0.5 - section_left) / metre_, (section_top + height_ - y - 0.5) / metre_};
    }

  private:
    int pixels(double metres) const { return std::max(1, static_cast<int>(std::lround(metres * metre_))); }
    double metre_;  ///< pixels
    int width_, height_;
};

void draw_nodes(Canvas& canvas, const SectionView& view, const Plane& plane) {
    if (view.solid.empty()) return;
    const auto up = static_cast<std::int64_t>(view.solid.size()) / view.across;
    const auto node = [&view](double at_m, std::size_t axis, std::int64_t count) {
        const auto nearest = std::llround((at_m - view.first_m[axis]) / view.spacing_m);
        return std::clamp<std::int64_t>(nearest, 0, count - 1);
    };
    for (int y = section_top; y < section_top + plane.height(); ++y)
        for (int x = section_left; x < section_left + plane.width(); ++x) {
            const SectionView::Place at = plane.place(x, y);
            const std::int64_t i = node(at[0], 0, view.across), j = node(at[1], 1, up);
            if (view.solid[static_cast<std::size_t>(j * view.across + i)]) canvas.set(x, y, solid_colour);
        }
}

void draw_mark(Canvas& canvas, const SectionView::Mark& mark, const Plane& plane) {
    const auto [x, y] = plane.on_canvas(mark.at);
    const auto middle_x = static_cast<int>(std::lround(x)), middle_y = static_cast<int>(std::lround(y));
    const Rgb colour = mark.source ? source_colour : receiver_colour;
    for (int j = -mark_radius; j <= mark_radius; ++j)
        for (int i = -mark_radius; i <= mark_radius; ++i) {
            const double reach = mark.source ? std::hypot(i, j) : std::max(std::abs(i), std::abs(j));
            if (reach > mark_radius + 0.3) continue;
            const bool rim = reach > mark_radius - 1.5;
            canvas.set(middle_x + i, middle_y + j, mark.in_plane || rim ? colour : paper);
        }
}

struct Box {
    int x, y, width, height;
    bool meets(const Box& other) const {
        return x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height;
    }
};

/// Names to the right of the marks, to the left, above or below, where they cover neither marks nor other names. First
/// those of sources.
void draw_names(Canvas& canvas, const SectionView& view, const Plane& plane) {
    constexpr int side = 2 * mark_radius + 1, gap = mark_radius + 4;
    std::vector<Box> taken;
    for (const SectionView::Mark& mark : view.marks) {
        const auto [x, y] = plane.on_canvas(mark.at);
        taken.push_back({static_cast<int>(x) - mark_radius, static_cast<int>(y) - mark_radius, side, side});
    }
    for (const bool source : {true, false})
        for (const SectionView::Mark& mark : view.marks) {
            if (mark.source != source) continue;
            const auto place = plane.on_canvas(mark.at);
            const int x = static_cast<int>(place[0]), y = static_cast<int>(place[1]);
            const int width = Canvas::text_width(mark.name), half = glyph_height / 2;
            for (const Box& box : {Box{x + gap, y - half, width, glyph_height},
                                   {x - gap - width, y - half, width, glyph_height},
                                   {x - width / 2, y - gap - glyph_height, width, glyph_height},
                                   {x - width / 2, y + gap, width, glyph_height}}) {
                const bool outside = box.x < section_left || box.x + width > section_left + plane.width();
                if (outside || std::ranges::any_of(taken, [&](const Box& other) { return box.meets(other); })) continue;
                taken.push_back(box);
                canvas.text(box.x, box.y, mark.name, source ? source_colour : receiver_colour);
                break;
            }
        }
}

/// The surfaces that the plane cuts, in their order.
std::vector<std::size_t> cut_surfaces(const SectionView& view) {
    std::vector<std::size_t> found;
    for (const SectionView::Wall& wall : view.walls) found.push_back(wall.surface);
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

}  // namespace

Rgb surface_colour(std::size_t surface) {
    const double golden_angle = std::numbers::pi * (3 - std::sqrt(5.0));  // neighbours differ much
    const double hue = golden_angle * static_cast<double>(surface);
    return srgb_from_lab(surface % 2 == 0 ? 46 : 62, 58 * std::cos(hue), 58 * std::sin(hue));
}

Canvas draw_section(const SectionView& view) {
    const Plane plane(view);
    const std::vector<std::size_t> legend = cut_surfaces(view);
    int legend_width = 0;
    for (const std::size_t s : legend) legend_width = std::max(legend_width, Canvas::text_width(view.surfaces[s]));
    const int width = section_left + plane.width() + 2 * legend_gap + (legend.empty() ? 0 : swatch + 8 + legend_width);
    const int height = std::max(plane.height(), legend_row * static_cast<int>(legend.size()));
    Canvas canvas(std::max(width, section_left + Canvas::text_width(view.title) + legend_gap),
                  section_top + height + below_section, paper);
    draw_nodes(canvas, view, plane);
    canvas.frame(section_left, section_top, plane.width(), plane.height(), faint);
    for (const SectionView::Wall& wall : view.walls)
        canvas.line(plane.on_canvas(wall.from), plane.on_canvas(wall.to), wall_pen, surface_colour(wall.surface));
    draw_axes(canvas, {section_left, section_top, plane.width(), plane.height(), plane.metre(), view.axes,
                       view.corner_m, view.z_down});
    for (const bool in_plane : {false, true})
        for (const SectionView::Mark& mark : view.marks)
            if (mark.in_plane == in_plane) draw_mark(canvas, mark, plane);
    draw_names(canvas, view, plane);
    canvas.text(section_left, 10, view.title, ink);
    int y = section_top;
    for (const std::size_t s : legend) {
        canvas.fill(section_left + plane.width() + legend_gap, y + 2, swatch, swatch, surface_colour(s));
        canvas.text(section_left + plane.width() + legend_gap + swatch + 8, y, view.surfaces[s], ink);
        y += legend_row;
    }
    return canvas;
}

}  // namespace wavesim
