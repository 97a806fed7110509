// SPDX-License-Identifier: MIT
#include "app/byte_size.hpp"

#include <array>
#include <charconv>
#include <string_view>
#include <system_error>

namespace wavesim {

namespace {

/// Bytes of a unit; 0 for an unknown unit.
double bytes_of_unit(std::string_view unit) {
    if (unit == "B") return 1;
    constexpr std::string_view prefixes = "KMGT";
    std::size_t power = unit.empty() ? prefixes.npos : prefixes.find(unit[0] == 'k' ? 'K' : unit[0]);
    if (power == prefixes.npos) return 0;
    const std::string_view rest = unit.substr(1);
    if (rest != "" && rest != "iB" && rest != "B") return 0;
    double bytes = 1;
    for (++power; power > 0; --power) bytes *= rest == "B" ? 1000 : 1024;
    return bytes;
}

}  // namespace

std::optional<std::int64_t> parse_byte_size(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (unit.starts_with(' ')) unit.remove_prefix(1);
    const double bytes = value * bytes_of_unit(unit);
    if (error != std::errc() || !(bytes >= 1) || bytes > 0x1p60) return {};
    return static_cast<std::int64_t>(bytes);
}

}  // namespace wavesim
