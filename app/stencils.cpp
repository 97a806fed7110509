// SPDX-License-Identifier: MIT
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/choice.hpp"
#include "app/commands.hpp"
#include "app/json_output.hpp"
#include "app/stencil_card.hpp"
#include "app/terminal.hpp"

namespace wavesim {

namespace {

struct Arguments {
    std::string name;
    std::string family;
    bool json = false;
};

std::vector<std::string> shown_names() {
    std::vector<std::string> names;
    for (const CatalogueEntry& entry : stencil_catalogue()) names.push_back(entry.name);
    names.insert(names.end(), staggered_names().begin(), staggered_names().end());
    return names;
}

bool is_staggered(const std::string& name) { return std::ranges::count(staggered_names(), name) > 0; }

bool is_wanted(const CatalogueEntry& entry, const Arguments& arguments) {
    if (!arguments.name.empty()) return entry.name == arguments.name;
    return arguments.family.empty() || entry.family == arguments.family;
}

nlohmann::ordered_json as_json(const Arguments& arguments) {
    if (is_staggered(arguments.name)) return card_json(staggered_card(arguments.name));
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const CatalogueEntry& entry : stencil_catalogue())
        if (is_wanted(entry, arguments)) list.push_back(card_json(stencil_card(entry)));
    return arguments.name.empty() ? list : list.at(0);
}

void print_stencils(const Arguments& arguments) {
    if (is_staggered(arguments.name)) return put(card_text(staggered_card(arguments.name)));
    if (arguments.name.empty()) put(table_header());
    for (const CatalogueEntry& entry : stencil_catalogue()) {
        if (!is_wanted(entry, arguments)) continue;
        const StencilCard card = stencil_card(entry);
        put(arguments.name.empty() ? table_row(card) : card_text(card));
    }
    if (!arguments.name.empty()) return;
    put("\nppw: error of the phase velocity in its worst direction at that many points per wavelength,\n"
        "at the recommended Courant number lambda. `wavesim stencils NAME` shows shells and weights.\n"
        "Errors above 0 of leggy stencils come mostly from the time step; time_correction, which is on where\n"
        "it can be, takes that part from traces.\n");
}

}  // namespace

void add_stencils_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("stencils", "list the stencils, or show one with its weights");
    add_name(command->add_option("NAME", arguments->name, "show this stencil with shells, weights and errors"),
             "STENCIL", shown_names());
    add_choice(command->add_option("--family", arguments->family, "list one family only"), {"leggy", "compact", "box"});
    add_json_flag(*command, arguments->json);
    command->footer(
        "Examples:\n"
        "  wavesim stencils\n"
        "  wavesim stencils leggy-4\n"
        "  wavesim stencils --family box --json");
    command->callback([arguments] {
        if (arguments->json) return print_json([&] { return as_json(*arguments); });
        print_stencils(*arguments);
    });
}

}  // namespace wavesim
