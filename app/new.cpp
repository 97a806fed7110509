// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <filesystem>
#include <memory>

#include "app/choice.hpp"
#include "app/commands.hpp"
#include "app/errors.hpp"
#include "app/terminal.hpp"
#include "io/atomic_file.hpp"
#include "io/input_file.hpp"
#include "io/scene/mesh_template.hpp"
#include "io/scene/mesh_units.hpp"
#include "io/scene/templates.hpp"

namespace wavesim {

namespace {

struct Arguments {
    std::string kind;
    std::string file;
    std::vector<std::string> from;
    std::string unit = "m", up = "z";
    bool force = false;
};

std::string_view text_of(const std::string& kind) {
    for (const SceneTemplate& scene : scene_templates()) {
        if (scene.kind == kind) return scene.text;
    }
    return {};
}

std::string text_for(const Arguments& arguments) {
    if (arguments.from.empty()) return std::string(text_of(arguments.kind));
    std::error_code unknown;
    for (const std::string& from : arguments.from) {
        if (!arguments.file.empty() && std::filesystem::equivalent(arguments.file, from, unknown))
            throw UsageError("FILE and --from are the same file: the scene would replace the model");
        if (std::filesystem::exists(from, unknown) && !std::filesystem::is_regular_file(from, unknown))
            throw EnvironmentError(EnvironmentError::Kind::io, fmt::format("{} is not a file", from));
    }
    try {
        return scene_of_mesh({arguments.from.begin(), arguments.from.end()},
                             std::filesystem::path(arguments.file).parent_path(), arguments.unit, arguments.up);
    } catch (const InputFileError& error) {
        throw EnvironmentError(EnvironmentError::Kind::io, error.what());
    }
}

void write_scene(const Arguments& arguments) {
    const std::string text = text_for(arguments);
    if (arguments.file.empty()) {
        put(text);
        return;
    }
    std::error_code unknown;
    if (!arguments.force && std::filesystem::exists(arguments.file, unknown)) {
        throw EnvironmentError(EnvironmentError::Kind::io,
                               fmt::format("{} exists already; --force replaces it", arguments.file));
    }
    write_file(arguments.file, text);
    put(fmt::format("wrote {0}; `wavesim run {0}` computes it\n", arguments.file));
}

}  // namespace

void add_new_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("new", "write a commented scene to start from");
    std::vector<std::string> kinds;
    std::string footer = "Kinds:\n";
    for (const SceneTemplate& scene : scene_templates()) {
        kinds.emplace_back(scene.kind);
        footer += fmt::format("  {:<12}{}\n", scene.kind, scene.summary);
    }
    add_choice(command->add_option("KIND", arguments->kind, "which scene")->required(), kinds);
    command->add_option("FILE", arguments->file, "file to write (default: standard output)")->type_name("FILE");
    CLI::Option* from =
        command
            ->add_option("--from", arguments->from, "a room with the walls of an OBJ, STL or PLY file; may be repeated")
            ->type_name("FILE")
            ->allow_extra_args(false);
    add_choice(command->add_option("--unit", arguments->unit, "of the numbers in these files")->needs(from),
               mesh_unit_words());
    add_choice(command->add_option("--up", arguments->up, "axis of these files that points up")->needs(from),
               {"z", "y"});
    command->add_flag("--force", arguments->force, "replace the file if it exists");
    command->footer(footer +
                    "\nExample:\n"
                    "  wavesim new room my_room.yaml\n"
                    "  wavesim new room my_hall.yaml --from hall.obj --unit mm");
    command->callback([arguments] {
        if (!arguments->from.empty() && arguments->kind != "room")
            throw CLI::ValidationError("--from", "makes scenes of the kind 'room'");
        write_scene(*arguments);
    });
}

}  // namespace wavesim
