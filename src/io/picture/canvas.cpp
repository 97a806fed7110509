// SPDX-License-Identifier: MIT
#include "io/picture/canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "io/picture/bitmap_font.hpp"
#include "io/picture/png_image.hpp"

namespace wavesim {

namespace {

/// At most 256 colours and their numbers: a hash table with linear probing.
class Palette {
  public:
    /// The number of a colour, which is added if it is new; none if the palette is full.
    std::optional<std::uint8_t> number(Rgb colour) {
        const std::uint32_t key = (std::uint32_t{colour[0]} << 16 | std::uint32_t{colour[1]} << 8 | colour[2]) + 1;
        std::size_t at = (key * 2654435761U) >> 22;  // Knuth, The Art of Computer Programming 3, section 6.4
        while (keys_[at] != 0 && keys_[at] != key) at = (at + 1) % keys_.size();
        if (keys_[at] == key) return numbers_[at];
        if (colours_.size() == 256) return {};
        keys_[at] = key;
        numbers_[at] = static_cast<std::uint8_t>(colours_.size());
        colours_.push_back(colour);
        return numbers_[at];
    }
    /// The colours, ordered by their numbers.
    const std::vector<Rgb>& colours() const { return colours_; }

  private:
    std::array<std::uint32_t, 1024> keys_{};  ///< 0: free
    std::array<std::uint8_t, 1024> numbers_{};
    std::vector<Rgb> colours_;
};

/// Palette and index of every pixel; no indices if there are more than 256 colours.
std::vector<std::uint8_t> index_colours(const std::vector<Rgb>& pixels, Palette& palette) {
    std::vector<std::uint8_t> indices;
    indices.reserve(pixels.size());
    for (const Rgb& colour : pixels) {
        const std::optional<std::uint8_t> number = palette.number(colour);
        if (!number) return {};
        indices.push_back(*number);
    }
    return indices;
}

}  // namespace

Canvas::Canvas(int width, int height, Rgb background)
    : width_(width),
      height_(height),
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), background) {}

Rgb Canvas::at(int x, int y) const {
    return pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
}

void Canvas::set(int x, int y, Rgb colour) {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return;
    pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)] = colour;
}

std::span<Rgb> Canvas::row(int x, int y, int count) {
    return std::span(pixels_).subspan(
        static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x),
        static_cast<std::size_t>(count));
}

void Canvas::fill(int x, int y, int width, int height, Rgb colour) {
    for (int j = y; j < y + height; ++j)
        for (int i = x; i < x + width; ++i) set(i, j, colour);
}

void Canvas::frame(int x, int y, int width, int height, Rgb colour) {
    fill(x - 1, y - 1, width + 2, 1, colour);
    fill(x - 1, y + height, width + 2, 1, colour);
    fill(x - 1, y - 1, 1, height + 2, colour);
    fill(x + width, y - 1, 1, height + 2, colour);
}

void Canvas::line(std::array<double, 2> from, std::array<double, 2> to, int pen, Rgb colour) {
    const std::array<double, 2> way{to[0] - from[0], to[1] - from[1]};
    const auto steps = static_cast<int>(std::ceil(std::max(std::abs(way[0]), std::abs(way[1]))));
    for (int i = 0; i <= steps; ++i) {
        const double share = steps > 0 ? static_cast<double>(i) / steps : 0;
        fill(static_cast<int>(std::lround(from[0] + share * way[0])) - pen / 2,
             static_cast<int>(std::lround(from[1] + share * way[1])) - pen / 2, pen, pen, colour);
    }
}

int Canvas::text_width(std::string_view utf8) { return glyph_width * static_cast<int>(decode_utf8(utf8).size()); }

void Canvas::text(int x, int y, std::string_view utf8, Rgb colour, Align align) {
    if (align == Align::centre) x -= text_width(utf8) / 2;
    if (align == Align::right) x -= text_width(utf8);
    for (const char32_t code : decode_utf8(utf8)) {
        for (int row = 0; row < glyph_height; ++row)
            for (int column = 0; column < glyph_width; ++column)
                if (glyph_pixel(code, column, row)) set(x + column, y + row, colour);
        x += glyph_width;
    }
}

void Canvas::text_upwards(int x, int y, std::string_view utf8, Rgb colour) {
    y += text_width(utf8) / 2;
    for (const char32_t code : decode_utf8(utf8)) {
        for (int row = 0; row < glyph_height; ++row)
            for (int column = 0; column < glyph_width; ++column)
                if (glyph_pixel(code, column, row)) set(x + row, y - column, colour);
        y -= glyph_width;
    }
}

std::string Canvas::png() const {
    Palette palette;
    const std::vector<std::uint8_t> indices = index_colours(pixels_, palette);
    return indices.empty() ? png_of_colours(width_, height_, pixels_)
                           : png_of_indices(width_, height_, indices, palette.colours());
}

}  // namespace wavesim
