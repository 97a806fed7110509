// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/thread_team.hpp"
#include "stencils/problem.hpp"

namespace wavesim::cpu {

/// The receivers of a problem: what each records is a weighted sum over nodes.
class Receivers {
  public:
    Receivers(const StencilProblem& problem, const FieldLayout& layout);

    std::size_t size() const { return receivers_.size(); }
    /// Each thread of a team records its part of the receivers: one sample each.
    template <class T>
    void record(const TeamMember& member, const T* field, double* samples) const;

  private:
    struct Receiver {
        std::vector<std::int64_t> positions;
        std::vector<double> weights;
    };
    std::vector<Receiver> receivers_;
};

/// Bytes that they allocate.
std::int64_t receivers_bytes(const StencilProblem& problem);

}  // namespace wavesim::cpu
