// SPDX-License-Identifier: MIT
#include "app/choice.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>

namespace wavesim {

CLI::Option* add_choice(CLI::Option* option, const std::vector<std::string>& words) {
    const auto check = [words](std::string& text) -> std::string {
        if (std::find(words.begin(), words.end(), text) != words.end()) return {};
        return fmt::format("'{}' is none of {}", text, fmt::join(words, ", "));
    };
    option->type_name(fmt::format("{}", fmt::join(words, "|")));
    option->check(CLI::Validator(check, ""));
    return option;
}

}  // namespace wavesim
