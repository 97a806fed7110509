// SPDX-License-Identifier: MIT
#include "io/picture/canvas.hpp"

#include <gmock/gmock.h>
#include <png.h>

#include "io/picture/bitmap_font.hpp"

namespace wavesim {
namespace {

constexpr Rgb white{255, 255, 255};
constexpr Rgb black{0, 0, 0};

/// The text of a canvas as rows of '#' and '.'.
std::vector<std::string> shape(const Canvas& canvas) {
    std::vector<std::string> rows;
    for (int y = 0; y < canvas.height(); ++y) {
        rows.emplace_back();
        for (int x = 0; x < canvas.width(); ++x) rows.back() += canvas.at(x, y) == black ? '#' : '.';
    }
    return rows;
}

TEST(Canvas, LinesJoinTheirEnds) {
    Canvas canvas(6, 4, white);
    canvas.line({0, 3}, {3, 0}, 1, black);
    canvas.line({5, 1}, {5, 1}, 1, black);
    canvas.line({4, 3}, {9, 3}, 1, black);  // clipped
    EXPECT_EQ(shape(canvas), (std::vector<std::string>{"...#..", "..#..#", ".#....", "#...##"}));
    Canvas thick(5, 5, white);
    thick.line({1, 2}, {3, 2}, 3, black);
    EXPECT_EQ(shape(thick), (std::vector<std::string>{".....", "#####", "#####", "#####", "....."}));
}

TEST(Canvas, PngDecodesToTheSamePixels) {
    Canvas canvas(5, 3, white);
    canvas.set(1, 2, {10, 20, 30});
    canvas.set(99, 99, black);
    canvas.fill(3, 0, 10, 2, black);

    const std::string bytes = canvas.png();
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    ASSERT_NE(png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()), 0);
    image.format = PNG_FORMAT_RGB;
    std::vector<Rgb> pixels(static_cast<std::size_t>(image.width) * image.height);
    ASSERT_NE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr), 0);

    EXPECT_EQ(image.width, 5u);
    EXPECT_EQ(image.height, 3u);
    EXPECT_EQ(pixels[2 * 5 + 1], (Rgb{10, 20, 30}));
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 5; ++x) EXPECT_EQ(pixels[static_cast<std::size_t>(y * 5 + x)], canvas.at(x, y));
}

TEST(Canvas, PngHoldsMoreColoursThanAPalette) {
    Canvas few(32, 32, white), many(32, 32, white);
    for (int i = 0; i < 1024; ++i) {
        few.set(i % 32, i / 32, {static_cast<std::uint8_t>(i % 256), 7, 9});
        many.set(i % 32, i / 32, {static_cast<std::uint8_t>(i % 256), static_cast<std::uint8_t>(i / 256), 9});
    }
    for (const Canvas& canvas : {few, many}) {
        const std::string bytes = canvas.png();
        png_image image{};
        image.version = PNG_IMAGE_VERSION;
        ASSERT_NE(png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()), 0);
        image.format = PNG_FORMAT_RGB;
        std::vector<Rgb> pixels(1024);
        ASSERT_NE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr), 0);
        for (int i = 0; i < 1024; ++i) ASSERT_EQ(pixels[static_cast<std::size_t>(i)], canvas.at(i % 32, i / 32)) << i;
    }
}

TEST(Canvas, DrawsText) {
    Canvas canvas(glyph_width, glyph_height, white);

    canvas.text(0, 0, "A", black);

    const std::vector<std::string> letter{".........", ".........", "....#....", "...#.#...", "..#...#..",
                                          ".#.....#.", ".#.....#.", ".#.....#.", ".#######.", ".#.....#.",
                                          ".#.....#.", ".#.....#.", ".........", ".........", "........."};
    EXPECT_EQ(shape(canvas), letter);
}

TEST(Canvas, AlignsText) {
    Canvas left(40, glyph_height, white), centre(40, glyph_height, white), right(40, glyph_height, white);

    left.text(11, 0, "ab", black);
    centre.text(20, 0, "ab", black, Canvas::Align::centre);
    right.text(29, 0, "ab", black, Canvas::Align::right);

    EXPECT_EQ(shape(left), shape(centre));
    EXPECT_EQ(shape(left), shape(right));
}

TEST(BitmapFont, KnowsLatinLettersInUtf8) {
    EXPECT_EQ(decode_utf8("aü€").size(), 3u);
    EXPECT_EQ(decode_utf8("ü")[0], 0xFCu);
    EXPECT_EQ(decode_utf8("€")[0], 0x20ACu);
    EXPECT_EQ(Canvas::text_width("Türe"), 4 * glyph_width);
    const auto same = [](char32_t a, char32_t b) {
        for (int row = 0; row < glyph_height; ++row)
            for (int column = 0; column < glyph_width; ++column)
                if (glyph_pixel(a, column, row) != glyph_pixel(b, column, row)) return false;
        return true;
    };
    EXPECT_FALSE(same(0xFC, 'u'));
    EXPECT_TRUE(same(0x20AC, '?'));
}

}  // namespace
}  // namespace wavesim
