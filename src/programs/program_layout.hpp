// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>

#include "programs/blocking_arguments.cuh"
#include "programs/blocking_configuration.hpp"
#include "programs/program.hpp"

namespace wavesim {

/// Layout of the field of a program in the memory of a GPU. Rows start at multiples of 32 values, and so does node 0 of
/// each row, which lies behind the ring.
class ProgramLayout {
  public:
    static constexpr int lead = 32;  ///< values before node 0 of a row, including the ring
    ProgramLayout(const StencilProgram& program, const Extent& inner)
        : field_(program, inner), inner_(inner), pitch_((lead + inner.nx + field_.rx + 31) / 32 * 32) {}

    std::int64_t pitch() const { return pitch_; }
    std::int64_t plane() const { return pitch_ * field_.whole.ny; }
    std::int64_t size() const { return plane() * field_.whole.nz; }
    std::int64_t origin() const { return lead + pitch_ * (field_.ry + field_.whole.ny * field_.rx); }

    /// Calls body(position here, position in the whole field, count) for each row, ring included.
    template <class Body>
    void each_row(const Body& body) const {
        for (std::int64_t z = -field_.rx; z < inner_.nz + field_.rx; ++z)
            for (std::int64_t y = -field_.ry; y < inner_.ny + field_.ry; ++y)
                body(origin() - field_.rx + pitch_ * (y + field_.whole.ny * z), field_.index(-field_.rx, y, z),
                     field_.whole.nx);
    }

  private:
    ProgramField field_;
    Extent inner_;
    std::int64_t pitch_;
};

/// Blocks of a pass and the number of planes of each.
struct BlockingGrid {
    int x = 1;
    int y = 1;
    int z = 1;
    int chunk = 1;
    std::int64_t blocks() const { return static_cast<std::int64_t>(x) * y * z; }
};
inline BlockingGrid blocking_grid(const ProgramDemand& program, const Extent& inner, const BlockingConfiguration& c) {
    const auto count = [](std::int64_t nodes, std::int64_t of_block) {
        return static_cast<int>((nodes + of_block - 1) / of_block);
    };
    const std::int64_t chunk = c.stream == 0 ? inner.nz : std::min(c.stream, inner.nz);
    return {count(inner.nx, c.valid_x(program.radius)), count(inner.ny, c.valid_y(program.radius, program.dims)),
            count(inner.nz, chunk), static_cast<int>(chunk)};
}

/// `from` and `to` point to node (0, 0, 0).
template <class Real>
kernels::BlockingArguments<Real> blocking_arguments(const ProgramLayout& layout, const Extent& inner, int chunk,
                                                    const Real* from, Real* to) {
    return {from,
            to,
            static_cast<int>(inner.nx),
            static_cast<int>(inner.ny),
            static_cast<int>(inner.nz),
            -ProgramLayout::lead,
            static_cast<int>(layout.pitch()) - ProgramLayout::lead,
            layout.pitch(),
            layout.plane(),
            chunk};
}

}  // namespace wavesim
