// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/row_starts.hpp"
#include "stencils/cpu/thread_team.hpp"
#include "stencils/cpu/tti/tti_medium.hpp"
#include "stencils/cpu/tti/tti_sweep.hpp"

namespace wavesim::cpu {

/// Sources and receivers of a TTI problem.
template <class T>
class TtiPoints {
  public:
    TtiPoints(const StencilProblem& problem, const FieldLayout& layout);

    std::size_t receivers() const { return probes_.size(); }
    /// Each thread of a team records its share of the receivers.
    void record(const TeamMember& member, const T* pressure, double* samples) const;
    /// Adds what the sources emit at a step to the nodes of a tile.
    void inject(const Tile& tile, std::int64_t step, const TtiFields<T>& next) const;

  private:
    struct Probe {
        std::vector<std::int64_t> positions;
        std::vector<double> weights;
    };
    struct Entry {
        std::int64_t node;
        std::int64_t position;
        std::size_t source;
        double weight;
        double second_weight;
    };
    std::int64_t ny_;
    std::vector<Probe> probes_;
    std::vector<Entry> entries_;  ///< by node
    std::vector<std::vector<double>> signals_;
    RowStarts rows_;
};

}  // namespace wavesim::cpu
