// SPDX-License-Identifier: MIT
#include "stencils/cpu/tti/tti_points.hpp"

#include <algorithm>

#include "stencils/tti/node_parameters.hpp"

namespace wavesim::cpu {

template <class T>
TtiPoints<T>::TtiPoints(const StencilProblem& problem, const FieldLayout& layout) : ny_(layout.extent.ny) {
    for (const PointWeights& receiver : problem.receivers) {
        Probe probe{{}, receiver.weights};
        for (const std::int64_t node : receiver.nodes) probe.positions.push_back(layout.of(node));
        probes_.push_back(std::move(probe));
    }
    for (std::size_t s = 0; s < problem.sources.size(); ++s) {
        const PointWeights& where = problem.sources[s].at;
        for (std::size_t i = 0; i < where.nodes.size(); ++i) {
            const std::int64_t position = layout.of(where.nodes[i]);
            const auto share = static_cast<double>(
                tti::second_field_share(problem.tti.form, tti::node_parameters<T>(problem, where.nodes[i])));
            entries_.push_back({where.nodes[i], position, s, where.weights[i], share * where.weights[i]});
        }
        signals_.push_back(problem.sources[s].signal);
    }
    std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.node < b.node; });
    rows_ = RowStarts(layout.extent, static_cast<std::int64_t>(entries_.size()),
                      [&](std::int64_t i) { return entries_[static_cast<std::size_t>(i)].node; });
}

template <class T>
void TtiPoints<T>::record(const TeamMember& member, const T* pressure, double* samples) const {
    const auto size = static_cast<std::size_t>(member.size());
    for (auto r = static_cast<std::size_t>(member.number()); r < probes_.size(); r += size) {
        double sum = 0;
        for (std::size_t i = 0; i < probes_[r].positions.size(); ++i)
            sum += probes_[r].weights[i] * static_cast<double>(pressure[probes_[r].positions[i]]);
        samples[r] = sum;
    }
}

template <class T>
void TtiPoints<T>::inject(const Tile& tile, std::int64_t step, const TtiFields<T>& next) const {
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

template class TtiPoints<float>;
template class TtiPoints<double>;

}  // namespace wavesim::cpu
