// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "solvers/decision/draft.hpp"
#include "stencils/problem/node_factors.hpp"

namespace wavesim {

/// The factors of a medium whose speed varies, of which a slab of planes is there at a time.
class FactorPlanes {
  public:
    explicit FactorPlanes(const PlanDraft& draft);

    /// The factor of a node as the problem stores it; quick for nodes in ascending order.
    float factor(std::int64_t node);
    /// The factors of all nodes, as the problem stores them. Memory is needed for them and for one slab.
    NodeFactors all() const;
    /// Largest error that storing makes of a speed, m/s.
    double storage_error_m_s() const;

  private:
    void find_code();

    const PlanDraft& draft_;
    std::vector<NodeBox> slabs_;
    std::optional<FactorCode> code_;  ///< where factors are stored as codes
    std::size_t slab_ = 0;
    std::vector<float> factors_;  ///< of that slab; empty: not made yet
};

}  // namespace wavesim
