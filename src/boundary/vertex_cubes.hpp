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

/// Air corners of a cube that hang together by faces, and the wall faces that they see in the cube.
struct AirGroup {
    std::uint8_t corners = 0;  ///< bit b: corner b
    std::vector<CubeFace> faces;
};

/// The groups of a cube whose air corners are the bits of `mask`, in the order of their lowest corners.
std::vector<AirGroup> air_groups(unsigned mask);

/// How much air a port at a vertex must have before it, so that the time step of the stencil stays stable in any room,
/// and what it reads. In 3D: for stencils along the axes and of radius 1 in any room, for others in empty boxes.
class VertexRule {
  public:
    /// Throws std::domain_error with one sentence where the stencil has no proof; why_not() asks beforehand.
    explicit VertexRule(const Stencil& stencil);
    static std::string why_not(const Stencil& stencil);

    /// The least D of every port of a group, of whose faces those of `lossy` have losses. Infinity where the stencil
    /// leaves no room for a port: at cubes whose air corners touch at edges alone.
    double air_mass(unsigned mask, const std::vector<CubeFace>& lossy) const;
    /// D that low waves should see at a port. `others`: flux of the walls across its own, by the flux of its own,
    /// summed over the axes; 1 at an edge of two walls that are alike, 2 at such a corner.
    double low_mass(unsigned mask, const AirGroup& group, const std::vector<CubeFace>& lossy, double others) const;
    /// b by corner, of a port of some faces of a group.
    std::array<double, 8> row(const AirGroup& group, const std::vector<CubeFace>& faces) const;
    double flat_mass() const { return flat_mass_; }
    /// Largest eigenvalue that the stencil may have at its largest time step.
    double bound() const { return bound_; }

  private:
    enum class Kind { along_axes, on_nearest, in_boxes };
    static Kind kind_of(const Stencil& stencil);

    Kind kind_;
    double flat_mass_;
    double bound_ = 0;
    std::vector<double> load_;  ///< by mask: mass per area; of radius 1
};

}  // namespace wavesim
