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

/// What every command that reads a scene accepts; what is absent is taken from the scene.
struct SceneInput {
    std::string file;
    std::vector<std::string> sets;  ///< key=value, in the order given
    std::vector<std::string> data;  ///< folders of models and signals, beside that of the scene
    std::optional<std::string> backend;
    std::optional<std::string> precision;
    std::optional<int> threads;
    std::optional<int> device;  ///< GPU
    std::optional<int> gpus;    ///< that share the grid; 0: all
};

/// Adds SCENE, --set, --data, --backend, --precision, --threads, --device and --gpus to a command.
void add_scene_input(CLI::App& command, SceneInput& input);

/// Folders of files that scenes name: those of --data, which must be there, then those of WAVESIM_DATA. Throws
/// EnvironmentError (io).
std::vector<std::filesystem::path> data_folders(const SceneInput& input);

LoadedScene load_scene(const SceneInput& input);

/// Folder name made from a scene name: lower case, other characters than letters and digits become one underscore.
std::string slug_of(const std::string& name);

/// Whether the tasks of an array of Slurm (SLURM_ARRAY_TASK_ID) write to folders of their own.
enum class ArrayTasks { apart, together };
/// Where the results of a scene go unless --output says otherwise: results/<scene name>, without a name that of its
/// file; with _task_N at its end in a task that has a folder of its own.
std::filesystem::path default_folder(const SceneInput& input, const Scene& scene, ArrayTasks tasks = ArrayTasks::apart);

/// The draft of a scene's plan; faults get the places of the keys that caused them.
PlanDraft draft_scene(const LoadedScene& loaded, const PlanOptions& options);
/// The plan of its draft; the same of faults found while planning.
Plan plan_scene(const LoadedScene& loaded, PlanDraft draft, const Machine& machine, const PlanOptions& options);
/// What that plan tells, without the data of its problem.
PlanSketch sketch_scene(const LoadedScene& loaded, PlanDraft draft, const Machine& machine, const PlanOptions& options);

}  // namespace wavesim
