// SPDX-License-Identifier: MIT
#include "stencils/cpu/receivers.hpp"

#include <utility>

namespace wavesim::cpu {

Receivers::Receivers(const StencilProblem& problem, const FieldLayout& layout) {
    receivers_.reserve(problem.receivers.size());
    for (const PointWeights& at : problem.receivers) {
        Receiver receiver{{}, at.weights, at.second_weights};
        receiver.positions.reserve(at.nodes.size());
        for (const std::int64_t node : at.nodes) receiver.positions.push_back(layout.of(node));
        receivers_.push_back(std::move(receiver));
    }
}

template <class T>
void Receivers::record(const TeamMember& member, const T* field, const T* second, double* samples) const {
    const auto size = static_cast<std::size_t>(member.size());
    for (auto r = static_cast<std::size_t>(member.number()); r < receivers_.size(); r += size) {
        const Receiver& receiver = receivers_[r];
        double sum = 0;
        for (std::size_t i = 0; i < receiver.positions.size(); ++i)
            sum += receiver.weights[i] * static_cast<double>(field[receiver.positions[i]]);
        for (std::size_t i = 0; i < receiver.second_weights.size(); ++i)
            sum += receiver.second_weights[i] * static_cast<double>(second[receiver.positions[i]]);
        samples[r] = sum;
    }
}

template void Receivers::record(const TeamMember&, const float*, const float*, double*) const;
template void Receivers::record(const TeamMember&, const double*, const double*, double*) const;

}  // namespace wavesim::cpu
