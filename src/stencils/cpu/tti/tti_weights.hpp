// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/tti/tti_kernel.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim::cpu {

/// Weights of R in the self-adjoint form (hourglass_weights.hpp). Uniform nodes, around which no layer within reach of
/// R rotates the axis, have equal weights.
template <class T>
class TtiWeights {
  public:
    explicit TtiWeights(const TtiProblem& problem);

    /// Bytes that TtiWeights allocates.
    static std::int64_t bytes(const Extent& extent);

    /// Weights of all nodes, without the factor `share`.
    const HourglassRow<T>& row() const { return row_; }
    /// True if row (y, z) has uniform nodes: those in [uniform_from, uniform_to).
    bool uniform(std::int64_t y, std::int64_t z) const {
        return from_[0] < to_[0] && y >= from_[1] && y < to_[1] && z >= from_[2] && z < to_[2];
    }
    std::int64_t uniform_from() const { return from_[0]; }
    std::int64_t uniform_to() const { return to_[0]; }
    /// Share of the weights (TurnShare): the product of a factor along x, here from a node on, and a factor for y and
    /// z. Outside the grid, where fields are 0, it is that of the nearest row inside.
    const T* share_x(std::int64_t x) const { return share_x_.data() + margin + x; }
    T share(std::int64_t y, std::int64_t z) const { return near(share_y_, y) * near(share_z_, z); }

  private:
    static T near(const std::vector<T>& values, std::int64_t i) {
        return values[static_cast<std::size_t>(std::clamp<std::int64_t>(i, 0, std::ssize(values) - 1))];
    }
    static constexpr std::int64_t margin = 32;  ///< kernels read at most so far beyond a row

    HourglassRow<T> row_{};
    std::array<std::int64_t, 3> from_{};
    std::array<std::int64_t, 3> to_{};
    FieldArray<T> share_x_;
    std::vector<T> share_y_;
    std::vector<T> share_z_;
};

}  // namespace wavesim::cpu
