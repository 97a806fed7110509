// SPDX-License-Identifier: MIT
#include "io/scene/time_words.hpp"

#include <algorithm>
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
constexpr auto time_units = std::to_array<TimeUnit>({{"d", 86400},
                                                     {"day", 86400},
                                                     {"days", 86400},
                                                     {"h", 3600},
                                                     {"hr", 3600},
                                                     {"hrs", 3600},
                                                     {"hour", 3600},
                                                     {"hours", 3600},
                                                     {"min", 60},
                                                     {"m", 60},
                                                     {"minute", 60},
                                                     {"minutes", 60},
                                                     {"s", 1},
                                                     {"sec", 1},
                                                     {"secs", 1},
                                                     {"second", 1},
                                                     {"seconds", 1},
                                                     {"ms", 1e-3}});

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

/// The letters at the beginning of a text.
std::string_view word_of_letters(std::string_view text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return text.substr(0, static_cast<std::size_t>(std::ranges::find_if_not(text, letter) - text.begin()));
}

/// `02:00:00` or `1-12:00:00`, as batch systems write times.
std::optional<double> parse_clock_time(std::string_view text) {
    double days = 0;
    if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
        const std::optional<std::int64_t> count = take_number<std::int64_t>(text);
        if (!count || !text.starts_with('-')) return {};
        days = static_cast<double>(*count);
        text.remove_prefix(1);
    }
    double seconds = 0;
    for (int part = 0; part < 3; ++part) {
        if (part > 0 && !text.starts_with(':')) return {};
        if (part > 0) text.remove_prefix(1);
        const std::optional<std::int64_t> value = take_number<std::int64_t>(text);
        if (!value || (part > 0 && *value > 59) || (part == 0 && days > 0 && *value > 23)) return {};
        seconds = 60 * seconds + static_cast<double>(*value);
    }
    return text.empty() ? std::optional(86400 * days + seconds) : std::nullopt;
}

}  // namespace

std::optional<double> parse_wall_time(std::string_view text) {
    if (const std::optional<double> clock = parse_clock_time(text); clock && *clock > 0) return clock;
    double seconds = 0;
    double largest = std::numeric_limits<double>::infinity();
    skip_spaces(text);
    while (!text.empty()) {
        const std::optional<double> value = take_number<double>(text);
        if (!value) return {};
        const TimeUnit* found = nullptr;
        const std::string_view word = word_of_letters(text);
        for (const TimeUnit& unit : time_units)
            if (unit.word == word) found = &unit;
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
