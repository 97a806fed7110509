// SPDX-License-Identifier: MIT
#include "stencils/cuda/device_forecast.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "stencils/cuda/node_table.hpp"

namespace wavesim {

namespace {

constexpr std::int64_t page = std::int64_t{2} << 20;
/// Machine code, constant banks and graphs of one problem; measured on compute capability 9.0.
constexpr std::int64_t code_bytes = 2 * page;

template <class T>
std::int64_t count(const std::vector<T>& list) {
    return static_cast<std::int64_t>(list.size());
}

/// Nodes that any wall pass touches: the union of three ascending lists.
std::int64_t touched_nodes(const WallPasses& walls) {
    constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
    const std::vector<std::int64_t>* lists[] = {&walls.corrections.nodes, &walls.explicit_walls.nodes,
                                                &walls.branch_walls.nodes};
    std::size_t at[3] = {0, 0, 0};
    for (std::int64_t nodes = 0;; ++nodes) {
        std::int64_t next = none;
        for (int i = 0; i < 3; ++i)
            if (at[i] < lists[i]->size()) next = std::min(next, (*lists[i])[at[i]]);
        if (next == none) return nodes;
        for (int i = 0; i < 3; ++i)
            while (at[i] < lists[i]->size() && (*lists[i])[at[i]] == next) ++at[i];
    }
}

}  // namespace

std::int64_t trace_capacity(const StencilProblem& problem) {
    const std::int64_t receivers = std::max<std::int64_t>(1, count(problem.receivers));
    return std::clamp<std::int64_t>((std::int64_t{64} << 20) / (8 * receivers), 2, 65536);
}

std::int64_t device_pages(std::initializer_list<std::int64_t> sizes) {
    const auto up = [](std::int64_t size, std::int64_t unit) { return (size + unit - 1) / unit * unit; };
    std::int64_t large = 0;
    std::int64_t small = 0;
    for (const std::int64_t size : sizes) (size >= page / 2 ? large : small) += up(size, size >= page / 2 ? page : 512);
    return large + up(small, page);
}

std::int64_t forecast_device_bytes(const StencilProblem& problem) {
    const std::int64_t value = bytes_of(problem.precision);
    const std::int64_t field = device_layout(problem.extent, problem.precision).size() * value;
    const WallPasses& w = problem.walls;
    const std::int64_t nodes = touched_nodes(w);
    const bool corrections = !w.corrections.nodes.empty();
    const bool faces = !w.explicit_walls.nodes.empty();
    const bool branches = !w.branch_walls.nodes.empty();
    const std::int64_t first = 4 * (nodes + 1);
    const std::int64_t law = 5 * value;

    std::int64_t receiver_nodes = 0;
    for (const PointWeights& r : problem.receivers) receiver_nodes += count(r.nodes);
    std::set<std::int64_t> source_nodes;
    std::int64_t source_entries = 0;
    std::int64_t signal_steps = 0;
    for (const Injection& s : problem.sources) {
        source_nodes.insert(s.at.nodes.begin(), s.at.nodes.end());
        source_entries += count(s.at.nodes);
        signal_steps = std::max(signal_steps, count(s.signal));
    }
    const auto acting = static_cast<std::int64_t>(source_nodes.size());
    return code_bytes +
           device_pages(
               {field, field, 8 * nodes,
                // corrections
                corrections ? first : 0, 8 * count(w.corrections.neighbours), value * count(w.corrections.neighbours),
                // walls
                faces ? first : 0, 2 * count(w.explicit_walls.laws), law * count(w.explicit_walls.law),
                value * count(w.explicit_walls.nodes), branches ? first : 0, 2 * count(w.branch_walls.laws),
                law * count(w.branch_walls.law), value * count(w.branch_walls.laws), branches ? value * nodes : 0,
                // solids
                8 * count(w.solids), 4 * count(w.solids),
                // receivers
                4 * (count(problem.receivers) + 1), 8 * receiver_nodes, 8 * receiver_nodes,
                8 * trace_capacity(problem) * count(problem.receivers),
                // sources
                8 * acting, 4 * (acting + 1), 4 * source_entries, 8 * source_entries,
                8 * signal_steps * count(problem.sources),
                // step, start of traces, health
                8, 8, 16});
}

}  // namespace wavesim
