// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/row_starts.hpp"
#include "stencils/cpu/tti/tti_medium.hpp"
#include "stencils/cpu/tti/tti_sweep.hpp"

namespace wavesim::cpu {

/// Sources of a TTI problem.
template <class T>
class TtiSources {
  public:
    TtiSources(const TtiProblem& problem, const FieldLayout& layout);

    /// Adds what the sources emit at a step to the nodes of a tile.
    void inject(const Tile& tile, std::int64_t step, const TtiFields<T>& next) const;

  private:
    struct Entry {
        std::int64_t node;
        std::int64_t position;
        std::size_t source;
        double weight;
        double second_weight;
    };
    std::int64_t ny_;
    std::vector<Entry> entries_;  ///< by node
    std::vector<std::vector<double>> signals_;
    RowStarts rows_;
};

}  // namespace wavesim::cpu
