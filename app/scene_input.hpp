// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "io/scene/reader.hpp"

namespace CLI {
class App;
}

namespace wavesim {

struct Machine;
struct Plan;
struct PlanDraft;
struct PlanOptions;
struct PlanSketch;

/// Arguments common to all commands that read a scene. What is not given is taken from the scene.
struct SceneInput {
    std::string file;
    std::vector<std::string> sets;  ///< key=value, in the order given
    std::vector<std::string> data;  ///< folders of models and signals, in addition to that of the scene
    std::optional<std::string> backend;
    std::optional<std::string> precision;
    std::optional<int> threads;
    std::optional<int> device;  ///< GPU
    std::optional<int> gpus;    ///< that share the grid; 0: all
    /// Indices of the GPUs that share the grid, by which a study divides those of a computer; empty: the first ones.
    std::vector<int> shared_gpus = {};
    int ranks = 1;  ///< processes that share the grid
};

/// Adds SCENE, --set, --data, --backend, --precision, --threads, --device and --gpus to a command.
void add_scene_input(CLI::App& command, SceneInput& input);

/// Folders of the files that scenes name: first those of --data, which must exist, then those of WAVESIM_DATA. Throws
/// EnvironmentError (io).
std::vector<std::filesystem::path> data_folders(const SceneInput& input);

LoadedScene load_scene(const SceneInput& input);

/// Folder name made from a scene name: lower case; each run of other characters than letters and digits becomes one
/// underscore.
std::string slug_of(const std::string& name);

/// Whether the tasks of a Slurm array (SLURM_ARRAY_TASK_ID) write to separate folders.
enum class ArrayTasks { apart, together };
/// Default folder of the results of a scene: results/<scene name>, or the name of its file if it has no name. In a task
/// with a folder of its own, _task_N is appended.
std::filesystem::path default_folder(const SceneInput& input, const Scene& scene, ArrayTasks tasks = ArrayTasks::apart);

/// The draft of a scene's plan. Faults refer to the keys that caused them.
PlanDraft draft_scene(const LoadedScene& loaded, const PlanOptions& options);
/// The plan of the draft. Faults found while planning also refer to their keys.
Plan plan_scene(const LoadedScene& loaded, PlanDraft draft, const Machine& machine, const PlanOptions& options);
/// The same as a sketch: without the data of the problem.
PlanSketch sketch_scene(const LoadedScene& loaded, PlanDraft draft, const Machine& machine, const PlanOptions& options);

}  // namespace wavesim
