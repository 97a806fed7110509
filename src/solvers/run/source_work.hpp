// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/plan/plan.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

/// Work of the sources on the field, step by step, in the unit of the kinetic energy: the sum over the nodes of 1/2 m_i
/// (u_i^n - u_i^{n-1})^2. Here m_i >= 1 is the largest kappa of all nodes divided by that of node i (for constant
/// density the same with c^2). The scheme M (u+ - 2 u + u-) = -K u + f has the energy H = 1/2 (D, M D) + 1/2 (u+, K u),
/// D = u+ - u. Multiplied by (u+ - u-) / 2, it shows that H changes per step by the work (f, u+ - u-) / 2 and by the
/// absorption of walls, layers and sponges. For walls this is in boundary/energy.hpp. With the traces at the sources,
/// the work is known.
class SourceWork {
  public:
    explicit SourceWork(const Plan& plan);

    /// Pressure at the sources in steps from `first_step` on, (step, source): the last of StencilProblem::receivers.
    void add(std::int64_t first_step, std::int64_t steps, std::span<const double> at_sources);

    /// Total work so far; it decreases when a source absorbs sound.
    double done() const { return work_; }

    /// Upper bound of the energy ever given by the sources until u^step, after all steps before it have been added. The
    /// work in the last step is known only after the next one, so it is bounded by the norm of the force.
    double most(std::int64_t step) const;

    std::vector<StateArray> state();

  private:
    struct Source {
        double per_change = 0;  ///< work per unit of signal and of pressure change at the source
        double norm = 0;        ///< norm of the force per unit of signal
    };
    double force(std::size_t source, std::int64_t step) const;

    const Plan& plan_;
    std::vector<Source> sources_;
    std::vector<double> before_;  ///< pressure at the sources in the last two steps, the earlier one first
    double work_ = 0;
    double most_ = 0;
};

}  // namespace wavesim
