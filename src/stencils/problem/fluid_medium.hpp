// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "stencils/grid/grid.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim {

/// A fluid whose density varies (density_operator.hpp), in a box of nodes. Half nodes are the faces of the cells: the
/// flux through a face is multiplied by the buoyancy there, the mean of 1 / rho for the direction of the face.
struct FluidMedium {
    std::vector<float> modulus;                  ///< kappa / c^2 by logical index, kg/m3; c is the fastest speed
    std::array<std::vector<float>, 3> buoyancy;  ///< m3/kg, by axis: at the face after each node; empty along y in 2D
    std::array<std::vector<float>, 3> low_side;  ///< at the faces before the first nodes, by index in that layer

    /// Appends planes along z.
    void append(const FluidMedium& planes);
    /// Removes the first planes; low_side of z stays.
    void drop(const Extent& planes);
    /// True if every value for a box of that size is present.
    bool fits(const Extent& box) const;
};

/// The half node between t and t + 1 of n nodes along an axis, or beyond the sides the half node that it mirrors. The
/// result is the face after a node, or the face on the low side.
struct FaceImage {
    std::int64_t node;
    bool low_side;
};
/// Media are mirrored even where the pressure is not: about the sides, or about the last nodes for
/// HaloRule::mirror_whole.
FaceImage face_image(std::int64_t t, std::int64_t n, HaloRule low, HaloRule high);
/// Node with the modulus of a node beyond a side.
std::int64_t medium_image(std::int64_t t, std::int64_t n, HaloRule low, HaloRule high);

}  // namespace wavesim
