// SPDX-License-Identifier: MIT
#include "io/picture/png_image.hpp"

#include <png.h>

#include <csetjmp>
#include <stdexcept>

namespace wavesim {
namespace {

static_assert(sizeof(Rgb) == sizeof(png_color));

struct Image {
    int width, height;
    const std::uint8_t* pixels;
    std::span<const Rgb> palette;  ///< empty: the pixels are colours
};

void append(png_structp png, png_bytep bytes, std::size_t count) {
    static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(bytes), count);
}

/// False if libpng fails. libpng then jumps back into this function, so nothing in this frame may need a destructor.
bool write(png_structp png, png_infop info, const Image& image) {
    if (setjmp(png_jmpbuf(png)) != 0) return false;
    const bool indexed = !image.palette.empty();
    const auto width = static_cast<png_uint_32>(image.width);
    png_set_IHDR(png, info, width, static_cast<png_uint_32>(image.height), 8,
                 indexed ? PNG_COLOR_TYPE_PALETTE : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE,
                 PNG_FILTER_TYPE_BASE);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    if (indexed)
        png_set_PLTE(png, info, reinterpret_cast<const png_color*>(image.palette.data()),
                     static_cast<int>(image.palette.size()));
    png_set_compression_level(png, 4);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
    png_write_info(png, info);
    const std::size_t row_bytes = std::size_t{width} * (indexed ? 1 : sizeof(Rgb));
    for (int y = 0; y < image.height; ++y) png_write_row(png, image.pixels + static_cast<std::size_t>(y) * row_bytes);
    png_write_end(png, nullptr);
    return true;
}

std::string encode(const Image& image) {
    std::string bytes;
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
    bool done = false;
    if (info != nullptr) {
        png_set_write_fn(png, &bytes, append, nullptr);
        done = write(png, info, image);
    }
    png_destroy_write_struct(&png, &info);
    if (!done) throw std::runtime_error("cannot make a PNG picture");
    return bytes;
}

}  // namespace

std::string png_of_colours(int width, int height, std::span<const Rgb> pixels) {
    return encode({width, height, reinterpret_cast<const std::uint8_t*>(pixels.data()), {}});
}

std::string png_of_indices(int width, int height, std::span<const std::uint8_t> pixels, std::span<const Rgb> palette) {
    return encode({width, height, pixels.data(), palette});
}

}  // namespace wavesim
