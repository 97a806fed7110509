// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "io/scene_reader.hpp"
#include "solvers/plan.hpp"

namespace CLI {
class App;
}

namespace wavesim {

/// What every command that reads a scene accepts.
struct SceneInput {
    std::string file;
    std::vector<std::string> sets;  ///< key=value, in the order given
    std::string backend = "auto";
    std::string precision = "float";
    int threads = 0;            ///< 0: all that the process may use
    std::optional<int> device;  ///< GPU; none given: the first

    PlanOptions plan_options() const;
};

/// Adds SCENE, --set, --backend, --precision, --threads and --device to a command.
void add_scene_input(CLI::App& command, SceneInput& input);

LoadedScene load_scene(const SceneInput& input);

/// Folder name made from a scene name: lower case, other characters than letters and digits become one underscore.
std::string slug_of(const std::string& name);

/// The plan of a scene; faults found while planning get the places of the keys that caused them.
Plan plan_scene(const LoadedScene& loaded, const Machine& machine, const PlanOptions& options);

/// The GPU that the backend asked for may use, its context created; none where no GPU can be used or the backend is the
/// CPU's. Throws KernelError for a device asked for that does not exist, UsageError for one beside `--backend cpu`.
std::optional<Gpu> wanted_gpu(const SceneInput& input);

/// Inspects the machine and measures its memory rates over arrays of the size that the scene will need, for at
/// most `seconds`; that of the CPU only where it may compute the scene.
Machine measured_machine(const SceneInput& input, const Scene& scene, double seconds);

}  // namespace wavesim
