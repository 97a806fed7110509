// SPDX-License-Identifier: MIT
#include "solvers/plan/slab_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "solvers/scene/fault.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/slabs/cut_lists.hpp"
#include "stencils/slabs/slab_cuts.hpp"

namespace wavesim {

namespace {

/// Latency in seconds of copying planes between two GPUs, and rate in bytes per second: 1, 4 and 16 MiB needed 22, 25.5
/// and 61 us between two H200 of one host (NVLink).
constexpr double copy_s = 20e-6;
constexpr double copy_bytes_per_s = 410e9;

[[noreturn]] void refuse(const std::string& why) { throw EnvironmentError(EnvironmentError::Kind::device, why); }

std::vector<Slab> slabs_of(const StencilProblem& problem, std::int64_t count) {
    std::vector<Slab> slabs = cut_slabs(problem, count);
    if (!slabs.empty()) return slabs;
    const std::int64_t most = most_slabs(problem);
    if (problem.extent.nz == 1)
        refuse("this grid has one plane along z, which several GPUs cannot share: one can run it");
    refuse(most > 1
               ? fmt::format("{} GPUs are too many for the {} planes of this grid along z: {} at most can share it",
                             count, problem.extent.nz, most)
               : fmt::format("the {} planes of this grid along z are too few for several GPUs: one can run it",
                             problem.extent.nz));
}

/// Two steps between exchanges halve the latency of exchanges. Each slab then also updates as many ghost planes per cut
/// as the operator reads beyond it, which must be cheaper. Not for media and walls with a memory that would have to be
/// exchanged, too. Nor beside any other walls and solids: sweeps keep the values of wall nodes at the ends of rows
/// apart (gpu/common/row_ends.cuh), and those of ghost planes would have to be taken from the copied planes.
bool exchanges_in_pairs(const StencilProblem& problem, std::int64_t count, const BackendEntry& row,
                        const Machine& one) {
    if (!std::holds_alternative<ScalarShape>(problem.medium) || problem.layers.averaged) return false;
    const WallPasses& walls = problem.walls;
    const bool boundless = walls.solids.empty() && walls.corrections.empty() && walls.explicit_walls.nodes.empty() &&
                           walls.branch_walls.nodes.empty();
    if (!boundless || cut_slabs(problem, count, 2).empty()) return false;
    const Proposal alone = row.propose(problem, one);
    const std::int64_t nodes = reach_along_z(problem) * problem.extent.nx * problem.extent.ny;
    return alone.ctpn_s > 0 && alone.ctpn_s * static_cast<double>(nodes) < copy_s / 2;
}

bool moves_slabs(const BackendEntry& row, const StencilProblem& problem) {
    const MediumSupport* const support = row.support(problem.medium);
    return row.on_gpu() && support != nullptr && support->slabs;
}

/// Chooses the backend by a part of the grid, as if it were a complete one. Its counts are those of the part.
BackendChoice choose_row(std::span<const BackendEntry> table, const std::string& name, const StencilProblem& problem,
                         const StencilProblem& part, const Machine& machine, const RunSteps& steps) {
    Machine one = machine.with_gpu(0);
    one.gpu.memory_free = std::numeric_limits<std::int64_t>::max();
    std::vector<BackendEntry> rows;
    for (const BackendEntry& row : table)
        if (moves_slabs(row, problem)) rows.push_back(row);
    if (rows.empty()) refuse("no backend for this medium can share a grid among several GPUs");
    if (name != "auto") {
        const BackendEntry* const row = find_backend(name);
        if (row != nullptr && row->support(problem.medium) != nullptr && !moves_slabs(*row, problem))
            refuse(fmt::format("backend {} cannot share a grid among several GPUs; auto takes one that can", name));
        return choose_backend(table, name, part, one, steps);
    }
    BackendChoice choice = choose_backend(rows, name, part, one, steps);
    choice.entry = &*std::ranges::find(table, choice.entry->name, &BackendEntry::name);
    choice.why =
        fmt::format("auto: {} GPUs share the grid, and it is the best that can move a part of it", machine.gpu_count());
    return choice;
}

/// Number of fields whose planes are exchanged between neighbours.
std::int64_t exchanged_fields(const StencilProblem& problem) {
    return std::holds_alternative<TtiShape>(problem.medium) ? 2 : 1;
}

/// Number of the slab with the most work.
std::size_t dearest_of(const StencilProblem& problem, const std::vector<Slab>& slabs) {
    const std::vector<double> costs = plane_costs(problem);
    const auto cost = [&](const Slab& slab) {
        double sum = 0;
        for (std::int64_t z = slab.from; z < slab.to; ++z) sum += costs[static_cast<std::size_t>(z)];
        return sum;
    };
    return static_cast<std::size_t>(std::ranges::max_element(slabs, {}, cost) - slabs.begin());
}

}  // namespace

std::int64_t exchange_bytes(const StencilProblem& problem, const std::vector<Slab>& slabs) {
    std::int64_t planes = 0;
    for (const Slab& slab : slabs) planes = std::max(planes, slab.below + slab.above);
    return planes * problem.extent.nx * problem.extent.ny * bytes_of(problem.precision) * exchanged_fields(problem);
}

BackendChoice choose_slabs(std::span<const BackendEntry> table, const std::string& name, const StencilProblem& problem,
                           const Machine& machine, const RunSteps& steps) {
    if (!problem.walls.ports.empty())
        refuse(
            "walls at the vertices of cells (boundaries: {walls: vertex}) are not cut into slabs: no GPUs can share "
            "the grid, unless the scene asks for {walls: half}");
    std::vector<Slab> slabs = slabs_of(problem, machine.gpu_count());
    // Lists are walked once by slab, and once for the whole grid on one GPU.
    const std::size_t dearest = dearest_of(problem, slabs);
    std::optional<StencilProblem> dearest_part = cut_lists(problem, slabs[dearest]);
    BackendChoice choice = choose_row(table, name, problem, *dearest_part, machine, steps);
    Proposal all;
    SlabPlan plan;
    if (slabs.size() > 1 && exchanges_in_pairs(problem, machine.gpu_count(), *choice.entry, machine.with_gpu(0))) {
        plan.steps_together = 2;
        slabs = cut_slabs(problem, machine.gpu_count(), 2);
    }
    for (std::size_t k = 0; k < slabs.size(); ++k) {
        const Machine one = machine.with_gpu(static_cast<std::int64_t>(k));
        const bool known = k == dearest && plan.steps_together == 1;
        const StencilProblem part =
            known ? *std::exchange(dearest_part, std::nullopt) : cut_lists(problem, slabs[k], plan.steps_together);
        Proposal own = choice.entry->propose(Inquiry(part, one, steps.between_looks, known ? choice.counts : nullptr));
        const std::string device = fmt::format("GPU {} ({})", one.gpu.index, one.gpu.name);
        if (!own.why_not.empty()) refuse(fmt::format("backend {} on {}: {}", choice.entry->name, device, own.why_not));
        all.host_bytes += own.host_bytes;
        all.making_bytes += own.making_bytes;
        all.device_bytes = std::max(all.device_bytes, own.device_bytes);
        for (const KernelText& text : own.texts)
            if (std::ranges::find(all.texts, text) == all.texts.end()) all.texts.push_back(text);
        plan.slabs.push_back({slabs[k], one.gpu.index, device, own.device_bytes,
                              own.ctpn_s * static_cast<double>(part.extent.nodes()),
                              std::make_shared<const Proposal>(std::move(own))});
    }
    plan.largest_over_mean = largest_over_mean(problem, slabs);
    plan.exchange_bytes = exchange_bytes(problem, slabs) / plan.steps_together;
    const int neighbours = slabs.size() > 2 ? 2 : 1;
    plan.exchange_s = neighbours * copy_s / static_cast<double>(plan.steps_together) +
                      static_cast<double>(plan.exchange_bytes) / copy_bytes_per_s;
    const Machine first = machine.with_gpu(0);
    const Inquiry whole(problem, first, steps.between_looks);
    const Proposal alone = choice.entry->propose(whole);
    const auto nodes = static_cast<double>(problem.extent.nodes());
    if (alone.why_not.empty()) plan.alone_s = alone.ctpn_s * nodes;
    all.regions = alone.why_not.empty() ? alone.regions : regions_of(cut_grid(problem.extent, {}), 1);
    for (Region& region : all.regions)
        if (region.backend.empty()) region.backend = choice.entry->name;
    all.ctpn_s = plan.slabs.front().step_s > 0 ? plan.step_s() / nodes : 0;
    choice.proposal = std::move(all);
    choice.slabs = std::move(plan);
    choice.counts = whole.counts();
    return choice;
}

std::vector<std::string> slab_warnings(const SlabPlan& slabs) {
    const double times = slabs.efficiency() * static_cast<double>(slabs.slabs.size());
    if (times <= 0 || times >= 1) return {};
    return {fmt::format("{} GPUs are predicted to be {:.2f} times as fast as one: this grid is too small to share",
                        slabs.slabs.size(), times)};
}

std::optional<std::int64_t> most_device_bytes(const BackendEntry& row, const StencilProblem& problem,
                                              const Machine& machine) {
    std::vector<Slab> slabs{{0, problem.extent.nz, 0, 0}};
    const bool pairs =
        machine.gpu_count() > 1 && exchanges_in_pairs(problem, machine.gpu_count(), row, machine.with_gpu(0));
    const std::int64_t together = pairs ? 2 : 1;
    if (machine.gpu_count() > 1) slabs = cut_slabs(problem, machine.gpu_count(), together);
    if (slabs.empty()) return std::nullopt;
    std::int64_t most = 0;
    for (std::size_t k = 0; k < slabs.size(); ++k) {
        const Machine one = machine.with_gpu(static_cast<std::int64_t>(k));
        const Proposal own =
            slabs.size() == 1 ? row.propose(problem, one) : row.propose(cut_lists(problem, slabs[k], together), one);
        if (!own.why_not.empty()) return std::nullopt;
        most = std::max(most, own.device_bytes);
    }
    return most;
}

std::int64_t least_device_memory(const Machine& machine) {
    std::int64_t least = machine.gpu.memory_free;
    for (const Gpu& gpu : machine.other_gpus) least = std::min(least, gpu.memory_free);
    return least;
}

}  // namespace wavesim
