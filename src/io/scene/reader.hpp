// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/scene/fault.hpp"
#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Where a scene key stands: file (or `--set`), line and column from 1.
struct Mark {
    std::string file;
    int line = 0;
    int column = 0;
};

/// A fault with its place: `file:line:column: key.path: what is wrong (why); did you mean ...`.
struct MarkedFault {
    Mark mark;
    Fault fault;
    std::string rule;  ///< the check that failed, e.g. `unknown-key`; empty for faults found by make_plan
};
std::string to_string(const MarkedFault& fault);
/// The id of every check that parse_scene makes, sorted.
std::vector<std::string> scene_rules();

/// A scene file that cannot be used; carries every fault found in one pass, in order of place.
class SceneFileError : public std::runtime_error {
  public:
    explicit SceneFileError(std::vector<MarkedFault> faults);
    const std::vector<MarkedFault>& faults() const { return faults_; }

  private:
    std::vector<MarkedFault> faults_;
};

/// Key path (`sources[0].position`) -> place; unknown paths fall back to the nearest parent.
class SceneMarks {
  public:
    void set(std::string key, Mark mark) { marks_[std::move(key)] = std::move(mark); }
    Mark find(std::string key) const;
    /// Adds places to faults found later (by make_plan).
    std::vector<MarkedFault> locate(const std::vector<Fault>& faults) const;

  private:
    std::map<std::string, Mark> marks_;
};

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
