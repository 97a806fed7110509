// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/thread_team.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim::cpu {

/// The receivers of a problem. Each records a weighted sum over nodes, of the pressure and possibly of a second field.
class Receivers {
  public:
    Receivers(const StencilProblem& problem, const FieldLayout& layout);

    std::size_t size() const { return receivers_.size(); }
    /// Each thread of a team records its part of the receivers, one sample each. `second`: the second field of media
    /// that have one.
    template <class T>
    void record(const TeamMember& member, const T* field, const T* second, double* samples) const;

  private:
    struct Receiver {
        std::vector<std::int64_t> positions;
        std::vector<double> weights;
        std::vector<double> second_weights;  ///< empty: the receiver reads no second field
    };
    std::vector<Receiver> receivers_;
};

}  // namespace wavesim::cpu
