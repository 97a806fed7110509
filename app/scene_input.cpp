// SPDX-License-Identifier: MIT
#include "app/scene_input.hpp"

#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>

#include "app/choice.hpp"
#include "app/errors.hpp"
#include "solvers/medium.hpp"
#include "stencils/cuda/cuda_backends.hpp"
#include "stencils/measure/measure.hpp"

namespace wavesim {

namespace {

std::vector<std::string> backend_names() {
    std::vector<std::string> names{"auto"};
    for (const BackendEntry& entry : backend_registry()) names.push_back(entry.name);
    return names;
}

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

CLI::Validator count_between(int least, int most) {
    const auto check = [least, most](std::string& text) -> std::string {
        const bool digits = !text.empty() &&
                            std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
        const int value = digits && text.size() <= 4 ? std::stoi(text) : -1;
        if (value >= least && value <= most) return {};
        return fmt::format("'{}' is not a count of {} to {}", text, least, most);
    };
    return CLI::Validator(check, "");
}

}  // namespace

PlanOptions SceneInput::plan_options() const {
    return {backend, precision == "double" ? Precision::float64 : Precision::float32};
}

void add_scene_input(CLI::App& command, SceneInput& input) {
    command.add_option("SCENE", input.file, "scene file (YAML)")->required()->type_name("SCENE");
    command.add_option("--set", input.sets, "change one key of the scene, e.g. grid.spacing='2 cm'; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    show_choice(command.add_option("--backend", input.backend, "what computes the steps")->default_str("auto"),
                backend_names());
    add_choice(command.add_option("--precision", input.precision, "number format of the field")->default_str("float"),
               {"float", "double"});
    command.add_option("--threads", input.threads, "CPU threads (default: all that this process may use)")
        ->type_name("N")
        ->check(count_between(1, 4096));
    command.add_option("--device", input.device, "GPU, counted from 0 (default: the first)")
        ->type_name("N")
        ->check(count_between(0, 1023));
}

LoadedScene load_scene(const SceneInput& input) {
    std::vector<Override> overrides;
    for (const std::string& text : input.sets) overrides.push_back({text, static_cast<int>(overrides.size()) + 1});
    return read_scene(input.file, overrides);
}

std::string slug_of(const std::string& name) {
    std::string slug;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || byte >= 0x80) {
            slug += static_cast<char>(std::tolower(byte));
        } else if (!slug.empty() && slug.back() != '_') {
            slug += '_';
        }
    }
    // File systems take 255 bytes; cut between characters (0b10xxxxxx continues one).
    if (slug.size() > 100) {
        std::size_t end = 100;
        while ((static_cast<unsigned char>(slug[end]) & 0xC0U) == 0x80U) --end;
        slug.resize(end);
    }
    while (!slug.empty() && slug.back() == '_') slug.pop_back();
    return slug.empty() ? "scene" : slug;
}

Plan plan_scene(const LoadedScene& loaded, const Machine& machine, const PlanOptions& options) {
    try {
        return make_plan(loaded.scene, machine, options);
    } catch (const SceneError& error) {
        throw SceneFileError(loaded.marks.locate(error.faults()));
    }
}

std::optional<Gpu> wanted_gpu(const SceneInput& input) {
    if (input.backend == "cpu") {
        if (input.device) throw UsageError("--device is for GPU backends, not for --backend cpu");
        return {};
    }
    // The first question starts the driver: that counts, too.
    const auto start = std::chrono::steady_clock::now();
    if (!input.device && !device_why_not(0).empty()) return {};
    Gpu gpu = inspect_gpu(input.device.value_or(0));
    gpu.context_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return gpu;
}

Machine measured_machine(const SceneInput& input, const Scene& scene, double seconds) {
    Machine machine = inspect_machine(input.threads);
    const Precision precision = input.plan_options().precision;
    // As many elements as the grid has nodes, but more than small caches hold, whose rate no step reaches; far beyond
    // the caches the size no longer matters. Two arrays never take half the free memory.
    constexpr std::int64_t least = 1 << 22;
    const std::int64_t most = std::min<std::int64_t>(1 << 26, machine.memory_available / (4 * bytes_of(precision)));
    const std::int64_t elements = std::clamp(estimated_nodes(scene), least, std::max(most, least));
    machine.gpu = wanted_gpu(input);
    if (machine.gpu) {
        // Beyond the device's caches, small beside its memory.
        constexpr std::int64_t device_elements = 1 << 25;
        machine.gpu->triad_bytes_per_s =
            measure_device_triad(device_elements, precision, machine.gpu->index, std::min(seconds, 0.02));
    }
    if (!machine.gpu || input.backend == "auto")
        machine.triad_bytes_per_s =
            measure_triad(elements, precision, machine.threads, machine.gpu ? std::min(seconds, 0.02) : seconds);
    return machine;
}

}  // namespace wavesim
