// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/command_line.hpp"

namespace wavesim {

namespace {

/// The root and the command that was named, outermost first.
std::vector<const CLI::App*> named_commands(const CLI::App& root) {
    std::vector<const CLI::App*> path{&root};
    while (!path.back()->get_subcommands().empty()) path.push_back(path.back()->get_subcommands().front());
    return path;
}

std::string full_name(const std::vector<const CLI::App*>& path) {
    std::string name = "wavesim";
    for (std::size_t i = 1; i < path.size(); ++i) name += ' ' + path[i]->get_name();
    return name;
}

std::string unknown_word(const std::string& word, const std::vector<const CLI::App*>& path) {
    const CLI::App& command = *path.back();
    const std::string name = full_name(path);
    if (word.size() > 1 && word.front() == '-') {
        const std::string option = word.substr(0, word.find('='));
        return fmt::format("{} has no option '{}'; `{} --help` lists the options", name, option, name);
    }
    if (!command.get_subcommands({}).empty()) {
        return fmt::format("there is no command '{}'; `{} --help` lists the commands", word, name);
    }
    return fmt::format("{} does not expect '{}'; `{} --help` shows its arguments", name, word, name);
}

}  // namespace

std::string explain_usage_error(const CLI::App& root, const CLI::Error& error) {
    std::vector<const CLI::App*> path = named_commands(root);
    for (std::size_t i = 0; i < path.size(); ++i) {
        const std::vector<std::string> rest = path[i]->remaining(false);
        if (!rest.empty()) return unknown_word(rest.front(), {path.begin(), path.begin() + static_cast<long>(i) + 1});
    }
    const std::string name = full_name(path);
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::RequiredError)) {
        std::string missing;
        for (const CLI::Option* option : path.back()->get_options()) {
            if (option->get_required() && option->count() == 0) missing = option->get_name(option->get_positional());
        }
        if (missing.empty()) return fmt::format("a command is missing; `{} --help` lists the commands", name);
        return fmt::format("{} needs {}; `{} --help` shows its arguments", name, missing, name);
    }
    return fmt::format("{}; `{} --help` shows what is allowed", error.what(), name);
}

}  // namespace wavesim
