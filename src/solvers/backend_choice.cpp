// SPDX-License-Identifier: MIT
#include "solvers/backend_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "solvers/fault.hpp"

namespace wavesim {

namespace {

BackendChoice named(std::span<const BackendEntry> table, const std::string& name, const StencilProblem& problem,
                    const Machine& machine) {
    const auto in_table = [&](const std::string& one) {
        const auto found =
            std::find_if(table.begin(), table.end(), [&](const auto& entry) { return entry.name == one; });
        return found == table.end() ? nullptr : &*found;
    };
    const std::size_t plus = name.find('+');
    const BackendEntry* const found = plus == std::string::npos ? in_table(name) : find_backend(name);
    if (found == nullptr && plus != std::string::npos) {
        const std::string inner = name.substr(0, plus), layers = name.substr(plus + 1);
        if (in_table(inner) != nullptr && in_table(layers) != nullptr)
            throw EnvironmentError(EnvironmentError::Kind::device,
                                   fmt::format("{} and {} cannot divide a grid between them: two different GPU kernels "
                                               "for media of one density can",
                                               inner, layers));
    }
    if (found == nullptr) {
        std::string known;
        for (const BackendEntry& entry : table) known += (known.empty() ? "" : ", ") + entry.name;
        throw EnvironmentError(EnvironmentError::Kind::device,
                               fmt::format("there is no backend '{}' in this build (it has: {})", name, known));
    }
    if (const std::string reason = found->why_not(problem, machine); !reason.empty())
        throw EnvironmentError(EnvironmentError::Kind::device, fmt::format("backend {}: {}", name, reason));
    return {found, ""};
}

/// Why the machine's GPU cannot hold the problem; empty when it can.
std::string too_large(const BackendEntry& entry, const StencilProblem& problem, const Machine& machine) {
    const std::int64_t need = entry.device_bytes(problem, machine);
    const std::int64_t free = machine.gpu.memory_free;
    if (need <= free) return {};
    return fmt::format("it needs {:.1f} GiB, {:.1f} GiB are free", static_cast<double>(need) / 0x1p30,
                       static_cast<double>(free) / 0x1p30);
}

bool several_steps_per_pass(const BackendEntry& entry, const StencilProblem& problem, const Machine& machine) {
    const std::vector<Region> regions = entry.regions(problem, machine);
    return !regions.empty() && regions.front().steps_together > 1;
}

}  // namespace

BackendChoice choose_backend(std::span<const BackendEntry> table, const std::string& name,
                             const StencilProblem& problem, const Machine& machine, const RunSteps& steps) {
    if (name != "auto") return named(table, name, problem, machine);
    std::string refused;
    const auto refuse = [&](const BackendEntry& entry, const std::string& reason) {
        refused += fmt::format("{}{}: {}", refused.empty() ? "" : "; ", entry.name, reason);
    };
    const double nodes =
        static_cast<double>(problem.extent.nodes()) * static_cast<double>(std::max<std::int64_t>(steps.all, 1));
    const auto seconds = [&](const BackendEntry& entry) {
        return entry.ctpn(problem, machine, steps.between_looks) + entry.setup_s(problem) / nodes;
    };
    BackendChoice best;
    double best_s = 0;
    for (const BackendEntry& entry : table) {
        if (!entry.on_gpu() || !machine.gpu.usable()) continue;
        if (std::string reason = entry.why_not(problem, machine); !reason.empty()) {
            if (best.entry == nullptr) refuse(entry, reason);
            continue;
        }
        const double s = seconds(entry);
        const bool quicker = s > 0 && s < 0.9 * best_s && several_steps_per_pass(entry, problem, machine);
        if (best.entry != nullptr && !quicker) continue;
        // Last, as it counts all nodes of walls.
        if (const std::string reason = too_large(entry, problem, machine); !reason.empty()) {
            if (best.entry == nullptr) refuse(entry, reason);
            continue;
        }
        best = {&entry,
                best.entry != nullptr
                    ? fmt::format("auto: predicted to take {:.2f} of the time of {}", s / best_s, best.entry->name)
                    : fmt::format("auto: the GPU can run it{}", refused.empty() ? "" : " (" + refused + ")")};
        best_s = s;
    }
    if (best.entry != nullptr) return best;
    const std::string on_cpu = refused.empty() ? "" : fmt::format("auto: not on the GPU ({})", refused);
    for (const BackendEntry& entry : table) {
        if (entry.on_gpu()) continue;
        const std::string reason = entry.why_not(problem, machine);
        if (reason.empty()) return {&entry, on_cpu};
        refuse(entry, reason);
    }
    throw EnvironmentError(EnvironmentError::Kind::device, "no backend can run this scene; " + refused);
}

}  // namespace wavesim
