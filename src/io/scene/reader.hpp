// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/scene/marks.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// The ids of all checks of parse_scene, sorted.
std::vector<std::string> scene_rules();

struct LoadedScene {
    Scene scene;
    SceneMarks marks;
};

/// `--set key=value`: the text and its number among the --set options, from 1 (used in positions: `--set 2`).
struct Override {
    std::string text;
    int position = 1;
};

/// Reads, validates and resolves a scene file. Throws SceneFileError with all faults, EnvironmentError (io) if the file
/// cannot be read. Signals and models are searched below the scene's folder, then in the folders `data`.
LoadedScene read_scene(const std::filesystem::path& file, const std::vector<Override>& overrides,
                       const std::vector<std::filesystem::path>& data = {});
/// The same from text; `file` is its name in messages and the base of relative paths.
LoadedScene parse_scene(const std::string& text, const std::filesystem::path& file,
                        const std::vector<Override>& overrides, const std::vector<std::filesystem::path>& data = {});

/// JSON Schema (draft-07) of the scene; used for validation and by editors.
nlohmann::json scene_schema();

}  // namespace wavesim
