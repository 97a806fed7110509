// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "io/scene/resolve.hpp"
#include "stencils/words.hpp"

namespace wavesim {

void SceneResolver::resolve_run(const nlohmann::json& values) {
    if (!values.contains("run")) return;
    const nlohmann::json& run = values["run"];
    RunSettings& settings = scene_.run;
    if (run.contains("backend")) settings.backend = run["backend"].get<std::string>();
    settings.precision = value_of<Precision>(run.value("precision", ""));
    if (run.contains("threads")) settings.threads = run["threads"].get<int>();
    if (run.contains("device")) settings.device = run["device"].get<int>();
    if (settings.device && settings.backend == "cpu")
        fault(Rule::gpu_only, "run.device", "is for GPUs, and run.backend is cpu", "leave one of the two out");
}

}  // namespace wavesim
