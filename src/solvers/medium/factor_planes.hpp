// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "solvers/decision/draft.hpp"
#include "stencils/problem/node_factors.hpp"

namespace wavesim {

/// The factors of a heterogeneous medium; only a slab of planes is in memory at a time.
class FactorPlanes {
  public:
    explicit FactorPlanes(const PlanDraft& draft);

    /// The factor of a node in the form that the problem stores; fast for nodes in ascending order.
    float factor(std::int64_t node);
    /// The stored factors of all nodes. Needs memory for them and for one slab.
    NodeFactors all() const;
    /// Largest error of a speed due to its stored form, m/s.
    double storage_error_m_s() const;

  private:
    void find_code();

    const PlanDraft& draft_;
    std::vector<NodeBox> slabs_;
    std::optional<FactorCode> code_;  ///< only if factors are stored as codes
    std::size_t slab_ = 0;
    std::vector<float> factors_;  ///< of the current slab; empty: not computed yet
};

}  // namespace wavesim
