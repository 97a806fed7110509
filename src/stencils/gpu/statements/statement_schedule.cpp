// SPDX-License-Identifier: MIT
#include "stencils/gpu/statements/statement_schedule.hpp"

#include <charconv>
#include <optional>
#include <string_view>

namespace wavesim {

namespace {

std::optional<int> number_in(std::string_view text, int least, int most) {
    int value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc() || end != text.data() + text.size() || value < least || value > most) return {};
    return value;
}

/// Changes one key; one sentence if the value is wrong.
std::string set_one(StatementSchedule& schedule, std::string_view key, std::string_view value) {
    const auto is_not = [&](const char* what) { return std::string(key) + " is " + what; };
    const auto set_number = [&](int& number, int least, int most, const char* what) {
        const std::optional<int> given = number_in(value, least, most);
        if (given) number = *given;
        return given ? std::string() : is_not(what);
    };
    if (key == "form") {
        const auto form = value_of<ThreadForm>(value);
        if (!form) return is_not("nodes or columns");
        schedule.form = *form;
    } else if (key == "tile") {
        const std::size_t cross = value.find('x');
        if (cross == value.npos) return is_not("written as 32x8");
        const auto x = number_in(value.substr(0, cross), 8, 1024);
        const auto y = number_in(value.substr(cross + 1), 1, 1024);
        if (!x || !y || *x % 8 != 0 || *x * *y > 1024 || *x * *y % 32 != 0)
            return is_not("a number of threads of 32 to 1024 in warps of 32, rows of whole sectors of 8");
        schedule.tile_x = *x, schedule.tile_y = *y;
    } else if (key == "planes") {
        return set_number(schedule.planes, 0, 65000, "a number of planes, 0 for as many as the grid suggests");
    } else if (key == "ahead") {
        if (value != "yes" && value != "no") return is_not("yes or no");
        schedule.ahead = value == "yes";
    } else if (key == "resident") {
        return set_number(schedule.resident, 1, 16, "a number of blocks, 1 to 16");
    } else if (key == "parts") {
        const auto parts = value_of<StoredParts>(value);
        if (!parts) return is_not("none, free or all");
        schedule.parts = *parts;
    } else if (key == "fusion") {
        const auto fusion = value_of<StatementFusion>(value);
        if (!fusion) return is_not("split or chip");
        schedule.fusion = *fusion;
    } else {
        return "there is no key '" + std::string(key) +
               "'; keys are form, tile, planes, ahead, resident, parts and fusion";
    }
    return {};
}

}  // namespace

std::string to_text(const StatementSchedule& schedule) {
    return "form=" + std::string(word_of(schedule.form)) + ",tile=" + std::to_string(schedule.tile_x) + "x" +
           std::to_string(schedule.tile_y) + ",planes=" + std::to_string(schedule.planes) +
           ",ahead=" + (schedule.ahead ? "yes" : "no") + ",resident=" + std::to_string(schedule.resident) +
           ",parts=" + std::string(word_of(schedule.parts)) + ",fusion=" + std::string(word_of(schedule.fusion));
}

std::string change_schedule(StatementSchedule& schedule, const std::string& text) {
    StatementSchedule changed = schedule;
    constexpr std::string_view separators = " ,";
    std::string_view rest = text;
    while (true) {
        const std::size_t start = rest.find_first_not_of(separators);
        if (start == rest.npos) break;
        rest.remove_prefix(start);
        const std::string_view part = rest.substr(0, rest.find_first_of(separators));
        rest.remove_prefix(part.size());
        const std::size_t sign = part.find('=');
        if (sign == part.npos) return "'" + std::string(part) + "' is not written as key=value";
        if (std::string fault = set_one(changed, part.substr(0, sign), part.substr(sign + 1)); !fault.empty())
            return fault;
    }
    schedule = changed;
    return {};
}

}  // namespace wavesim
