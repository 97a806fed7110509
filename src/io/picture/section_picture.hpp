// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "io/picture/canvas.hpp"

namespace wavesim {

/// A plane through a room: the walls that it cuts, the solid nodes of the grid, and all sources and receivers, seen
/// along an axis. Positions are in metres from the lower left corner of the domain.
struct SectionView {
    using Place = std::array<double, 2>;  ///< to the right, upwards

    std::string title;                   ///< scene name and plane
    std::array<char, 2> axes{'x', 'y'};  ///< to the right, upwards
    Place size_m{1, 1};                  ///< of the domain
    Place corner_m{0, 0};                ///< coordinates of the lower left corner
    bool z_down = false;                 ///< coordinates decrease upwards

    double spacing_m = 1;     ///< of the nodes
    Place first_m{0, 0};      ///< the first node
    std::int64_t across = 0;  ///< nodes to the right
    std::vector<bool> solid;  ///< per node, `across` fastest; empty when there are none

    struct Wall {
        Place from, to;
        std::size_t surface;
    };
    std::vector<Wall> walls;
    std::vector<std::string> surfaces;  ///< names; each has its own colour in all pictures of a scene

    struct Mark {
        std::string name;
        Place at;
        bool source;    ///< or receiver
        bool in_plane;  ///< else before or behind it
    };
    std::vector<Mark> marks;
};

/// Colour of the surface with this number.
Rgb surface_colour(std::size_t surface);

/// Walls in the colours of their surfaces, solid nodes in grey. Sources are red discs and receivers blue squares,
/// hollow if they are not in the plane. A name is left out where it would cover another one.
Canvas draw_section(const SectionView& view);

}  // namespace wavesim
