// SPDX-License-Identifier: MIT
#include "io/scene/time_words.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace wavesim {

namespace {

struct TimeUnit {
    std::string_view word;
    double seconds;
};

/// The largest first.
constexpr auto time_units = std::to_array<TimeUnit>({{"d", 86400}, {"h", 3600}, {"min", 60}, {"m", 60}, {"s", 1}});

void skip_spaces(std::string_view& text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
}

template <class Number>
std::optional<Number> take_number(std::string_view& text) {
    skip_spaces(text);
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || !(value >= 0)) return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    skip_spaces(text);
    return value;
}

}  // namespace

std::optional<double> parse_wall_time(std::string_view text) {
    double seconds = 0;
    double largest = std::numeric_limits<double>::infinity();
    skip_spaces(text);
    while (!text.empty()) {
        const std::optional<double> value = take_number<double>(text);
        if (!value) return {};
        const TimeUnit* found = nullptr;
        for (const TimeUnit& unit : time_units)
            if (!found && text.starts_with(unit.word)) found = &unit;
        if (!found || found->seconds >= largest) return {};
        largest = found->seconds;
        text.remove_prefix(found->word.size());
        skip_spaces(text);
        seconds += *value * found->seconds;
    }
    if (!(seconds > 0) || !std::isfinite(seconds)) return {};
    return seconds;
}

std::optional<CheckpointInterval> parse_checkpoint_interval(std::string_view text) {
    std::string_view rest = text;
    if (const std::optional<std::int64_t> steps = take_number<std::int64_t>(rest);
        steps && *steps > 0 && (rest == "steps" || rest == "step"))
        return CheckpointInterval{0, *steps};
    if (const std::optional<double> seconds = parse_wall_time(text)) return CheckpointInterval{*seconds, 0};
    return {};
}

}  // namespace wavesim
