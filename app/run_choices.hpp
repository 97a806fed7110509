// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/scene_input.hpp"
#include "stencils/grid/precision.hpp"

namespace wavesim {

struct Gpu;

/// How a scene is computed. Options of the command line come first, then the scene's `run`, then the defaults.
struct RunChoices {
    std::string backend = "auto";
    std::string backend_place;  ///< `file:line:column: run.backend` where the scene pins the backend
    Precision precision = Precision::float32;
    int threads = 0;                    ///< 0: all that the process may use
    std::optional<int> device;          ///< GPU; none: the first
    std::string device_place;           ///< the same for run.device, if the scene requests one
    std::optional<int> gpus;            ///< number of GPUs that share the grid; 0: all; none: one
    std::vector<int> shared_gpus = {};  ///< their indices; empty: counted from the first
    std::string gpus_place;             ///< the same for run.gpus
    int ranks = 1;                      ///< number of processes that share the grid, on CPUs
    std::string origin;  ///< who chose what, e.g. "backend by run.backend, threads by --threads"; empty: defaults

    PlanOptions plan_options() const;
    /// Index of the k-th GPU that is used.
    int gpu_index(std::size_t k) const {
        if (device) return *device;
        return k < shared_gpus.size() ? shared_gpus[k] : static_cast<int>(k);
    }
};

RunChoices choose_for_scene(const SceneInput& input, const LoadedScene& loaded);
/// The same without a scene.
RunChoices choose_without_scene(const SceneInput& input);

/// The GPU for the requested backend, with its context created. If no GPU can be used, or the backend is the CPU's, the
/// result holds the reason. Throws KernelError for a requested device that does not exist, and UsageError for --device
/// or --gpus with the CPU backend.
Gpu wanted_gpu(const RunChoices& choices);

/// Adds that GPU to a machine, and the GPUs that share the grid with it. Throws like wanted_gpu.
void take_gpus(Machine& machine, const RunChoices& choices);

/// Keeps as many GPUs of a machine as requested, by default one. Throws EnvironmentError (device) if it has fewer.
void keep_gpus(Machine& machine, const RunChoices& choices);

/// The machine with the GPUs that may be used; their rates are not measured yet.
Machine found_machine(const RunChoices& choices);

/// Measures the memory rate of the processors or of the GPU, whichever would compute the grid of a scene, for at most
/// `seconds`. First it refuses a draft that does not fit, like expect_to_fit().
void measure_rates(Machine& machine, const RunChoices& choices, PlanDraft& draft, double seconds);

/// found_machine() and measure_rates().
Machine measured_machine(const RunChoices& choices, PlanDraft& draft, double seconds);

}  // namespace wavesim
