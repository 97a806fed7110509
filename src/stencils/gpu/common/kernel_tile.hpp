// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/gpu/common/fitted_cards.hpp"
#include "stencils/problem/problem_shape.hpp"

namespace wavesim {

/// How the sweep treats absorbing layers: not at all, or it updates layers along x or along the rows of its tiles.
enum class SweptLayer { none, along_x, along_rows };

/// Nodes per block and how they are distributed to threads.
struct KernelTile {
    int x = 128;
    int y = 16;
    int z = 1;            ///< texture forms: threads along z
    int rows = 1;         ///< nodes per thread: of the sweep along y, of texture.unrolled along z
    int buffers = 3;      ///< sweep: buffers for planes in flight and in use
    int blocks = 1;       ///< blocks per multiprocessor that the compiler must allow
    bool staged = false;  ///< sweep: u- through shared memory instead of registers
    bool odd = false;     ///< sweep: some side has an odd mirror (HaloRule::odd_half)
    int medium = 0;       ///< kernels::Medium; not 0: every node has its own factor
    int end_column = -1;  ///< sweep: finishes walls at the ends of rows, those at x_max at this position in a pack
    SweptLayer layer = SweptLayer::none;
    bool boxed = false;  ///< launched for a part of the grid; sweeps always support this
    bool operator==(const KernelTile&) const = default;
};
std::string to_string(const KernelTile& tile);

/// True if the L2 cache of the first card of the tables holds both levels of the field.
inline bool stays_in_cache(const ProblemShape& shape) {
    return 2 * bytes_of(shape.precision) * shape.extent.nodes() <= fitted_cards[0].held_bytes;
}

/// kernels::Medium of a problem, for KernelTile::medium.
int medium_kind(const SpeedShape& speed);
/// Bytes of the factor of a node on the device, if the medium of a tile has factors.
int factor_bytes(const KernelTile& tile);

}  // namespace wavesim
