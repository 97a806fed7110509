// SPDX-License-Identifier: MIT
#include "app/quantity_text.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>

#include "solvers/scene/point.hpp"
#include "stencils/grid/grid.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

namespace {
/// Three significant digits for 1 <= |value| < 1000 (1024 for bytes).
std::string three_digits(double value) {
    const double size = std::abs(value);
    return fmt::format("{:.{}f}", value, size < 9.995 ? 2 : size < 99.95 ? 1 : 0);
}
}  // namespace

std::string bytes_text(std::int64_t bytes) {
    constexpr std::array<const char*, 5> units{"KiB", "MiB", "GiB", "TiB", "PiB"};
    if (std::abs(bytes) < 1024) return fmt::format("{} B", bytes);
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (std::abs(value) >= 999.5 && unit + 1 < units.size()) {
        value /= 1024;
        ++unit;
    }
    return fmt::format("{} {}", three_digits(value), units[unit]);
}

std::string duration_text(double seconds) {
    if (!(seconds >= 0) || seconds > 1e12) return "unknown";
    if (seconds < 0.0995) return si_text(seconds, "s");
    if (seconds < 9.995) return fmt::format("{:.2f} s", seconds);
    if (seconds < 59.5) return fmt::format("{:.0f} s", seconds);
    const auto whole = static_cast<std::int64_t>(std::llround(seconds));
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    const std::int64_t minutes = (whole + 30) / 60;
    if (minutes < 24 * 60) return fmt::format("{} h {:02} min", minutes / 60, minutes % 60);
    const std::int64_t hours = (minutes + 30) / 60;
    return fmt::format("{} d {:02} h", hours / 24, hours % 24);
}

std::string si_text(double value, const std::string& unit) {
    constexpr std::array<const char*, 9> prefixes{"p", "n", "u", "m", "", "k", "M", "G", "T"};
    if (value == 0 || !std::isfinite(value)) return fmt::format("{} {}", value, unit);
    // 999.5 would print as 1000: it belongs to the next prefix.
    int power = 0;
    double scaled = value;
    while (std::abs(scaled) >= 999.5 && power < 4) scaled /= 1000, ++power;
    while (std::abs(scaled) < 0.9995 && power > -4) scaled *= 1000, --power;
    return fmt::format("{} {}{}", three_digits(scaled), prefixes[static_cast<std::size_t>(power + 4)], unit);
}

std::string percent_text(double fraction, Sign sign) {
    const double value = 100 * fraction;
    if (std::abs(value) < 0.0005) return "0.000 %";  // what rounds to zero has no sign
    const int digits = std::abs(value) < 0.995 ? 3 : std::abs(value) < 9.95 ? 2 : 1;
    return sign == Sign::always ? fmt::format("{:+.{}f} %", value, digits) : fmt::format("{:.{}f} %", value, digits);
}

std::string count_text(std::int64_t count) {
    std::string digits = std::to_string(count);
    for (auto at = static_cast<std::int64_t>(digits.size()) - 3; at > (count < 0 ? 1 : 0); at -= 3) {
        digits.insert(static_cast<std::size_t>(at), " ");
    }
    return digits;
}

std::string counted(std::int64_t count, const std::string& noun) {
    return fmt::format("{} {}{}", count_text(count), noun, count == 1 ? "" : "s");
}

std::string extent_text(const Extent& extent, int dims) {
    if (dims == 2) return fmt::format("{} x {}", extent.nx, extent.nz);
    return fmt::format("{} x {} x {}", extent.nx, extent.ny, extent.nz);
}

std::string size_text(const Point& size, int dims) {
    if (dims == 2) return fmt::format("{:.3f} x {:.3f} m", size.x, size.z);
    return fmt::format("{:.3f} x {:.3f} x {:.3f} m", size.x, size.y, size.z);
}

std::string order_text(const Stencil& stencil) {
    if (!stencil.time_accurate) return fmt::format("{} in space", stencil.accuracy_order);
    if (stencil.accuracy_order == 2) return "2, weights optimised for short waves";
    return fmt::format("{} in space and time", stencil.accuracy_order);
}

}  // namespace wavesim
