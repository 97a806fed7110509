// SPDX-License-Identifier: MIT
// The statements of a program that need no neighbour of each other's results, a thread per node. Each operation rounds
// once, in the order of the text, as on the CPU. A node costs one read of each array and one write of each result, as
// far as caches serve the neighbours.
#pragma once
#include "stencils/gpu/common/primitives.cuh"
#include "stencils/gpu/statements/compiler_order.cuh"
#include "stencils/gpu/statements/statement_arguments.cuh"

namespace wavesim::kernels {

/// `Spec` has the tile, the box of nodes, which may go beyond the sides, and update(), the generated text of the
/// statements. In 2D the tile lies in the (x, z) plane. In 3D blocks go through the planes of a panel, some tiles along
/// y, before they go to the next panel: the L2 cache then keeps the planes that neighbours along z read.
template <class Spec>
struct Statements {
    using Real = typename Spec::Real;
    static constexpr int threads = Spec::tile_x * Spec::tile_y;

    static WAVESIM_DEVICE void run(const StatementArguments<Real>& a) {
        const int tile = Spec::flat ? block_x() : block_x() % Spec::tiles_x;
        const int x = Spec::first_x + tile * Spec::tile_x + thread_index() % Spec::tile_x;
        const int tile_row = Spec::flat ? block_y() : block_z() * Spec::panel_tiles + block_x() / Spec::tiles_x;
        const int row = tile_row * Spec::tile_y + thread_index() / Spec::tile_x;
        const int y = Spec::flat ? 0 : Spec::low_y + row;
        const int z = Spec::low_z + (Spec::flat ? row : block_y());
        if (x < Spec::low_x || x >= a.nx + Spec::high_x || y >= a.ny + Spec::high_y || z >= a.nz + Spec::high_z) return;
        Spec::update(a, z * Spec::plane + y * Spec::pitch + x);
    }
};

/// The same with a thread per column of `Spec::planes` planes. What later planes read in the column of a node stays in
/// registers, `Spec::Column`: start() reads what the first plane finds there, and update() moves it on.
template <class Spec>
struct StatementColumns {
    using Real = typename Spec::Real;

    static WAVESIM_DEVICE void run(const StatementArguments<Real>& a) {
        const int x = Spec::first_x + block_x() * Spec::tile_x + thread_index() % Spec::tile_x;
        const int y = Spec::low_y + block_y() * Spec::tile_y + thread_index() / Spec::tile_x;
        if (x < Spec::low_x || x >= a.nx + Spec::high_x || y >= a.ny + Spec::high_y) return;
        const int first = Spec::low_z + block_z() * Spec::planes;
        const int all = a.nz + Spec::high_z;
        const int end = first + Spec::planes < all ? first + Spec::planes : all;
        Int64 at = first * Spec::plane + y * Spec::pitch + x;
        typename Spec::Column column;
        Spec::start(a, at, column);
        for (int z = first; z < end; ++z, at += Spec::plane) Spec::update(a, opaque(at), z + 1 < end, column);
    }
};

}  // namespace wavesim::kernels
