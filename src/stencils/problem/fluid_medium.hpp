// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "stencils/grid/grid.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim {

/// A fluid whose density varies (density_operator.hpp), in a box of nodes. Half nodes are the faces of the cells: the
/// flux through a face takes the buoyancy there, the mean of 1 / rho that suits its direction.
struct FluidMedium {
    std::vector<float> modulus;                  ///< kappa / c^2 by logical index, kg/m3; c the fastest speed
    std::array<std::vector<float>, 3> buoyancy;  ///< m3/kg, by axis: of the face after each node; none along y in 2D
    std::array<std::vector<float>, 3> low_side;  ///< of the faces before the first nodes, by index in that layer

    /// Puts planes behind the last one along z.
    void append(const FluidMedium& planes);
    /// Takes the first planes away; low_side of z stays.
    void drop(const Extent& planes);
    /// A box of so many nodes has every value.
    bool fits(const Extent& box) const;
};

/// The half node between t and t + 1 of n nodes along an axis, beyond its sides the one that it mirrors: after a node,
/// or on the low side.
struct FaceImage {
    std::int64_t node;
    bool low_side;
};
/// Media mirror even where the pressure does not: about the sides, or about the last nodes for HaloRule::mirror_whole.
FaceImage face_image(std::int64_t t, std::int64_t n, HaloRule low, HaloRule high);
/// Node whose modulus a node beyond a side takes.
std::int64_t medium_image(std::int64_t t, std::int64_t n, HaloRule low, HaloRule high);

}  // namespace wavesim
