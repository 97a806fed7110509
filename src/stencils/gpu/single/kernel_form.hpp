// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stencils/backend/gpu.hpp"
#include "stencils/gpu/common/kernel_tile.hpp"
#include "stencils/problem/problem_shape.hpp"

namespace wavesim {

struct StencilProblem;

/// How a kernel gets the points of the stencil: as compile-time constants or as a table, possibly with a second table
/// of the weights along an arm or of the shells.
enum class PointTables { none, points, points_and_arms, points_and_shells };

/// Registers per thread that the run-time compiler needs for a stencil on 512^3 nodes at most. Recorded with CUDA 13.0
/// at the default tile of the form.
struct ExpectedRegisters {
    const char* stencil;
    std::array<int, 4> most;  ///< sm_80 float and double, sm_90 float and double
    SpeedShape speed = {};
};

/// A way to compute the bulk step of isotropic media on a GPU: everything in which forms differ. Functions instead of
/// virtual methods, since forms are data. Each is defined in the module of its kernel, and families/ lists them.
struct KernelForm {
    const char* backend;  ///< name of its row in the registry
    const char* summary;
    const char* header;  ///< in stencils/gpu, without .cuh
    const char* kernel;  ///< class template in that header; its parameter is the generated Spec, and it has run()
    PointTables tables = PointTables::none;
    bool walks_along_z = false;         ///< a block walks through a chunk of planes
    bool sweeps = false;                ///< a plane sweep
    const KernelForm* slabs = nullptr;  ///< the form that updates slabs next to sides together with their layers, if
                                        ///< there is one
    bool finishes_ends = false;         ///< can finish walls at the ends of rows (gpu/common/row_ends.cuh)
    bool density = false;               ///< only for media whose density varies
    bool gallery = false;               ///< exact and tested, for comparison: `auto` never chooses it
    const char* same_bits_as = "";      ///< an earlier form with the same bits; `auto` may use this form instead
    int capability = 0;  ///< least major compute capability that it needs, if higher than that which all forms need

    /// Empty when the form can run the shape, as far as the form decides; else one sentence why not.
    std::string (*why_not)(const ProblemShape& shape);
    /// The default tile, and further tiles for measurements, given the default tile of a large grid.
    KernelTile (*tile)(const ProblemShape& shape);
    std::vector<KernelTile> (*other_tiles)(const KernelTile& usual, const ProblemShape& shape);
    /// Threads of a block and bytes of its dynamic shared memory, as the kernel header computes them.
    int (*threads)(const KernelTile& tile, Precision precision);
    int (*shared_bytes)(const KernelTile& tile, Precision precision, const Stencil& stencil);
    /// Values of u and u- that threads load from caches and memory per node, without ends of chunks and sides; 0 where
    /// they were not counted.
    double (*loaded_values)(const KernelTile& tile, Precision precision, const Stencil& stencil);
    /// Time per node of the threads besides the transfer of fields [ps], by the rows of a card
    /// (gpu/common/fitted_cards.hpp).
    double (*thread_ps)(const Stencil& stencil, Precision precision, std::string_view card);
    std::span<const ExpectedRegisters> registers;
    /// Host memory that its compilation takes; null: usual_memory.
    CompilerMemory (*compiling)(const KernelTile& tile, Precision precision, const Stencil& stencil) = nullptr;
    double (*more_s)(const StencilProblem& problem) = nullptr;  ///< additional time of a step, compared with similar
                                                                ///< forms; null: 0

    /// The part of the backend's name that distinguishes forms of one kind.
    std::string name() const;
};

}  // namespace wavesim
