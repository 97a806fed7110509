// SPDX-License-Identifier: MIT
#include "stencils/cpu/tti/tti_medium.hpp"

#include <algorithm>
#include <cmath>

#include "stencils/scheme/shell.hpp"
#include "stencils/tti/node_parameters.hpp"
#include "stencils/tti/operator_weights.hpp"

namespace wavesim::cpu {

namespace {

/// Damping values along x that kernels may read beyond the last node.
constexpr std::int64_t beyond_row = 32;

}  // namespace

FieldLayout make_tti_layout(const StencilProblem& problem) {
    Stencil reach;
    reach.dims = problem.stencil.dims;
    reach.shells = leggy_shells(tti_form(problem) == TtiForm::k73 ? tti::k73_radius : tti::self_adjoint_radius);
    return make_field_layout(problem.extent, reach, problem.precision);
}

template <class T>
TtiMedium<T>::TtiMedium(const TtiProblem& problem, const FieldLayout& layout, int threads)
    : form_(tti_form(problem)),
      factor_(layout.values),
      horizontal_(layout.values),
      vertical_(layout.values),
      axis_{Array(layout.values), Array(layout.values), Array(layout.values)},
      weights_(problem),
      damping_x_(layout.extent.nx + beyond_row) {
    run_team(threads, [&](const TeamMember& member) { fill(problem, layout, member); });
    const auto table = [](const std::vector<float>& from, std::int64_t n) {
        std::vector<T> to(static_cast<std::size_t>(n));
        std::copy(from.begin(), from.end(), to.begin());
        return to;
    };
    const auto& damping = problem.tti.damping;
    const std::vector<T> along_x = table(damping[0], layout.extent.nx);
    std::fill(damping_x_.data(), damping_x_.data() + damping_x_.size(), T(0));
    std::copy(along_x.begin(), along_x.end(), damping_x_.data());
    damped_along_x_ = std::any_of(along_x.begin(), along_x.end(), [](T g) { return g != 0; });
    damping_y_ = table(damping[1], layout.extent.ny);
    damping_z_ = table(damping[2], layout.extent.nz);
}

/// Every thread first clears its part of the memory, so that the pages are placed near it, and then fills its planes.
template <class T>
void TtiMedium<T>::fill(const TtiProblem& problem, const FieldLayout& layout, const TeamMember& member) {
    const auto share = [&](std::int64_t all, int extra) { return all * (member.number() + extra) / member.size(); };
    const auto clear = [&](Array& array) {
        std::fill(array.data() + share(array.size(), 0), array.data() + share(array.size(), 1), T(0));
    };
    for (Array* array : {&factor_, &horizontal_, &vertical_, &axis_[0], &axis_[1], &axis_[2]}) clear(*array);
    member.wait_for_all();

    const std::int64_t plane = layout.extent.nx * layout.extent.ny;
    const std::int64_t end = plane * share(layout.extent.nz, 1);
    for (std::int64_t node = plane * share(layout.extent.nz, 0); node < end; ++node) {
        const tti::NodeParameters<T> p = tti::node_parameters<T>(problem, node);
        const std::int64_t at = layout.of(node);
        factor_.data()[at] = p.factor;
        horizontal_.data()[at] = p.horizontal;
        vertical_.data()[at] = p.vertical;
        for (std::size_t d = 0; d < 3; ++d) axis_[d].data()[at] = p.axis[d];
    }
}

template <class T>
TtiMediumRow<T> TtiMedium<T>::row(std::int64_t position) const {
    const auto at = [position](const Array& array) { return array.data() + position; };
    return {at(factor_), at(horizontal_), at(vertical_), {at(axis_[0]), at(axis_[1]), at(axis_[2])}};
}

template <class T>
TtiDampingRow<T> TtiMedium<T>::damping(std::int64_t y, std::int64_t z) const {
    const T constant = damping_y_[static_cast<std::size_t>(y)] + damping_z_[static_cast<std::size_t>(z)];
    return {damped_along_x_ || constant != 0 ? damping_x_.data() : nullptr, constant};
}

std::int64_t tti_medium_bytes(const StencilProblem& problem, const FieldLayout& layout) {
    const std::int64_t value = bytes_of(problem.precision);
    const std::int64_t weights = problem.precision == Precision::float32 ? TtiWeights<float>::bytes(problem.extent)
                                                                         : TtiWeights<double>::bytes(problem.extent);
    return 6 * allocated_bytes(layout.values * value) + weights +
           allocated_bytes((layout.extent.nx + beyond_row) * value) + value * (layout.extent.ny + layout.extent.nz);
}

template class TtiMedium<float>;
template class TtiMedium<double>;

}  // namespace wavesim::cpu
