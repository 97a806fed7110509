// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/plan/plan.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

/// What the sources give the field, step by step, in the unit of the sum of 1/2 m_i (u_i^n - u_i^{n-1})^2 over the
/// nodes, the kinetic part of the energy. m_i is the largest of all kappa over that of node i, of all c^2 for one
/// density, so at least 1.
///
/// The scheme M (u+ - 2 u + u-) = -K u + f has the energy H = 1/2 (D, M D) + 1/2 (u+, K u), D = u+ - u. By
/// multiplication with (u+ - u-) / 2 it changes per step by the work (f, u+ - u-) / 2, and by what walls, layers and
/// sponges take (boundary/energy.hpp has that of walls). With the traces at the sources, the work is known.
class SourceWork {
  public:
    explicit SourceWork(const Plan& plan);

    /// Pressure at the sources in steps from `first_step` on, (step, source): the last of StencilProblem::receivers.
    void add(std::int64_t first_step, std::int64_t steps, std::span<const double> at_sources);

    /// All of it so far; it shrinks where a source takes sound away.
    double done() const { return work_; }

    /// Bound of the energy that the sources have ever given until u^step, when all steps before it were added. What
    /// they did in the last of them shows only in the next, so the norm of the force there bounds it.
    double most(std::int64_t step) const;

    std::vector<StateArray> state();

  private:
    struct Source {
        double per_change = 0;  ///< work per signal and change of the pressure there
        double norm = 0;        ///< of the force, per signal
    };
    double force(std::size_t source, std::int64_t step) const;

    const Plan& plan_;
    std::vector<Source> sources_;
    std::vector<double> before_;  ///< pressure at the sources in the last step but one, then in the last
    double work_ = 0;
    double most_ = 0;
};

}  // namespace wavesim
