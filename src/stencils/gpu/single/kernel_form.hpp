// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <span>
#include <string>
#include <vector>

#include "stencils/gpu/common/kernel_tile.hpp"
#include "stencils/problem/problem_shape.hpp"

namespace wavesim {

struct StencilProblem;

/// How a kernel learns the points of the stencil: it knows them when compiled, or it takes them as a table, with a
/// second one of the weights along an arm or of the shells.
enum class PointTables { none, points, points_and_arms, points_and_shells };

/// Registers per thread that the run-time compiler may use for a stencil on 512^3 nodes, recorded with that of
/// CUDA 13.0 at the tile that the form takes by itself.
struct ExpectedRegisters {
    const char* stencil;
    std::array<int, 4> most;  ///< sm_80 float and double, sm_90 float and double
    SpeedShape speed = {};
};

/// A way to compute the bulk step of isotropic media on a GPU: all that differs from one to the next. Functions, not
/// virtuals: forms are data. Each stands in the room of its kernel, and families/ lists them.
struct KernelForm {
    const char* backend;  ///< name of its row in the registry
    const char* summary;
    const char* header;  ///< in stencils/gpu, without .cuh
    const char* kernel;  ///< class template there of the generated Spec, with run()
    PointTables tables = PointTables::none;
    bool walks_along_z = false;         ///< a block goes through a chunk of planes
    bool sweeps = false;                ///< a plane sweep
    const KernelForm* slabs = nullptr;  ///< that which moves slabs next to sides with their layers, where one can
    bool finishes_ends = false;         ///< it can finish walls at the ends of rows (gpu/common/row_ends.cuh)
    bool density = false;               ///< for media whose density varies, and no others
    bool gallery = false;               ///< exact and tested, for comparison: `auto` never takes it
    const char* same_bits_as = "";      ///< backend of a form before it that `auto` may take it for
    int capability = 0;  ///< major compute capability that it needs, where that is more than all forms need

    /// Empty when it can run the shape as far as the form decides, else one sentence why not.
    std::string (*why_not)(const ProblemShape& shape);
    /// What it takes by itself, and what else a measurement may try, given that of a large grid.
    KernelTile (*tile)(const ProblemShape& shape);
    std::vector<KernelTile> (*other_tiles)(const KernelTile& usual, const ProblemShape& shape);
    /// Threads of a block and its dynamic shared memory, as the kernel header computes them.
    int (*threads)(const KernelTile& tile, Precision precision);
    int (*shared_bytes)(const KernelTile& tile, Precision precision, const Stencil& stencil);
    /// Values of u and u- that threads ask of caches and memory per node, ends of chunks and sides aside; 0 where
    /// nobody counted them.
    double (*loaded_values)(const KernelTile& tile, Precision precision, const Stencil& stencil);
    /// Time per node of what the threads do besides moving the fields [ps], on the GPU that docs/performance.md
    /// speaks of.
    double (*thread_ps)(const Stencil& stencil, Precision precision);
    std::span<const ExpectedRegisters> registers;
    double (*more_s)(const StencilProblem& problem) = nullptr;  ///< of a step, beside what others like it take; none: 0

    /// The part of the backend's name that tells forms of one kind apart.
    std::string name() const;
};

}  // namespace wavesim
