// SPDX-License-Identifier: MIT
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/commands.hpp"
#include "app/terminal.hpp"
#include "io/scene/reader.hpp"

namespace wavesim {

void add_schema_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand("schema", "print the JSON Schema of scene files, for editors");
    command->footer(
        "Editors with a YAML language server offer keys and show faults while you type:\n"
        "  wavesim schema > scene.schema.json\n"
        "and as the first line of the scene:\n"
        "  # yaml-language-server: $schema=scene.schema.json");
    command->callback([] { put(scene_schema().dump(2) + "\n"); });
}

}  // namespace wavesim
