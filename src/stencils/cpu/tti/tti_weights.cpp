// SPDX-License-Identifier: MIT
#include "stencils/cpu/tti/tti_weights.hpp"

#include "stencils/tti/hourglass_weights.hpp"
#include "stencils/tti/operator_weights.hpp"

namespace wavesim::cpu {

template <class T>
TtiWeights<T>::TtiWeights(const TtiProblem& problem) : share_x_(problem.extent.nx + 2 * margin) {
    if (tti_form(problem) != TtiForm::self_adjoint) return;
    constexpr std::int64_t reach = tti::self_adjoint_radius;
    constexpr std::int64_t line = 64 / static_cast<std::int64_t>(sizeof(T));
    const tti::HourglassWeights weights(problem.tti, problem.extent);
    std::fill_n(share_x_.data(), share_x_.size(), T(0));
    for (std::size_t d = 0; d < 3; ++d) {
        for (std::size_t f = 0; f < 2; ++f) {
            row_.outer[f][d] = static_cast<T>(weights.outer(f, d));
            row_.change[f][d] = static_cast<T>(weights.change(f, d));
            row_.square[f][d] = static_cast<T>(weights.at(f, d, 1) * weights.at(f, d, 1));
        }
        const std::int64_t nodes = problem.extent.along(static_cast<int>(d));
        const tti::TurnShare share(problem.tti, d, nodes);
        std::vector<T> values;
        for (const double value : share.values) values.push_back(static_cast<T>(value));
        if (d == 0) std::copy(values.begin(), values.end(), share_x_.data() + margin);
        if (d == 1) share_y_ = std::move(values);
        if (d == 2) share_z_ = std::move(values);
        // Shares outside the grid have no effect.
        std::int64_t from = share.from > 0 ? share.from + reach : 0;
        std::int64_t to = share.to < nodes ? share.to - reach : nodes;
        if (d == 0) {  // whole cache lines
            from = (from + line - 1) / line * line;
            if (to < nodes) to = to / line * line;
        }
        from_[d] = std::min(from, nodes);
        to_[d] = std::max(to, from_[d]);
    }
}

template <class T>
std::int64_t TtiWeights<T>::bytes(const Extent& extent) {
    const auto value = static_cast<std::int64_t>(sizeof(T));
    return allocated_bytes((extent.nx + 2 * margin) * value) + value * (extent.ny + extent.nz);
}

template class TtiWeights<float>;
template class TtiWeights<double>;

}  // namespace wavesim::cpu
