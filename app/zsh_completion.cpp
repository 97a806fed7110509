// SPDX-License-Identifier: MIT
#include "app/zsh_completion.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace wavesim {

namespace {

using Kind = CompletionValue::Kind;

/// Escapes text for an argument in '...' of _arguments or _describe.
std::string escaped(const std::string& text, const std::string& special) {
    std::string out;
    for (const char c : text) {
        if (c == '\'') {
            out += "'\\''";
            continue;
        }
        if (special.find(c) != std::string::npos) out += '\\';
        out += c;
    }
    return out;
}

std::string action(const CompletionValue& value) {
    switch (value.kind) {
        case Kind::words: return fmt::format("({})", fmt::join(value.words, " "));
        case Kind::folders: return "_files -/";
        case Kind::files:
            if (value.suffixes.empty()) return "_files";
            return fmt::format("_files -g \"*.({})\"", fmt::join(value.suffixes, "|"));
        case Kind::nothing: break;
    }
    return " ";
}

std::string option_lines(const CompletionCommand& command, const std::string& indent) {
    std::string text;
    for (const CompletionOption& option : command.options) {
        for (const std::string& name : option.names) {
            text += fmt::format(" \\\n{}'{}{}[{}]", indent, option.repeats ? "*" : "", name,
                                escaped(option.description, "[]:"));
            if (option.takes_value) text += fmt::format(":value:{}", action(option.value));
            text += '\'';
        }
    }
    return text;
}

/// A function for each command that has subcommands, inner ones first: `_wavesim`, `_wavesim_study`.
std::string functions(const CompletionCommand& command, const std::string& name) {
    std::string inner;
    std::string text = fmt::format(
        "{}() {{\n    local context state state_descr line\n    typeset -A opt_args\n    local -a commands\n    "
        "commands=(\n",
        name);
    for (const CompletionCommand& child : command.commands)
        text += fmt::format("        '{}:{}'\n", child.name, escaped(child.description, ":"));
    text += fmt::format(
        "    )\n    _arguments -C{} \\\n        '1: :->command' '*:: :->argument'\n    case $state in\n"
        "        command) _describe command commands ;;\n        argument)\n            case $line[1] in\n",
        option_lines(command, "        "));
    for (const CompletionCommand& child : command.commands) {
        if (!child.commands.empty()) {
            const std::string below = name + '_' + child.name;
            inner += functions(child, below);
            text += fmt::format("                {}) {} ;;\n", child.name, below);
            continue;
        }
        text += fmt::format("                {})\n                    _arguments", child.name);
        text += option_lines(child, "                        ");
        for (std::size_t i = 0; i < child.arguments.size(); ++i) {
            text += fmt::format(" \\\n                        '{}:{}:{}'", i + 1, child.arguments[i].name,
                                action(child.arguments[i].value));
        }
        text += " ;;\n";
    }
    return inner + text + "            esac ;;\n    esac\n}\n";
}

}  // namespace

std::string zsh_completion(const CompletionCommand& root) {
    return "#compdef wavesim\n# zsh completion of wavesim; made by `wavesim completion zsh`\n" +
           functions(root, "_wavesim") +
           "compdef _wavesim wavesim\n"
           "if [[ ${funcstack[1]} == _wavesim ]]; then _wavesim \"$@\"; fi\n";
}

}  // namespace wavesim
