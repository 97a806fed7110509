// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "stencils/gpu/common/fitted_cards.hpp"
#include "stencils/problem/tti_form.hpp"

namespace wavesim {

/// How often a step of TTI media passes over memory. An inner box may need one pass and the slabs around it two.
enum class TtiWay { one_sweep, one_pass, two_passes };

/// A tuned row of a step of TTI media, on a card: threads need `ps` plus `layer_ps` times the
/// fraction of nodes in layers, and a step moves `values` per node.
struct TtiTime {
    TtiForm form;
    TtiWay way;
    std::string_view card;
    std::optional<int> dims = {};
    std::optional<bool> layers = {};  ///< absorbing layers
    std::optional<bool> slabs = {};   ///< slabs around a box that is updated in one pass
    double values = 0;
    double ps = 0, layer_ps = 0;
};

/// Absorbing layers of k73 are kernels for their nodes alone. Layers of the self-adjoint form slow its kernels down
/// everywhere, or they are slabs around a box that is updated in one pass. Slabs are thin, and there are six of each of
/// three kernels.
inline constexpr TtiTime tti_times[] = {
    {.form = TtiForm::k73, .way = TtiWay::one_sweep, .card = h200, .values = 12, .ps = 4.9, .layer_ps = 33},
    {.form = TtiForm::self_adjoint, .way = TtiWay::one_pass, .card = h200, .values = 12, .ps = 13},
    {.form = TtiForm::self_adjoint, .way = TtiWay::two_passes, .card = h200, .layers = false, .values = 26, .ps = 16.4},
    {.form = TtiForm::self_adjoint, .way = TtiWay::two_passes, .card = h200, .slabs = true, .values = 26, .ps = 46},
    {.form = TtiForm::self_adjoint, .way = TtiWay::two_passes, .card = h200, .dims = 2, .values = 26, .ps = 21},
    {.form = TtiForm::self_adjoint, .way = TtiWay::two_passes, .card = h200, .values = 26, .ps = 21.7, .layer_ps = 43},
};

/// When one pass is faster than two.
struct TtiOnePass {
    /// Least number of nodes without layers, and of the box between layers. Measured on an H200: 64^3 nodes are slower
    /// and 96^3 faster; with layers of 20 cells 256^3 are slower and 384^3 faster. The numbers lie between these.
    std::int64_t least_grid, least_box;
    /// Largest ratio of the nodes of its tiles, with the planes that a block reads before its first one, to its own
    /// nodes; estimated.
    double most_nodes_of_tiles;
};
inline constexpr TtiOnePass tti_one_pass{.least_grid = 400'000, .least_box = 16'000'000, .most_nodes_of_tiles = 1.5};

/// Assumed to be equal to that of the plane sweep for isotropic media; not measured.
inline constexpr double tti_in_double = 2.2;
inline constexpr double tti_launches_s = 7.5e-6;
inline constexpr double tti_one_pass_s = 25e-6;  ///< most of it is for the planes before the first finished one

/// Time per node of k73 of the threads of a semi-stencil besides the transfer of fields [ps], in float: 850^3 nodes
/// without layers, 1000 steps, each in its best block (docs/semi-stencils.md).
struct K73SemiTime {
    std::string_view card;
    std::string_view backend;
    double ps;
};
inline constexpr K73SemiTime k73_semi_times[] = {
    {h200, "semi.ba", 18.6}, {h200, "semi.b", 18.8},       {h200, "semi.smem_25d", 19.2}, {h200, "semi.semi_25d", 21.6},
    {h200, "semi.2z", 23.9}, {h200, "semi.gmem_3d", 26.9}, {h200, "semi.smem_3d", 34.4},
};

}  // namespace wavesim
