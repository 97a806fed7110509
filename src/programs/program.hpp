// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>

#include "programs/formula.hpp"
#include "stencils/grid/grid.hpp"

namespace wavesim {

/// A stencil of the literature or of a user. At every iteration u becomes formula(u) at every node, computed from the
/// previous level of the field only ("Jacobi"). A ring of radius() nodes around the grid keeps its values. 2D grids
/// have ny = 1.
struct StencilProgram {
    std::string name;
    std::string about;  ///< where it comes from
    int dims = 3;
    StencilFormula formula;
    std::int64_t size = 512;  ///< nodes along each axis, without the ring
    int iterations = 1000;
    int flops = 0;  ///< per node, as its source counts them

    int radius() const { return radius_of(formula); }
    int radius_y() const { return dims == 3 ? radius() : 0; }
    Extent usual_extent() const { return {size, dims == 3 ? size : 1, size}; }
    bool operator==(const StencilProgram& other) const {
        return name == other.name && dims == other.dims && formula.terms == other.formula.terms;
    }
};

/// The complete field of a program, including the ring, x fastest.
struct ProgramField {
    ProgramField(const StencilProgram& program, const Extent& inner)
        : rx(program.radius()),
          ry(program.radius_y()),
          whole{inner.nx + 2 * rx, inner.ny + 2 * ry, inner.nz + 2 * rx} {}
    int rx;        ///< width of the ring along x and z
    int ry;        ///< along y
    Extent whole;  ///< with the ring
    /// Index of the node (x, y, z) of the grid. Coordinates of the ring are below 0 or beyond the end.
    std::int64_t index(std::int64_t x, std::int64_t y, std::int64_t z) const {
        return whole.index(x + rx, y + ry, z + rx);
    }
};

}  // namespace wavesim
