// SPDX-License-Identifier: MIT
#include "app/usage_error.hpp"

#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <filesystem>

#include "app/choice.hpp"

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

std::vector<std::string> option_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

std::vector<std::string> command_names(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::App* child : command.get_subcommands({})) names.push_back(child->get_name());
    return names;
}

std::string unknown_word(const std::string& word, const std::vector<const CLI::App*>& path) {
    const CLI::App& command = *path.back();
    const std::string name = full_name(path);
    if (word.size() > 1 && word.front() == '-') {
        const std::string option = word.substr(0, word.find('='));
        const std::string hint = did_you_mean(option, option_names(command));
        return fmt::format("{} has no option '{}'{}", name, option,
                           hint.empty() ? fmt::format("; `{} --help` lists the options", name) : hint);
    }
    if (!command.get_subcommands({}).empty()) {
        std::error_code unknown;
        if (word.ends_with(".yaml") || word.ends_with(".yml") || std::filesystem::is_regular_file(word, unknown))
            return fmt::format("there is no command '{}'; `{} run {}` computes a scene", word, name, word);
        const std::string hint = did_you_mean(word, command_names(command));
        return fmt::format("there is no command '{}'{}", word,
                           hint.empty() ? fmt::format("; `{} --help` lists the commands", name) : hint);
    }
    return fmt::format("{} does not expect '{}'; `{} --help` shows its arguments", name, word, name);
}

/// The parser's `--set: 1 required KEY=VALUE missing` as `--set needs KEY=VALUE`; a flag with a value as `--force takes
/// no value`; an option given twice as `--backend takes one value, 2 are given`.
std::string plain_words(std::string text) {
    const std::string before = ": 1 required ", after = " missing";
    const std::string flag = " was given a disallowed flag override";
    if (text.ends_with(flag))
        return (text.size() - flag.size() > 1 ? "--" : "-") + text.substr(0, text.size() - flag.size()) +
               " takes no value";
    const std::string once = ": At Most 1 required but received ";
    if (const std::size_t at = text.find(once); at != std::string::npos)
        return text.replace(at, once.size(), " takes one value, ") + " are given";
    const std::size_t at = text.find(before);
    if (at == std::string::npos || !text.ends_with(after)) return text;
    text.resize(text.size() - after.size());
    return text.replace(at, before.size(), " needs ");
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
    std::string what = plain_words(error.what());
    if (what.find("did you mean") != std::string::npos) return what;
    return fmt::format("{}; `{} --help` shows what is allowed", what, name);
}

}  // namespace wavesim
