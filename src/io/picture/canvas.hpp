// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/picture/colour_map.hpp"

namespace wavesim {

/// A picture in memory; x to the right, y down, from the top left corner. What lies outside is clipped.
class Canvas {
  public:
    Canvas(int width, int height, Rgb background);

    int width() const { return width_; }
    int height() const { return height_; }
    Rgb at(int x, int y) const;
    void set(int x, int y, Rgb colour);
    /// A row of `count` pixels from (x, y) on; all of them must lie inside the picture.
    std::span<Rgb> row(int x, int y, int count);
    void fill(int x, int y, int width, int height, Rgb colour);
    /// Outline one pixel wide, just outside of the rectangle.
    void frame(int x, int y, int width, int height, Rgb colour);

    /// A line between two points, both included, drawn with a square pen of `pen` pixels.
    void line(std::array<double, 2> from, std::array<double, 2> to, int pen, Rgb colour);

    enum class Align { left, centre, right };
    /// Text whose left, centre or right end is at x and whose top is at y.
    void text(int x, int y, std::string_view utf8, Rgb colour, Align align = Align::left);
    /// The same, rotated to run upwards and centred on y.
    void text_upwards(int x, int y, std::string_view utf8, Rgb colour);
    static int text_width(std::string_view utf8);

    /// The bytes of a PNG file: with a palette where 256 colours suffice (a third of the size), else 8-bit RGB.
    std::string png() const;

  private:
    int width_;
    int height_;
    std::vector<Rgb> pixels_;
};

}  // namespace wavesim
