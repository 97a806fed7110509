// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "stencils/grid.hpp"
#include "stencils/stencil.hpp"

namespace wavesim {

/// How the bulk step is computed on a GPU.
enum class KernelForm { sweep, texture_loop, texture_leggy, texture_unrolled };
std::string to_string(KernelForm form);

/// Nodes per block and how they are handed to threads.
struct KernelTile {
    int x = 128;
    int y = 16;
    int z = 1;            ///< texture forms only
    int rows = 1;         ///< sweep: rows per thread
    int buffers = 3;      ///< sweep: planes in flight and in use
    int blocks = 1;       ///< blocks per multiprocessor that the compiler must allow
    bool staged = false;  ///< sweep: u- through shared memory instead of registers
    bool operator==(const KernelTile&) const = default;
};
std::string to_string(const KernelTile& tile);
/// Threads of a block and its dynamic shared memory, as the kernel headers compute them.
int block_threads(KernelForm form, const KernelTile& tile, Precision precision);
int shared_bytes(KernelForm form, const KernelTile& tile, Precision precision, int radius);

/// One translation unit for the run-time compiler: includes, struct Spec, checks that host and device agree,
/// and the entry point `wavesim_bulk`.
std::string bulk_source(const Stencil& stencil, double courant, Precision precision, KernelForm form,
                        const KernelTile& tile);
/// The stencil-independent kernels: wavesim_nodes, _solids, _points, _step, _health, _floor.
std::string support_source(Precision precision);

}  // namespace wavesim
