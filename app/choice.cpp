// SPDX-License-Identifier: MIT
#include "app/choice.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>

#include "io/nearest_name.hpp"
#include "io/scene_faults.hpp"

namespace wavesim {

std::string did_you_mean(const std::string& typed, const std::vector<std::string>& words) {
    const std::string nearest = nearest_name(typed, words);
    return nearest.empty() ? std::string{} : fmt::format("; did you mean '{}'?", nearest);
}

namespace {

std::string choice_fault(const std::string& text, const std::vector<std::string>& words) {
    if (std::find(words.begin(), words.end(), text) != words.end()) return {};
    return fmt::format("unknown choice '{}' (one of {}){}", text, enumerate_words(words), did_you_mean(text, words));
}

}  // namespace

CLI::Option* add_choice(CLI::Option* option, const std::vector<std::string>& words) {
    option->type_name(fmt::format("{}", fmt::join(words, "|")));
    return option->check(CLI::Validator([words](std::string& text) { return choice_fault(text, words); }, ""));
}

CLI::Option* add_choice_or_pair(CLI::Option* option, const std::vector<std::string>& words) {
    const auto check = [words](std::string& text) {
        const std::size_t plus = text.find('+');
        if (plus == std::string::npos) return choice_fault(text, words);
        const std::string fault = choice_fault(text.substr(0, plus), words);
        return fault.empty() ? choice_fault(text.substr(plus + 1), words) : fault;
    };
    option->type_name(fmt::format("{}", fmt::join(words, "|")));
    return option->check(CLI::Validator(check, ""));
}

CLI::Option* add_name(CLI::Option* option, const std::string& type, const std::vector<std::string>& words) {
    const auto check = [words](std::string& text) -> std::string {
        if (std::find(words.begin(), words.end(), text) != words.end()) return {};
        return fmt::format("there is no '{}'{}", text, did_you_mean(text, words));
    };
    option->type_name(type);
    option->check(CLI::Validator(check, ""));
    return option;
}

}  // namespace wavesim
