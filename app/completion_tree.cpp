// SPDX-License-Identifier: MIT
#include "app/completion_tree.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <sstream>

#include "stencils/scheme/catalogue.hpp"

namespace wavesim {

namespace {

using Kind = CompletionValue::Kind;

CompletionValue value_of(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    CompletionValue value;
    if (type.find('|') != std::string::npos) {
        value.kind = Kind::words;
        std::istringstream words(type);
        for (std::string word; std::getline(words, word, '|');) value.words.push_back(word);
    } else if (type == "STENCIL") {
        value.kind = Kind::words;
        for (const CatalogueEntry& entry : stencil_catalogue()) value.words.push_back(entry.name);
    } else if (type == "SCENE") {
        value.kind = Kind::files;
        value.suffixes = {"yaml", "yml"};
    } else if (type == "RESULT") {
        value.kind = Kind::files;
        value.suffixes = {"h5"};
    } else if (type == "FILE") {
        value.kind = Kind::files;
    } else if (type == "DIR") {
        value.kind = Kind::folders;
    }
    return value;
}

}  // namespace

CompletionCommand completion_tree(const CLI::App& root) {
    CompletionCommand command{root.get_name(), root.get_description(), {}, {}, {}};
    for (const CLI::Option* option : root.get_options()) {
        if (option->get_positional()) {
            command.arguments.push_back({option->get_name(true), option->get_description(), value_of(*option)});
            continue;
        }
        CompletionOption row;
        for (const std::string& name : option->get_snames()) row.names.push_back('-' + name);
        for (const std::string& name : option->get_lnames()) row.names.push_back("--" + name);
        row.description = option->get_description();
        row.takes_value = option->get_items_expected_max() != 0;
        row.repeats = option->get_expected_max() > 1;
        row.value = value_of(*option);
        command.options.push_back(std::move(row));
    }
    for (const CLI::App* child : root.get_subcommands({}))
        if (!child->get_group().empty()) command.commands.push_back(completion_tree(*child));
    return command;
}

}  // namespace wavesim
