// SPDX-License-Identifier: MIT
#include "stencils/cpu/tti/tti_weights.hpp"

#include "stencils/tti/operator_weights.hpp"

namespace wavesim::cpu {

template <class T>
TtiWeights<T>::Frame::Frame(const StencilProblem& problem) : extent(problem.extent) {
    constexpr std::int64_t reach = tti::self_adjoint_radius;
    for (std::size_t d = 0; d < 3; ++d) {
        const std::int64_t nodes = extent.along(static_cast<int>(d));
        const std::vector<double>& kept = problem.tti.kept[d];
        std::int64_t from = std::find(kept.begin(), kept.end(), 1.0) - kept.begin();
        std::int64_t to = kept.empty() ? nodes : kept.rend() - std::find(kept.rbegin(), kept.rend(), 1.0);
        // What lies outside the grid does not count.
        if (from > 0) from += reach;
        if (to < nodes) to -= reach;
        if (d == 0) {  // whole cache lines
            from = (from + line - 1) / line * line;
            if (to < nodes) to = to / line * line;
        }
        uniform.from[d] = std::min(from, nodes);
        uniform.to[d] = std::max(to, uniform.from[d]);
        const std::int64_t further = d == 0 ? std::max(reach, line) : reach;
        core.from[d] = from > 0 ? uniform.from[d] + further : 0;
        core.to[d] = to < nodes ? uniform.to[d] - further : nodes;
    }
    if (problem.tti.form != TtiForm::self_adjoint || !problem.layers.any()) return;
    const auto padded = [](std::int64_t nodes) { return (nodes + line - 1) / line * line + 2 * margin; };
    whole = padded(extent.nx);
    ends = padded(extent.nx - (core.to[0] - core.from[0]));
    const bool none = core.from == std::array<std::int64_t, 3>{} && core.to[0] == extent.nx &&
                      core.to[1] == extent.ny && core.to[2] == extent.nz;
    if (none) return;
    for (std::int64_t z = 0; z < extent.nz; ++z)
        for (std::int64_t y = 0; y < extent.ny; ++y) {
            first.push_back(values);
            values += 6 * length(y, z);
        }
}

template <class T>
std::int64_t TtiWeights<T>::Frame::bytes() const {
    return allocated_bytes(values * static_cast<std::int64_t>(sizeof(T))) +
           static_cast<std::int64_t>(first.size() * sizeof(std::int64_t));
}

template <class T>
TtiWeights<T>::TtiWeights(const StencilProblem& problem, int threads) : frame_(problem), rows_(frame_.values) {
    if (problem.tti.form != TtiForm::self_adjoint) return;
    const tti::HourglassWeights weights(problem.tti, problem.extent);
    for (std::size_t f = 0; f < 2; ++f)
        for (std::size_t d = 0; d < 3; ++d) squares_[f][d] = static_cast<T>(weights.square(f, d));
    if (frame_.values == 0) return;
    std::array<std::vector<double>, 3> share;
    for (std::size_t d = 0; d < 3; ++d)
        share[d] = tti::mean_shares(problem.tti, d, problem.extent.along(static_cast<int>(d)));
    run_team(threads, [&](const TeamMember& member) { fill(problem, weights, share, member); });
}

/// Every thread writes the rows of its planes, which places their pages near it.
template <class T>
void TtiWeights<T>::fill(const StencilProblem& problem, const tti::HourglassWeights& weights,
                         const std::array<std::vector<double>, 3>& share, const TeamMember& member) {
    const Extent& n = frame_.extent;
    for (std::int64_t z = n.nz * member.number() / member.size(); z < n.nz * (member.number() + 1) / member.size(); ++z)
        for (std::int64_t y = 0; y < n.ny; ++y) {
            T* const row = rows_.data() + frame_.first[static_cast<std::size_t>(z * n.ny + y)];
            const std::int64_t length = frame_.length(y, z);
            std::fill_n(row, 6 * length, T(0));
            for (std::int64_t x = 0; x < n.nx; ++x) {
                if (frame_.core.holds(y, z) && x == frame_.core.from[0]) x = frame_.core.to[0];
                if (x == n.nx) break;
                const auto node = static_cast<std::size_t>(n.index(x, y, z));
                const double of_mean = share[0][static_cast<std::size_t>(x)] * share[1][static_cast<std::size_t>(y)] *
                                       share[2][static_cast<std::size_t>(z)];
                for (std::size_t d = 0; d < 3; ++d) {
                    const auto w = weights.at(d, static_cast<double>(problem.tti.axis[d][node]), of_mean);
                    T* const here = row + static_cast<std::int64_t>(2 * d) * length + frame_.place(x, y, z);
                    here[0] = static_cast<T>(w[0]);
                    here[length] = static_cast<T>(w[1]);
                }
            }
        }
}

template class TtiWeights<float>;
template class TtiWeights<double>;

}  // namespace wavesim::cpu
