// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/scene/resolve.hpp"
#include "io/scene/time_words.hpp"
#include "stencils/grid/words.hpp"

namespace wavesim {

namespace {

/// The name of the backend; both names joined by '+' if the scene names one per region. Values that are not strings
/// have been reported as faults before.
std::string backend_name(const nlohmann::json& backend) {
    const auto word = [](const nlohmann::json& value) {
        return value.is_string() ? value.get<std::string>() : std::string{};
    };
    if (!backend.is_object()) return word(backend);
    const std::string inner = word(backend.value("inner", nlohmann::json{}));
    const std::string layers = word(backend.value("layers", nlohmann::json{}));
    return inner == layers ? inner : inner + "+" + layers;
}

}  // namespace

void SceneResolver::resolve_run(const nlohmann::json& values) {
    if (!values.contains("run")) return;
    const nlohmann::json& run = values["run"];
    RunSettings& settings = scene_.run;
    if (run.contains("backend")) settings.backend = backend_name(run["backend"]);
    settings.precision = value_of<Precision>(run.value("precision", ""));
    if (run.contains("threads")) settings.threads = run["threads"].get<int>();
    if (run.contains("device")) settings.device = run["device"].get<int>();
    if (run.contains("gpus")) settings.gpus = run["gpus"].is_number() ? run["gpus"].get<int>() : 0;
    if (run.contains("checkpoint")) {
        const auto text = run["checkpoint"].get<std::string>();
        settings.checkpoint = parse_checkpoint_interval(text);
        if (!settings.checkpoint)
            fault(Rule::out_of_range, "run.checkpoint", fmt::format("'{}' is no interval", text),
                  "write a time (10m, 1h30m, 90s) or a number of steps (500 steps)");
    }
    if (settings.device && settings.backend == "cpu")
        fault(Rule::gpu_only, "run.device", "is for GPUs, and run.backend is cpu", "leave one of the two out");
    if (settings.gpus && settings.backend == "cpu")
        fault(Rule::gpu_only, "run.gpus", "is for GPUs, and run.backend is cpu", "leave one of the two out");
    if (settings.gpus && settings.device)
        fault(Rule::gpu_only, "run.gpus", "counts GPUs from the first on, and run.device picks one",
              "leave one of the two out");
}

}  // namespace wavesim
