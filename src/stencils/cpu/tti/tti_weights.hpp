// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/thread_team.hpp"
#include "stencils/problem.hpp"
#include "stencils/tti/hourglass_weights.hpp"

namespace wavesim::cpu {

/// Weights of R in the self-adjoint form (hourglass_weights.hpp). Uniform nodes, around which no layer within reach of
/// R turns the axis, know them as numbers; the others, a frame around those, find them in rows.
template <class T>
class TtiWeights {
  public:
    TtiWeights(const StencilProblem& problem, int threads);

    /// Bytes that it allocates.
    static std::int64_t bytes(const StencilProblem& problem) { return Frame(problem).bytes(); }

    /// w^2 of field f along d at uniform nodes.
    T square(int f, int d) const { return squares_[static_cast<std::size_t>(f)][static_cast<std::size_t>(d)]; }
    /// Whether row (y, z) has uniform nodes: those from uniform_from to before uniform_to.
    bool uniform(std::int64_t y, std::int64_t z) const { return frame_.uniform.holds(y, z); }
    std::int64_t uniform_from() const { return frame_.uniform.from[0]; }
    std::int64_t uniform_to() const { return frame_.uniform.to[0]; }
    /// w from node x on of a row that the weights of other than uniform nodes reach; of rows outside the grid, where
    /// fields are 0, those of the next one inside.
    const T* at(int f, int d, std::int64_t x, std::int64_t y, std::int64_t z) const {
        const Extent& n = frame_.extent;
        y = std::clamp<std::int64_t>(y, 0, n.ny - 1);
        z = std::clamp<std::int64_t>(z, 0, n.nz - 1);
        return rows_.data() + frame_.first[static_cast<std::size_t>(z * n.ny + y)] + (2 * d + f) * frame_.length(y, z) +
               frame_.place(x, y, z);
    }

    /// From there to the same node of the next row, most of which are as long.
    std::int64_t ahead(std::int64_t y, std::int64_t z) const { return 6 * frame_.length(y, z); }

  private:
    /// Part of the grid, from `from` to before `to` along each axis.
    struct Box {
        std::array<std::int64_t, 3> from;
        std::array<std::int64_t, 3> to;
        bool holds(std::int64_t y, std::int64_t z) const {
            return from[0] < to[0] && y >= from[1] && y < to[1] && z >= from[2] && z < to[2];
        }
    };
    /// Where the rows lie: whole ones, or both ends of those through the core, which lies within the uniform nodes as
    /// far as R reaches.
    struct Frame {
        explicit Frame(const StencilProblem& problem);
        std::int64_t length(std::int64_t y, std::int64_t z) const { return core.holds(y, z) ? ends : whole; }
        std::int64_t place(std::int64_t x, std::int64_t y, std::int64_t z) const {
            return margin + (core.holds(y, z) && x >= core.to[0] ? x - core.to[0] + core.from[0] : x);
        }
        std::int64_t bytes() const;

        Extent extent;
        Box uniform;
        Box core;
        std::int64_t whole = 0;  ///< values of a row with zeros around
        std::int64_t ends = 0;
        std::int64_t values = 0;
        std::vector<std::int64_t> first;  ///< by y and z
    };
    static constexpr std::int64_t margin = 32;  ///< zeros, as far as kernels read
    static constexpr std::int64_t line = 64 / static_cast<std::int64_t>(sizeof(T));

    void fill(const StencilProblem& problem, const tti::HourglassWeights& weights,
              const std::array<std::vector<double>, 3>& share, const TeamMember& member);

    Frame frame_;
    std::array<std::array<T, 3>, 2> squares_{};
    FieldArray<T> rows_;
};

}  // namespace wavesim::cpu
