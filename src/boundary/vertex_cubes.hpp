// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// A face between air and a wall, in the cube of 2 x 2 x 2 nodes around a vertex: from corner `corner` (numbered by
/// bits x, y, z) along `axis`.
struct CubeFace {
    std::uint8_t corner;
    std::uint8_t axis;
};

/// Air corners of a cube that are connected through faces, and the wall faces beside them in the cube.
struct AirGroup {
    std::uint8_t corners = 0;  ///< bit b: corner b
    std::vector<CubeFace> faces;
};

/// The air in a cube.
struct CubeAir {
    CubeAir(unsigned of_corners, unsigned behind_sheets = 0) : mask(of_corners), closed(behind_sheets) {}
    unsigned mask;    ///< bit b: corner b is air
    unsigned closed;  ///< bit 8 a + b: a sheet closes the face of corner b, which is the lower one, along axis a
    bool has(unsigned corner) const { return (mask >> corner & 1U) != 0; }
    /// Whether the face of a corner along an axis is open, with air on the other side.
    bool opens(unsigned corner, unsigned axis) const {
        return has(corner ^ 1U << axis) && (closed >> (8 * axis + (corner & ~(1U << axis))) & 1U) == 0;
    }
    auto operator<=>(const CubeAir&) const = default;
};

/// The groups of a cube, in the order of their lowest corners.
std::vector<AirGroup> air_groups(const CubeAir& air);

/// Air corners of a cube whose wall faces share ports, and how such a port reads the corners; all 0 if that depends on
/// its faces.
struct PortCells {
    unsigned corners = 0;
    std::array<double, 8> row{};
};

/// Mass of air that a port at a vertex needs in series, and the weights with which it reads nodes. With this mass the
/// time step of the stencil stays stable in any room. For 3D stencils: in any room if they act along the axes, have
/// radius 1, or a Gram matrix with port_mass, else in empty boxes.
class VertexRule {
  public:
    /// Throws std::domain_error with one sentence where stability of the stencil is not proven; call why_not() before.
    explicit VertexRule(const Stencil& stencil);
    static std::string why_not(const Stencil& stencil);
    /// False for stencils whose ports are stable in empty boxes only.
    static bool knows_solids(const Stencil& stencil);
    /// False for stencils whose ports are not known beside sheets.
    static bool knows_sheets(const Stencil& stencil);

    /// Divides the corners of a group with wall faces into sets with ports of their own. Stencils with a Gram matrix
    /// have one set for corners whose reflecting walks towards the vertex end alike; the others have one for each
    /// group.
    std::vector<PortCells> port_cells(const CubeAir& air, const AirGroup& group) const;
    /// The least D of every port of such a set, in which the faces `lossy` have losses. Infinity where the stencil
    /// allows no port: at cubes whose air corners touch only at edges.
    double air_mass(unsigned mask, const PortCells& cells, const std::vector<CubeFace>& lossy) const;
    /// Desired D of a port for low frequencies. `least`: air_mass of its set. `others`: flux through the walls across
    /// the other axes divided by the flux through its own wall, summed over the axes. It is 1 at an edge of two equal
    /// walls, 2 at such a corner.
    double low_mass(const AirGroup& group, double least, double others) const;
    /// b by corner, for a port of some faces of a set.
    std::array<double, 8> row(const PortCells& cells, const std::vector<CubeFace>& faces) const;
    /// False if the ports are stable in empty boxes only.
    bool any_room() const { return any_room_; }
    double flat_mass() const { return flat_mass_; }
    /// Largest eigenvalue that is stable at the largest time step of the stencil.
    double bound() const { return bound_; }

  private:
    enum class Kind { along_axes, on_nearest, by_walks };
    static Kind kind_of(const Stencil& stencil);

    Kind kind_;
    bool any_room_;
    double flat_mass_;
    double bound_ = 0;
    std::vector<double> load_;  ///< by mask: mass per area; for radius 1
};

}  // namespace wavesim
