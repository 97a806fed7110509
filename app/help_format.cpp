// SPDX-License-Identifier: MIT
#include "app/help_format.hpp"

#include <fmt/core.h>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <sstream>
#include <utility>
#include <vector>

namespace wavesim {

namespace {

constexpr std::size_t columns = 80;
constexpr std::size_t left_column = 26;

std::string wrapped(const std::string& text, std::size_t indent) {
    std::istringstream words(text);
    std::string out, word;
    std::size_t at = indent;
    while (words >> word) {
        if (at + word.size() + 1 > columns && at > indent) {
            out += '\n' + std::string(indent, ' ');
            at = indent;
        } else if (at > indent) {
            out += ' ';
            ++at;
        }
        out += word;
        at += word.size();
    }
    return out;
}

using Rows = std::vector<std::pair<std::string, std::string>>;

std::string table(const std::string& title, const Rows& rows) {
    if (rows.empty()) return {};
    std::string out = fmt::format("\n{}:\n", title);
    for (const auto& [left, right] : rows) {
        out += fmt::format("  {:<{}}", left, left_column - 2);
        if (left.size() + 4 > left_column) out += '\n' + std::string(left_column, ' ');
        out += wrapped(right, left_column) + '\n';
    }
    return out;
}

std::string named(const CLI::Option& option) {
    std::string name;
    for (const std::string& s : option.get_snames()) name += (name.empty() ? "-" : ", -") + s;
    for (const std::string& l : option.get_lnames()) name += (name.empty() ? "--" : ", --") + l;
    if (option.get_items_expected_max() != 0) name += ' ' + option.get_type_name();
    return name;
}

}  // namespace

std::string described(const CLI::Option& option) {
    std::string text = option.get_description();
    if (!option.get_default_str().empty()) text += fmt::format(" (default: {})", option.get_default_str());
    return text;
}

std::string HelpFormat::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const {
    Rows arguments, options, commands;
    std::string usage = name;
    for (const CLI::Option* option : app->get_options()) {
        if (option->get_positional()) {
            arguments.emplace_back(option->get_name(true), described(*option));
        } else {
            options.emplace_back(named(*option), described(*option));
        }
    }
    for (const CLI::App* command : app->get_subcommands({})) {
        if (!command->get_group().empty()) commands.emplace_back(command->get_name(), command->get_description());
    }
    for (const auto& [argument, text] : arguments) {
        usage += app->get_option(argument)->get_required() ? ' ' + argument : fmt::format(" [{}]", argument);
    }
    if (!commands.empty()) usage += " COMMAND [ARGUMENTS]";
    if (!options.empty()) usage += " [OPTIONS]";
    std::string out = wrapped(app->get_description(), 0) + "\n\nUsage: " + usage + '\n';
    out += table("Arguments", arguments) + table("Commands", commands) + table("Options", options);
    if (!app->get_footer().empty()) out += '\n' + app->get_footer() + '\n';
    return out;
}

}  // namespace wavesim
