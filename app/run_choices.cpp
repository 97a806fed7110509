// SPDX-License-Identifier: MIT
#include "app/run_choices.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/errors.hpp"
#include "solvers/medium.hpp"
#include "stencils/cuda/cuda_backends.hpp"
#include "stencils/measure/triad_rate.hpp"
#include "stencils/rtc/kernel_error.hpp"
#include "stencils/words.hpp"

namespace wavesim {

namespace {

/// Nodes of the grid before it is planned: spacing as asked for.
std::int64_t estimated_nodes(const Scene& scene) {
    const GridRequest& grid = scene.grid;
    const double spacing = grid.spacing_m ? *grid.spacing_m
                                          : speed_range(scene.medium).slowest /
                                                (grid.max_frequency_hz.value_or(1000) * grid.points_per_wavelength);
    double nodes = 1;
    for (int axis = 0; axis < 3; ++axis) {
        if (scene.dims == 3 || axis != 1) nodes *= std::ceil(scene.size_m.along(axis) / spacing);
    }
    return static_cast<std::int64_t>(std::min(nodes, 1e12));
}

std::string place_of(const LoadedScene& loaded, const std::string& key) {
    const Mark mark = loaded.marks.find(key);
    return (mark.line > 0 ? fmt::format("{}:{}:{}", mark.file, mark.line, mark.column) : mark.file) + ": " + key;
}

RunChoices choose(const SceneInput& input, const RunSettings& scene) {
    RunChoices choices;
    const auto by = [&choices](const char* what, bool option, bool in_scene) {
        if (!option && !in_scene) return;
        choices.origin +=
            fmt::format("{}{} by {}{}", choices.origin.empty() ? "" : ", ", what, option ? "--" : "run.", what);
    };
    by("backend", input.backend.has_value(), scene.backend.has_value());
    by("precision", input.precision.has_value(), scene.precision.has_value());
    by("threads", input.threads.has_value(), scene.threads.has_value());
    choices.backend = input.backend.value_or(scene.backend.value_or("auto"));
    choices.precision =
        value_of<Precision>(input.precision.value_or("")).value_or(scene.precision.value_or(Precision::float32));
    choices.threads = input.threads.value_or(scene.threads.value_or(0));
    // A scene's device has no meaning on the CPU that an option asks for.
    const bool device_of_scene = scene.device && choices.backend != "cpu";
    by("device", input.device.has_value(), device_of_scene);
    choices.device = input.device;
    if (!choices.device && device_of_scene) choices.device = scene.device;
    return choices;
}

}  // namespace

PlanOptions RunChoices::plan_options() const {
    PlanOptions options;
    options.backend = backend;
    options.backend_place = backend_place;
    options.precision = precision;
    options.chosen_by = origin;
    return options;
}

RunChoices choose_for_scene(const SceneInput& input, const LoadedScene& loaded) {
    RunChoices choices = choose(input, loaded.scene.run);
    if (!input.backend && loaded.scene.run.backend) choices.backend_place = place_of(loaded, "run.backend");
    if (!input.device && choices.device) choices.device_place = place_of(loaded, "run.device");
    return choices;
}

RunChoices choose_without_scene(const SceneInput& input) { return choose(input, {}); }

Gpu wanted_gpu(const RunChoices& choices) {
    if (choices.backend == "cpu") {
        if (!choices.device) return {};
        throw UsageError(choices.backend_place.empty()
                             ? "--device is for GPU backends, not for --backend cpu"
                             : fmt::format("--device is for GPU backends, and the scene runs on the CPU ({}); "
                                           "--backend auto takes a GPU",
                                           choices.backend_place));
    }
    // The first question starts the driver: that counts, too.
    const auto start = std::chrono::steady_clock::now();
    Gpu gpu;
    try {
        gpu = choices.device ? open_gpu(*choices.device) : first_gpu();
    } catch (const KernelError& error) {
        if (choices.device_place.empty()) throw;
        throw KernelError(choices.device_place + ": " + error.what());
    }
    gpu.context_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return gpu;
}

Machine measured_machine(const RunChoices& choices, const Scene& scene, double seconds) {
    Machine machine = inspect_machine(choices.threads);
    // As many elements as the grid has nodes, but more than small caches hold, whose rate no step reaches; far beyond
    // the caches the size no longer matters. Two arrays never take half the free memory.
    constexpr std::int64_t least = 1 << 22;
    const std::int64_t most =
        std::min<std::int64_t>(1 << 26, machine.memory_available / (4 * bytes_of(choices.precision)));
    const std::int64_t elements = std::clamp(estimated_nodes(scene), least, std::max(most, least));
    machine.gpu = wanted_gpu(choices);
    const bool on_gpu = machine.gpu.usable();
    if (on_gpu) {
        // Beyond the device's caches, small beside its memory.
        constexpr std::int64_t device_elements = 1 << 25;
        machine.gpu.triad.of(choices.precision) =
            measure_device_triad(device_elements, choices.precision, machine.gpu.index, std::min(seconds, 0.02));
    }
    if (!on_gpu || choices.backend == "auto")
        machine.triad.of(choices.precision) =
            measure_triad(elements, choices.precision, machine.threads, on_gpu ? std::min(seconds, 0.02) : seconds);
    return machine;
}

}  // namespace wavesim
