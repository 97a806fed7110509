// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string_view>

#include "stencils/problem/tti_form.hpp"

namespace wavesim {

/// A tuned row: vector width of an instruction set level and mean time per vector instruction of the row kernels. One
/// time is for kernels that update several planes together, one for kernels that update planes one by one.
struct IsaTime {
    std::string_view isa;
    std::int64_t bytes;
    double seconds_together;
    double seconds_apart;
};
/// Fitted to one thread of an AMD Zen 4 core at 3.7 GHz, cubes of 40 to 320 nodes a side in float, two steps at a time.
/// Measured at 160 nodes and F = 0.20 to 0.29 ns, for 7, 25, 27 and 57 points, in ns per node: 0.40, 0.86, 0.53 and
/// 1.07 with x86-64-v4; 0.45, 1.08, 0.67 and 1.68 with v3; 0.83, 1.95, 1.08 and 2.31 with v2. The last row is for all
/// others.
inline constexpr IsaTime isa_times[] = {
    {"x86-64-v4", 64, 0.20e-9, 0.195e-9},
    {"x86-64-v3", 32, 0.155e-9, 0.13e-9},
    {"x86-64-v2", 16, 0.165e-9, 0.148e-9},
};

/// Vector instructions of a row kernel besides its sums: per row that it reads, and for all rows together. Kernels that
/// update planes together share loads.
struct RowLoads {
    double per_row, besides;
};
inline constexpr RowLoads loads_of_stars{1, 0}, loads_of_near_rows{1, -6}, loads_apart{2, 6};

/// Vector instructions of the sums of a row kernel, estimated from its source (sweeps.hpp): per class of rows besides
/// one per node of reach, and along x per node of radius and of reach.
struct RowSums {
    double per_class, per_radius, per_reach;
};
inline constexpr RowSums row_sums{.per_class = 2, .per_radius = 6, .per_reach = 3};
/// Largest radius of the kernels in sweeps.hpp that update planes together: of stars, and of near rows.
inline constexpr int most_star_radius = 6, most_near_radius = 2;

/// A tuned row for TTI media in float: time of one core per node, and additional time per node of the layers, measured
/// with x86-64-v4. Arithmetic and caches, not memory, limit the speed.
struct CpuTtiTime {
    TtiForm form;
    int dims;
    double node_s;
    double layer_s;
};
inline constexpr CpuTtiTime cpu_tti_times[] = {
    {TtiForm::k73, 2, 3.2e-9, 14e-9},
    {TtiForm::k73, 3, 4.5e-9, 14e-9},
    {TtiForm::self_adjoint, 2, 8e-9, 10e-9},
    {TtiForm::self_adjoint, 3, 11e-9, 10e-9},
};

/// Time of one operation of a program per node in float, in rows of row_chunk nodes that stay in the first-level cache.
inline constexpr double program_operation_s = 0.1e-9;

/// Other costs of a core.
struct CpuTimes {
    double row_s, row_reach_s;  ///< per row of nodes, and per row and node of reach: the loop, halo values, lists of
                                ///< its walls
    double face_s;              ///< per wall face, whose state lies in a separate list
    double meeting_s;           ///< waiting time of threads for each other in a step
};
inline constexpr CpuTimes cpu_times{.row_s = 10e-9, .row_reach_s = 3.5e-9, .face_s = 8e-9, .meeting_s = 12e-6};

}  // namespace wavesim
