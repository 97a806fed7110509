// SPDX-License-Identifier: MIT
#include "app/bash_completion.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace wavesim {

namespace {

using Kind = CompletionValue::Kind;

std::string reply(const CompletionValue& value) {
    switch (value.kind) {
        case Kind::words: return fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$cur\"))", fmt::join(value.words, " "));
        case Kind::folders: return "_wavesim_files -d";
        case Kind::files:
            if (value.suffixes.empty()) return "_wavesim_files -f";
            return fmt::format("_wavesim_files -f -X '!*.@({})'", fmt::join(value.suffixes, "|"));
        case Kind::nothing: break;
    }
    return ":";
}

std::string all_options(const CompletionCommand& command) {
    std::string words;
    for (const CompletionOption& option : command.options) {
        for (const std::string& name : option.names) words += (words.empty() ? "" : " ") + name;
    }
    return words;
}

std::string option_values(const CompletionCommand& command) {
    std::string cases;
    for (const CompletionOption& option : command.options) {
        if (!option.takes_value) continue;
        cases += fmt::format("                {}) {}; return ;;\n", fmt::join(option.names, "|"), reply(option.value));
    }
    return cases;
}

std::string arguments(const CompletionCommand& command) {
    std::string cases;
    for (std::size_t i = 0; i < command.arguments.size(); ++i) {
        cases += fmt::format("                {}) {} ;;\n", i, reply(command.arguments[i].value));
    }
    return cases;
}

std::string names_of(const std::vector<CompletionCommand>& commands) {
    std::string names;
    for (const CompletionCommand& command : commands) names += (names.empty() ? "" : " ") + command.name;
    return names;
}

/// Completion of a command and its subcommands; `path` is the words before its name.
std::string one_command(const CompletionCommand& command, const std::string& path) {
    const std::string name = path + command.name;
    std::string text = fmt::format("        '{}')\n", name);
    if (const std::string values = option_values(command); !values.empty()) {
        text += fmt::format("            case \"$prev\" in\n{}            esac\n", values);
    }
    text +=
        fmt::format("            if [[ $cur == -* ]]; then COMPREPLY=($(compgen -W '{}' -- \"$cur\")); return; fi\n",
                    all_options(command));
    if (const std::string cases = arguments(command); !cases.empty()) {
        text += fmt::format("            case $count in\n{}            esac\n", cases);
    }
    if (!command.commands.empty())
        text += fmt::format("            COMPREPLY=($(compgen -W '{}' -- \"$cur\"))\n", names_of(command.commands));
    text += "            ;;\n";
    for (const CompletionCommand& child : command.commands) text += one_command(child, name + ' ');
    return text;
}

void add_options_with_value(const CompletionCommand& root, std::string& names) {
    for (const CompletionCommand& command : root.commands) {
        for (const CompletionOption& option : command.options) {
            if (!option.takes_value) continue;
            for (const std::string& name : option.names) {
                if ((' ' + names + ' ').find(' ' + name + ' ') == std::string::npos) names += ' ' + name;
            }
        }
        add_options_with_value(command, names);
    }
}

/// Names of commands that have subcommands, each with a blank before and after it.
std::string commands_with_commands(const CompletionCommand& root) {
    std::string names = " ";
    for (const CompletionCommand& command : root.commands)
        if (!command.commands.empty()) names += command.name + ' ';
    return names;
}

constexpr const char* functions = R"(# bash completion of wavesim; made by `wavesim completion bash`
_wavesim_files() {
    local IFS=$'\n' restore
    restore=$(shopt -p extglob)
    shopt -s extglob
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen "$@" -- "$cur"))
    [[ $1 == -f ]] && COMPREPLY+=($(compgen -d -- "$cur"))
    eval "$restore"
}

_wavesim() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= count=0 i
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; ++i)); do
        if [[ ${COMP_WORDS[i]} == -* ]]; then continue; fi
        if [[ -z $command ]]; then command=${COMP_WORDS[i]}
)";

}  // namespace

std::string bash_completion(const CompletionCommand& root) {
    std::string text = functions, with_value;
    add_options_with_value(root, with_value);
    text += fmt::format("        elif [[ \"{}\" == *\" $command \"* ]]; then command+=\" ${{COMP_WORDS[i]}}\"\n",
                        commands_with_commands(root));
    // A word after an option with a value is that value, not an argument.
    text += fmt::format("        elif [[ \"{} \" != *\" ${{COMP_WORDS[i-1]}} \"* ]]; then ((++count)); fi\n    done\n",
                        with_value);
    text += fmt::format("    case \"$command\" in\n        '') COMPREPLY=($(compgen -W '{} {}' -- \"$cur\")) ;;\n",
                        names_of(root.commands), all_options(root));
    for (const CompletionCommand& command : root.commands) text += one_command(command, "");
    return text + "    esac\n}\ncomplete -F _wavesim wavesim\n";
}

}  // namespace wavesim
