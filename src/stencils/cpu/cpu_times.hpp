// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string_view>

#include "stencils/problem/tti_form.hpp"

namespace wavesim {

/// A tuned row: vector width of an instruction set level and what one vector instruction of the row kernels takes on
/// average, of those that update several planes together, and of those that go plane by plane.
struct IsaTime {
    std::string_view isa;
    std::int64_t bytes;
    double seconds_together;
    double seconds_apart;
};
/// Fitted to one thread of an AMD Zen 4 core at 3.7 GHz, cubes of 40 to 320 nodes a side in float, two steps at a time.
/// At 160 nodes and F = 0.20 to 0.29 ns, 7, 25, 27 and 57 points take 0.40, 0.86, 0.53 and 1.07 ns per node with
/// x86-64-v4, 0.45, 1.08, 0.67 and 1.68 with v3, 0.83, 1.95, 1.08 and 2.31 with v2. The last row is for all others.
inline constexpr IsaTime isa_times[] = {
    {"x86-64-v4", 64, 0.20e-9, 0.195e-9},
    {"x86-64-v3", 32, 0.155e-9, 0.13e-9},
    {"x86-64-v2", 16, 0.165e-9, 0.148e-9},
};

/// Vector instructions of a row kernel besides its sums: per row that it reads, and for all of them. Planes together
/// share what they load.
struct RowLoads {
    double per_row, besides;
};
inline constexpr RowLoads loads_of_stars{1, 0}, loads_of_near_rows{1, -6}, loads_apart{2, 6};

/// A tuned row: time of one core per node of a TTI medium in float, and that times the share of the layers; measured
/// with x86-64-v4. Arithmetic and caches, not memory, decide.
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

/// What one operation of a program takes per node in float, in rows of row_chunk nodes that stay in the first cache.
inline constexpr double program_operation_s = 0.1e-9;

/// What a core takes besides.
struct CpuTimes {
    double row_s, row_reach_s;  ///< of a row of nodes, and per node of reach: the loop, halo values, lists of its walls
    double face_s;              ///< of a face of a wall, whose states lie in lists of their own
    double meeting_s;           ///< what threads wait for each other in a step
};
inline constexpr CpuTimes cpu_times{.row_s = 10e-9, .row_reach_s = 3.5e-9, .face_s = 8e-9, .meeting_s = 12e-6};

}  // namespace wavesim
