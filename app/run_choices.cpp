// SPDX-License-Identifier: MIT
#include "app/run_choices.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

#include "app/errors.hpp"
#include "app/gpu_profile.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan_draft.hpp"
#include "solvers/plan/rank_choice.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/grid/words.hpp"
#include "stencils/measure/triad_rate.hpp"
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

namespace {

std::string place_of(const LoadedScene& loaded, const std::string& key) {
    const Mark mark = loaded.marks.find(key);
    return (mark.line > 0 ? fmt::format("{}:{}:{}", mark.file, mark.line, mark.column) : mark.file) + ": " + key;
}

/// The option or scene key that requests several GPUs.
std::string gpus_key(const RunChoices& choices) {
    const int count = choices.gpus.value_or(1);
    return (choices.gpus_place.empty() ? "--gpus " : choices.gpus_place + ": ") +
           (count == 0 ? "all" : std::to_string(count));
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
    choices.ranks = input.ranks;
    if (choices.ranks > 1 && choices.backend == "auto") choices.backend = backend_of_ranks;
    choices.precision =
        value_of<Precision>(input.precision.value_or("")).value_or(scene.precision.value_or(Precision::float32));
    choices.threads = input.threads.value_or(scene.threads.value_or(0));
    // The device of a scene has no effect if an option requests the CPU.
    const bool device_of_scene = scene.device && choices.backend != "cpu";
    // It has none either if an option requests several GPUs. Likewise the GPUs of a scene have none if an option
    // requests a device.
    const bool one = device_of_scene && !input.gpus, several = scene.gpus && choices.backend != "cpu" && !input.device;
    if (choices.ranks > 1 && (input.device || input.gpus))
        throw UsageError("several processes share a grid on CPUs; leave out --device and --gpus");
    if (input.device && input.gpus)
        throw UsageError("--device picks one GPU and --gpus several; leave one of them out");
    by("device", input.device.has_value(), one);
    by("gpus", input.gpus.has_value(), several);
    choices.device = input.device;
    if (!choices.device && one) choices.device = scene.device;
    choices.gpus = input.gpus;
    if (!choices.gpus && several) choices.gpus = scene.gpus;
    choices.shared_gpus = input.shared_gpus;
    return choices;
}

/// Throws if both a GPU and the CPU are requested.
void refuse_beside_cpu(const RunChoices& choices) {
    if (choices.backend != "cpu" || (!choices.device && !choices.gpus)) return;
    const char* const option = choices.device ? "--device" : "--gpus";
    throw UsageError(choices.backend_place.empty()
                         ? fmt::format("{} is for GPU backends, not for --backend cpu", option)
                         : fmt::format("{} is for GPU backends, and the scene runs on the CPU ({}); "
                                       "--backend auto takes a GPU",
                                       option, choices.backend_place));
}

}  // namespace

PlanOptions RunChoices::plan_options() const {
    PlanOptions options;
    options.backend = backend;
    options.backend_place = backend_place;
    options.precision = precision;
    options.threads = inspect_machine(threads).threads;
    options.chosen_by = origin;
    return options;
}

RunChoices choose_for_scene(const SceneInput& input, const LoadedScene& loaded) {
    RunChoices choices = choose(input, loaded.scene.run);
    if (!input.backend && loaded.scene.run.backend) choices.backend_place = place_of(loaded, "run.backend");
    if (!input.device && choices.device) choices.device_place = place_of(loaded, "run.device");
    if (!input.gpus && choices.gpus) choices.gpus_place = place_of(loaded, "run.gpus");
    return choices;
}

RunChoices choose_without_scene(const SceneInput& input) { return choose(input, {}); }

Gpu wanted_gpu(const RunChoices& choices) {
    if (choices.backend == "cpu") {
        refuse_beside_cpu(choices);
        return {};
    }
    // The first call starts the driver; this time is included.
    const auto start = std::chrono::steady_clock::now();
    Gpu gpu;
    try {
        gpu = choices.device || choices.gpus ? open_gpu(choices.gpu_index(0)) : first_gpu();
    } catch (const KernelError& error) {
        const std::string& place = choices.device ? choices.device_place : choices.gpus_place;
        if (place.empty()) throw;
        throw KernelError(place + ": " + error.what());
    }
    gpu.context_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return gpu;
}

void take_gpus(Machine& machine, const RunChoices& choices) {
    machine.gpu = wanted_gpu(choices);
    machine.other_gpus.clear();
    if (!choices.gpus) return;
    const int count = *choices.gpus == 0 ? static_cast<int>(visible_gpus().size()) : *choices.gpus;
    try {
        for (std::size_t k = 1; k < static_cast<std::size_t>(count); ++k)
            machine.other_gpus.push_back(open_gpu(choices.gpu_index(k)));
    } catch (const KernelError& error) {
        throw KernelError(fmt::format("{}: {}", gpus_key(choices), error.what()));
    }
}

void keep_gpus(Machine& machine, const RunChoices& choices) {
    refuse_beside_cpu(choices);
    const std::int64_t there = machine.gpu.usable() ? machine.gpu_count() : 0;
    const int wanted = choices.gpus.value_or(1);
    if (choices.gpus && (wanted > there || there == 0))
        throw EnvironmentError(EnvironmentError::Kind::device,
                               fmt::format("{}: the file of --machine describes {}", gpus_key(choices),
                                           there == 0   ? "no GPU"
                                           : there == 1 ? "one GPU"
                                                        : fmt::format("{} GPUs", there)));
    if (wanted > 0) machine.other_gpus.resize(static_cast<std::size_t>(wanted - 1));
}

Machine found_machine(const RunChoices& choices) {
    Machine machine = inspect_machine(choices.threads);
    take_gpus(machine, choices);
    take_profile(machine);
    return machine;
}

namespace {

/// Values per array of a measurement: as many as the grid has nodes, but more than fit into the caches of the cores,
/// whose rate no step reaches. Both arrays together are at most twice the last cache; beyond that the size does not
/// matter.
std::int64_t measured_values(std::int64_t nodes, const Machine& machine, Precision precision) {
    constexpr std::int64_t least = 1 << 22, cache_not_known = 32 << 20;
    const std::int64_t cache = machine.cache_bytes > 0 ? machine.cache_bytes : cache_not_known;
    const std::int64_t most = std::min(cache, machine.memory_available / 4) / bytes_of(precision);
    return std::clamp(nodes, least, std::max(most, least));
}

}  // namespace

void measure_rates(Machine& machine, const RunChoices& choices, PlanDraft& draft, double seconds) {
    const bool on_gpu = expect_to_fit(draft, machine, choices.plan_options()).on_gpu();
    const Precision precision = choices.precision;
    if (on_gpu) {
        // Larger than the caches of the device, but small relative to its memory.
        constexpr std::int64_t device_values = 1 << 25;
        machine.gpu.triad.of(precision) =
            measure_device_triad(device_values, precision, machine.gpu.index, std::min(seconds, 0.02));
        for (Gpu& gpu : machine.other_gpus)
            gpu.triad.of(precision) =
                measure_device_triad(device_values, precision, gpu.index, std::min(seconds, 0.02));
    } else {
        machine.triad.of(precision) = measure_triad(measured_values(draft.plan.grid().nodes(), machine, precision),
                                                    precision, machine.threads, seconds);
    }
}

Machine measured_machine(const RunChoices& choices, PlanDraft& draft, double seconds) {
    Machine machine = found_machine(choices);
    measure_rates(machine, choices, draft, seconds);
    return machine;
}

}  // namespace wavesim
