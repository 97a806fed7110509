// SPDX-License-Identifier: MIT
#include "app/fish_completion.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace wavesim {

namespace {

using Kind = CompletionValue::Kind;

std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') out += '\\';
        out += c;
    }
    return out + '\'';
}

std::string offer(const CompletionValue& value) {
    switch (value.kind) {
        case Kind::words: return " -a " + quoted(fmt::format("{}", fmt::join(value.words, " ")));
        case Kind::folders: return " -a '(__fish_complete_directories)'";
        case Kind::files: {
            if (value.suffixes.empty()) return " -F";
            std::string calls;
            for (const std::string& suffix : value.suffixes) {
                calls += fmt::format("{}__fish_complete_suffix .{}", calls.empty() ? "" : "; ", suffix);
            }
            return fmt::format(" -k -a '({})'", calls);
        }
        case Kind::nothing: break;
    }
    return "";
}

std::string option_lines(const CompletionCommand& command, const std::string& condition) {
    std::string text;
    for (const CompletionOption& option : command.options) {
        text += "complete -c wavesim -n " + condition;
        for (const std::string& name : option.names) {
            text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        }
        if (option.takes_value) text += " -r" + offer(option.value);
        text += " -d " + quoted(option.description) + '\n';
    }
    return text;
}

/// Completions of a command, where the condition `seen` holds, and of its subcommands.
std::string command_lines(const CompletionCommand& command, const std::string& seen) {
    const std::string condition = '\'' + seen + '\'';
    std::string text = option_lines(command, condition);
    for (const CompletionArgument& argument : command.arguments) {
        const std::string words = offer(argument.value);
        if (!words.empty()) text += "complete -c wavesim -n " + condition + words + '\n';
    }
    std::string names;
    for (const CompletionCommand& child : command.commands) names += ' ' + child.name;
    for (const CompletionCommand& child : command.commands) {
        text += fmt::format("complete -c wavesim -n '{}; and not __fish_seen_subcommand_from{}' -a {} -d {}\n", seen,
                            names, child.name, quoted(child.description));
        text += command_lines(child, fmt::format("{}; and __fish_seen_subcommand_from {}", seen, child.name));
    }
    return text;
}

}  // namespace

std::string fish_completion(const CompletionCommand& root) {
    std::string text = "# fish completion of wavesim; made by `wavesim completion fish`\ncomplete -c wavesim -f\n";
    text += option_lines(root, "__fish_use_subcommand");
    for (const CompletionCommand& command : root.commands) {
        text += fmt::format("complete -c wavesim -n __fish_use_subcommand -a {} -d {}\n", command.name,
                            quoted(command.description));
    }
    for (const CompletionCommand& command : root.commands)
        text += command_lines(command, "__fish_seen_subcommand_from " + command.name);
    return text;
}

}  // namespace wavesim
