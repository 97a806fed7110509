// SPDX-License-Identifier: MIT
#include "stencils/cpu/tti/tti_sources.hpp"

#include <algorithm>

#include "stencils/tti/node_parameters.hpp"

namespace wavesim::cpu {

template <class T>
TtiSources<T>::TtiSources(const TtiProblem& problem, const FieldLayout& layout) : ny_(layout.extent.ny) {
    for (std::size_t s = 0; s < problem.sources.size(); ++s) {
        const PointWeights& where = problem.sources[s].at;
        for (std::size_t i = 0; i < where.nodes.size(); ++i) {
            const std::int64_t position = layout.of(where.nodes[i]);
            entries_.push_back(
                {where.nodes[i], position, s, where.weights[i], tti::second_weight<T>(problem, where, i)});
        }
        signals_.push_back(problem.sources[s].signal);
    }
    std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.node < b.node; });
    rows_ = RowStarts(layout.extent, static_cast<std::int64_t>(entries_.size()),
                      [&](std::int64_t i) { return entries_[static_cast<std::size_t>(i)].node; });
}

template <class T>
void TtiSources<T>::inject(const Tile& tile, std::int64_t step, const TtiFields<T>& next) const {
    if (entries_.empty()) return;
    for (std::int64_t z = tile.z_from; z < tile.z_to; ++z) {
        const EntryRange entries = rows_.of(z * ny_ + tile.y_from, z * ny_ + tile.y_to);
        for (std::int64_t i = entries.from; i < entries.to; ++i) {
            const Entry& entry = entries_[static_cast<std::size_t>(i)];
            const std::vector<double>& signal = signals_[entry.source];
            if (step >= static_cast<std::int64_t>(signal.size())) continue;
            const double now = signal[static_cast<std::size_t>(step)];
            next[0][entry.position] += static_cast<T>(entry.weight * now);
            next[1][entry.position] += static_cast<T>(entry.second_weight * now);
        }
    }
}

template class TtiSources<float>;
template class TtiSources<double>;

}  // namespace wavesim::cpu
