// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "boundary/voxels.hpp"

namespace wavesim {

/// A box in the unit of the cuts; in 2D it extends over the full range of y.
struct CutBox {
    std::array<double, 3> from;
    std::array<double, 3> to;
    std::uint8_t surface;
};

/// A sheet in the unit of the cuts: a box without extent along one axis, with the surfaces of its two faces.
struct CutSheet {
    std::array<double, 3> from;
    std::array<double, 3> to;
    int across;
    std::array<std::uint8_t, 2> surface;
};

/// A domain with its size, boxes and sheets; later ones override earlier ones.
struct CutBoxes {
    std::array<double, 3> size;
    std::vector<CutBox> list;
    std::vector<CutSheet> sheets{};
};

/// A domain cut along the faces of its boxes: cells of unequal size, each air or one surface.
struct CutDomain {
    using Cuts = std::array<std::vector<double>, 3>;
    Cuts at;  ///< ascending, each once; y in 2D: 0 and 1
    VoxelRoom cells;

    double width(std::size_t axis, std::int64_t i) const {
        return at[axis][static_cast<std::size_t>(i) + 1] - at[axis][static_cast<std::size_t>(i)];
    }
    double volume(const Node& n) const { return width(0, n.x) * width(1, n.y) * width(2, n.z); }
    /// Area of a cell across an axis; a length in 2D.
    double area(const Node& n, int axis) const;
    /// Calls visit(axis, surface, area) for each face of an air cell that borders a surface.
    template <class Visit>
    void for_each_face(const Node& n, const Visit& visit) const {
        if (amid_air(n)) return;
        for (int axis = 0; axis < 3; ++axis)
            for (const int direction : {-1, 1}) {
                if (cells.dims == 2 && axis == 1) continue;
                const int surface = surface_behind(n, axis, direction);
                if (surface >= 0) visit(axis, static_cast<std::size_t>(surface), area(n, axis));
            }
    }

  private:
    /// Whether all cells beside one are in the domain and air.
    bool amid_air(const Node& n) const;
    /// Surface behind face (axis, +-1) of an air cell, or -1 if there is more air.
    int surface_behind(Node n, int axis, int direction) const;
};

inline bool CutDomain::amid_air(const Node& n) const {
    const Extent& e = cells.extent;
    const bool flat = cells.dims == 2;
    const auto inside = [](std::int64_t at, std::int64_t count) { return at > 0 && at + 1 < count; };
    if (!inside(n.x, e.nx) || !inside(n.z, e.nz) || !(flat || inside(n.y, e.ny)) || cells.has_sheets()) return false;
    if (!cells.has_solids()) return true;
    const std::uint8_t* const cell = &cells.solid[static_cast<std::size_t>(e.index(n.x, n.y, n.z))];
    const std::int64_t row = e.nx, plane = e.nx * e.ny;
    return (cell[-1] | cell[1] | cell[-plane] | cell[plane]) == 0 && (flat || (cell[-row] | cell[row]) == 0);
}

/// The ends of each axis and all faces of boxes between them.
CutDomain::Cuts cuts_of(const CutBoxes& boxes);
double count_cells(const CutDomain::Cuts& cuts);
CutDomain cut_domain(const CutBoxes& boxes, int dims);

}  // namespace wavesim
