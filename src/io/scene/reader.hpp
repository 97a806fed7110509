// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/scene/marks.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// The id of every check that parse_scene makes, sorted.
std::vector<std::string> scene_rules();

struct LoadedScene {
    Scene scene;
    SceneMarks marks;
};

/// `--set key=value`: the text and its number among the --set options, from 1 (used in places: `--set 2`).
struct Override {
    std::string text;
    int position = 1;
};

/// Reads, validates and resolves a scene file. Throws SceneFileError with all faults, EnvironmentError (io) when
/// the file cannot be read. Signals and models are read from below the scene's folder, or else one of `data`.
LoadedScene read_scene(const std::filesystem::path& file, const std::vector<Override>& overrides,
                       const std::vector<std::filesystem::path>& data = {});
/// The same from text; `file` names it in messages and anchors relative paths.
LoadedScene parse_scene(const std::string& text, const std::filesystem::path& file,
                        const std::vector<Override>& overrides, const std::vector<std::filesystem::path>& data = {});

/// JSON Schema (draft-07) of the scene; used for validation and by editors.
nlohmann::json scene_schema();

}  // namespace wavesim
