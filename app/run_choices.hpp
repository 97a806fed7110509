// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

#include "app/scene_input.hpp"
#include "stencils/grid/precision.hpp"

namespace wavesim {

struct Gpu;

/// How a scene is computed: options of the command line, else the scene's `run`, else the defaults.
struct RunChoices {
    std::string backend = "auto";
    std::string backend_place;  ///< `file:line:column: run.backend` where the scene pins the backend
    Precision precision = Precision::float32;
    int threads = 0;            ///< 0: all that the process may use
    std::optional<int> device;  ///< GPU; none: the first
    std::string device_place;   ///< the same of run.device, where the scene asks for one
    std::optional<int> gpus;    ///< that share the grid, from the first on, 0: all; none: one
    std::string gpus_place;     ///< the same of run.gpus
    std::string origin;  ///< who chose what, e.g. "backend by run.backend, threads by --threads"; empty: defaults

    PlanOptions plan_options() const;
};

RunChoices choose_for_scene(const SceneInput& input, const LoadedScene& loaded);
/// The same without a scene.
RunChoices choose_without_scene(const SceneInput& input);

/// The GPU that the backend asked for may use, its context created; one that says why not where none can be used or the
/// backend is the CPU's. Throws KernelError for a device asked for that does not exist, UsageError for --device or
/// --gpus beside the CPU's backend.
Gpu wanted_gpu(const RunChoices& choices);

/// Gives a machine that GPU, and those that are to share the grid with it. Throws as wanted_gpu does.
void take_gpus(Machine& machine, const RunChoices& choices);

/// Leaves a machine as many of its GPUs as are asked for; without that, one. Throws EnvironmentError (device) where it
/// has less.
void keep_gpus(Machine& machine, const RunChoices& choices);

/// The machine with the GPUs that may be used, before their rates are measured.
Machine found_machine(const RunChoices& choices);

/// Measures the memory rate of the processors or of the GPU of a machine, whichever would compute the grid of a scene,
/// for at most `seconds`. A draft that does not fit is refused first, as expect_to_fit() does.
void measure_rates(Machine& machine, const RunChoices& choices, PlanDraft& draft, double seconds);

/// Both.
Machine measured_machine(const RunChoices& choices, PlanDraft& draft, double seconds);

}  // namespace wavesim
