// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

namespace wavesim {

struct Extent;
struct Point;
struct Stencil;

// Quantities as people read them: three significant digits and a unit that fits.

/// 512 B, 12.3 MiB, 4.10 GiB.
std::string bytes_text(std::int64_t bytes);
/// Wall-clock time: 2.34 ms, 0.35 s, 42 s, 1 min 20 s, 2 h 05 min, 3 d 04 h.
std::string duration_text(double seconds);
/// Value with an SI prefix: si_text(2.1e-9, "s") is `2.10 ns`.
std::string si_text(double value, const std::string& unit);
/// 0.0123 -> `1.23 %`; `sign` shows + too.
enum class Sign { negative_only, always };
std::string percent_text(double fraction, Sign sign = Sign::negative_only);
/// 1234567 -> `1 234 567`.
std::string count_text(std::int64_t count);
/// counted(1, "trace") is `1 trace`, counted(2000, "trace") is `2 000 traces`.
std::string counted(std::int64_t count, const std::string& noun);
/// `200 x 140 x 90`, in 2D `200 x 90`.
std::string extent_text(const Extent& extent, int dims);
/// `6.000 x 4.200 x 2.700 m`, in 2D `6.000 x 2.700 m`.
std::string size_text(const Point& size, int dims);
/// Order of accuracy: `4 in space`, `4 in space and time`, `2, weights optimised for short waves`. Every scheme has at
/// least order 2 in both. Optimised weights reduce the error of short waves and do not raise the order.
std::string order_text(const Stencil& stencil);

}  // namespace wavesim
