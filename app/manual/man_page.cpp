// SPDX-License-Identifier: MIT
#include "app/manual/man_page.hpp"

#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

#include "app/help_format.hpp"

namespace wavesim {

namespace {

/// Escapes text so that it prints unchanged anywhere: roff would read some characters as typography.
std::string literal(const std::string& text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
            case '\\': out += "\\e"; break;
            case '-': out += "\\-"; break;
            case '~': out += "\\(ti"; break;
            case '^': out += "\\(ha"; break;
            case '`': out += "\\(ga"; break;
            case '\'': out += "\\(aq"; break;
            default: out += c;
        }
    }
    return out.starts_with('.') ? "\\&" + out : out;
}

/// The same, but lines may break between the words of a choice.
std::string literal_choice(const std::string& words) {
    std::string out;
    for (const char c : literal(words)) {
        out += c;
        if (c == '|') out += "\\:";
    }
    return out;
}

using Lines = std::vector<std::string>;

/// Splits a text at empty lines into paragraphs.
std::vector<Lines> paragraphs_of(const std::string& text) {
    std::vector<Lines> paragraphs(1);
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (!line.empty())
            paragraphs.back().push_back(line);
        else if (!paragraphs.back().empty())
            paragraphs.emplace_back();
    }
    if (paragraphs.back().empty()) paragraphs.pop_back();
    return paragraphs;
}

/// Text of a paragraph: indented lines keep their breaks, other lines are filled.
std::string body(Lines::const_iterator line, Lines::const_iterator end) {
    std::string out;
    while (line != end) {
        const bool shown = line->starts_with("  ");
        if (shown) out += ".EX\n";
        for (; line != end && line->starts_with("  ") == shown; ++line)
            out += literal(shown ? line->substr(2) : *line) + '\n';
        if (shown) out += ".EE\n";
    }
    return out;
}

/// The sections made from a footer.
struct Footer {
    std::string description, examples, exit_status;

    explicit Footer(const std::string& text) {
        for (const Lines& paragraph : paragraphs_of(text)) take(paragraph);
    }

  private:
    void take(Lines paragraph) {
        const std::string exit_codes = "Exit codes: ";
        if (paragraph.front() == "Examples:") {
            examples += body(paragraph.begin() + 1, paragraph.end());
            return;
        }
        const auto codes = std::find_if(paragraph.begin(), paragraph.end(),
                                        [&](const std::string& line) { return line.starts_with(exit_codes); });
        if (codes != paragraph.begin()) description += ".PP\n" + body(paragraph.begin(), codes);
        if (codes == paragraph.end()) return;
        codes->erase(0, exit_codes.size());
        exit_status += body(codes, paragraph.end());
    }
};

std::string section(const std::string& title, const std::string& text) {
    return text.empty() ? "" : ".SH " + title + '\n' + text;
}

std::string names_of(const CLI::Option& option) {
    std::string names;
    for (const std::string& name : option.get_snames())
        names += fmt::format("{}\\fB\\-{}\\fR", names.empty() ? "" : ", ", literal(name));
    for (const std::string& name : option.get_lnames())
        names += fmt::format("{}\\fB\\-\\-{}\\fR", names.empty() ? "" : ", ", literal(name));
    if (option.get_items_expected_max() != 0) names += " \\fI" + literal_choice(option.get_type_name()) + "\\fR";
    return names;
}

std::string references(const Lines& pages) {
    std::string out;
    for (const std::string& page : pages)
        out += fmt::format(".BR {} (1){}\n", literal(page), &page == &pages.back() ? "" : ",");
    return out;
}

/// A command as the user types it: `wavesim study run`.
std::string typed_name(const CLI::App& command) {
    const CLI::App* const parent = command.get_parent();
    return parent == nullptr ? command.get_name() : typed_name(*parent) + ' ' + command.get_name();
}

std::string with_full_stop(std::string text) {
    if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text.ends_with('.') ? text : text + '.';
}

}  // namespace

std::string man_page_name(const CLI::App& command) {
    const CLI::App* const parent = command.get_parent();
    return parent == nullptr ? command.get_name() : man_page_name(*parent) + '-' + command.get_name();
}

std::string man_page(const CLI::App& command, const ManualOrigin& origin) {
    const bool whole = command.get_parent() == nullptr;
    const std::string name = man_page_name(command);
    std::string title = name;
    std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) { return std::toupper(c); });

    std::string synopsis =
        whole ? ".B wavesim\n.I COMMAND\n[\\fIARGUMENTS\\fR]\n" : fmt::format(".B {}\n", literal(typed_name(command)));
    std::string arguments, options, commands;
    std::vector<std::string> others;
    if (!whole) others.push_back(man_page_name(*command.get_parent()));
    for (const CLI::Option* option : command.get_options()) {
        if (!option->get_positional()) {
            options += fmt::format(".TP\n{}\n{}\n", names_of(*option), literal(described(*option)));
            continue;
        }
        const std::string argument = literal(option->get_name(true));
        synopsis += option->get_required() ? fmt::format(".I {}\n", argument) : fmt::format("[\\fI{}\\fR]\n", argument);
        arguments += fmt::format(".TP\n.I {}\n{}\n", argument, literal(described(*option)));
    }
    for (const CLI::App* child : command.get_subcommands({})) {
        if (child->get_group().empty()) continue;
        commands += fmt::format(".TP\n.B {}\n{}\n", literal(child->get_name()), literal(child->get_description()));
        others.push_back(man_page_name(*child));
    }
    const Footer footer(command.get_footer());
    const std::string brief =
        whole ? "simulate sound in rooms and seismic waves in the ground" : command.get_description();
    return fmt::format(".TH {} 1 {} \"wavesim {}\" \"User Commands\"\n", literal(title), origin.date, origin.version) +
           section("NAME", fmt::format("{} \\- {}\n", literal(name), literal(brief))) +
           section("SYNOPSIS", synopsis + "[\\fIOPTIONS\\fR]\n") +
           section("DESCRIPTION", literal(with_full_stop(command.get_description())) + '\n' + footer.description) +
           section("COMMANDS", commands) + section("ARGUMENTS", arguments) + section("OPTIONS", options) +
           section("EXIT STATUS", footer.exit_status) + section("EXAMPLES", footer.examples) +
           section("SEE ALSO", references(others));
}

}  // namespace wavesim
