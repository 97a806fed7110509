// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <vector>

#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/thread_team.hpp"
#include "stencils/cpu/tti/tti_kernel.hpp"
#include "stencils/cpu/tti/tti_weights.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim::cpu {

/// Layout of the fields and parameters of a TTI problem: halos as wide as its operator reaches.
FieldLayout make_tti_layout(const StencilProblem& problem);

/// The parameters of every node in the layout of the row kernels, 0 outside the grid, and the damping of a sponge or of
/// layers.
template <class T>
class TtiMedium {
  public:
    TtiMedium(const TtiProblem& problem, const FieldLayout& layout, int threads);

    /// Parameters of the row whose node x = 0 has that position.
    TtiMediumRow<T> row(std::int64_t position) const;
    TtiDampingRow<T> damping(std::int64_t y, std::int64_t z) const;
    const TtiWeights<T>& weights() const { return weights_; }
    /// The value of the second field for this pressure if q is 0.
    T second_field_without_q(T pressure, std::int64_t position) const {
        return form_ == TtiForm::k73 ? pressure : pressure / vertical_.data()[position];
    }

  private:
    using Array = FieldArray<T>;
    void fill(const TtiProblem& problem, const FieldLayout& layout, const TeamMember& member);

    TtiForm form_;
    Array factor_;
    Array horizontal_;
    Array vertical_;
    std::array<Array, 3> axis_;
    TtiWeights<T> weights_;  ///< for the self-adjoint form
    Array damping_x_;
    std::vector<T> damping_y_;
    std::vector<T> damping_z_;
    bool damped_along_x_ = false;
};

/// Bytes that a TtiMedium allocates.
std::int64_t tti_medium_bytes(const StencilProblem& problem, const FieldLayout& layout);

}  // namespace wavesim::cpu
