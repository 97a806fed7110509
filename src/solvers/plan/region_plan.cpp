// SPDX-License-Identifier: MIT
#include "solvers/plan/region_plan.hpp"

#include <cmath>

#include "stencils/registry/backend_registry.hpp"

namespace wavesim {

namespace {

/// Memory of a problem with and without its layers.
struct Memory {
    std::int64_t whole = 0;
    std::int64_t without = 0;

    /// Memory of a region. `of_all` is its fraction of all nodes, `of_layers` its fraction of the nodes in layer
    /// regions.
    double of(double of_all, double of_layers) const {
        return static_cast<double>(without) * of_all + static_cast<double>(whole - without) * of_layers;
    }
};

std::int64_t backend_bytes(const BackendEntry& backend, const Inquiry& asked) {
    const Proposal proposal = backend.propose(asked);
    return backend.on_gpu() ? proposal.device_bytes : proposal.host_bytes;
}

}  // namespace

std::vector<PlannedRegion> plan_regions(const StencilProblem& problem, const BackendChoice& choice,
                                        const Machine& machine, std::int64_t bytes_of_all, double ctpn_s) {
    const BackendEntry& backend = *choice.entry;
    const std::vector<Region>& regions = choice.proposal.regions;
    const std::vector<RegionLists> lists =
        clip_lists(regions, problem.extent, problem.walls, problem.sources, problem.receivers);
    const bool several = regions.size() > 1;
    Memory bytes{bytes_of_all, bytes_of_all};
    StencilProblem without;
    if (several) {  // forecasts need shape and lists only, so the factors, which are as large as a field, are not
                    // copied
        static_cast<ProblemShape&>(without) = problem;
        static_cast<PassLists&>(without) = problem;
        without.layers = {};
    }
    const Inquiry asked(without, machine, Inquiry::no_looks, choice.counts);
    if (several) bytes.without = backend_bytes(backend, asked);
    const auto nodes = static_cast<double>(problem.extent.nodes());
    const double inner = static_cast<double>(regions.front().nodes());
    // The kernel of each region has its own time per node; the rest of the step is due to the layers.
    std::vector<double> seconds;
    double left_s = ctpn_s * nodes;
    for (const Region& region : regions) {
        const BackendEntry* kernel = region.backend == backend.name ? &backend : find_backend(region.backend);
        const double per_node_s = several ? kernel->propose(asked).ctpn_s : ctpn_s;
        left_s -= seconds.emplace_back(per_node_s * static_cast<double>(region.nodes()));
    }
    std::vector<PlannedRegion> planned;
    for (std::size_t i = 0; i < regions.size(); ++i) {
        PlannedRegion region{regions[i], backend.on_gpu() ? "" : machine.isa, i == 0 ? choice.why : "", lists[i]};
        const auto here = static_cast<double>(region.nodes());
        const double of_layers = i == 0 ? 0 : here / (nodes - inner);
        region.memory_bytes = std::llround(bytes.of(here / nodes, of_layers));
        region.step_s = seconds[i] + left_s * of_layers;
        planned.push_back(region);
    }
    return planned;
}

}  // namespace wavesim
