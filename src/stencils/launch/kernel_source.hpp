// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/problem.hpp"

namespace wavesim {

/// How the bulk step is computed on a GPU.
enum class KernelForm {
    sweep,
    texture_loop,
    texture_factored,
    texture_leggy,
    texture_unrolled,
    density,
    stream_global,
    stream_shared,
    stream_hybrid,
    stream_register
};
std::string to_string(KernelForm form);

/// What the sweep does about absorbing layers: nothing, or it moves those along x or along the rows of its tiles.
enum class SweptLayer { none, along_x, along_rows };

/// Nodes per block and how they are handed to threads.
struct KernelTile {
    int x = 128;
    int y = 16;
    int z = 1;            ///< texture forms: threads along z
    int rows = 1;         ///< nodes per thread: of the sweep along y, of texture_unrolled along z
    int buffers = 3;      ///< sweep: planes in flight and in use
    int blocks = 1;       ///< blocks per multiprocessor that the compiler must allow
    bool staged = false;  ///< sweep: u- through shared memory instead of registers
    bool odd = false;     ///< sweep: some side has an odd mirror (HaloRule::odd_half)
    int medium = 0;       ///< kernels::Medium: every node has its own factor where it is not 0
    int end_column = -1;  ///< sweep: finishes walls at the ends of rows, those at x_max in this value of a pack
    SweptLayer layer = SweptLayer::none;
    bool operator==(const KernelTile&) const = default;
};
std::string to_string(const KernelTile& tile);
/// kernels::Medium of a problem.
int medium_kind(const SpeedShape& speed);
/// Threads of a block and its dynamic shared memory, as the kernel headers compute them.
int block_threads(KernelForm form, const KernelTile& tile, Precision precision);
int shared_bytes(KernelForm form, const KernelTile& tile, Precision precision, int radius, int dims);
/// Whether the kernel takes the points of the stencil as tables instead of knowing them when compiled.
int point_tables(KernelForm form);

/// One translation unit for the run-time compiler: includes, struct Spec, checks that host and device agree,
/// and the entry point `wavesim_bulk`.
std::string bulk_source(const Stencil& stencil, double courant, Precision precision, KernelForm form,
                        const KernelTile& tile);
/// The stencil-independent kernels: wavesim_passes, _row_ends, _health, _gather, _floor.
std::string support_source(Precision precision);

}  // namespace wavesim
