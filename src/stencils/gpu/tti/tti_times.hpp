// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "stencils/problem/tti_form.hpp"

namespace wavesim {

/// Which way over memory a step of TTI media goes; an inner box may go over it once, and the slabs around it twice.
enum class TtiWay { one_sweep, one_pass, two_passes };

/// A tuned row of a step of TTI media, on the card of `fitted_card`: threads take `ps` and `layer_ps` times the share
/// of the layers, and a step moves `values` per node.
struct TtiTime {
    TtiForm form;
    TtiWay way;
    std::optional<int> dims = {};
    std::optional<bool> layers = {};  ///< absorbing layers
    std::optional<bool> slabs = {};   ///< around a box that moves in one pass
    double values = 0;
    double ps = 0, layer_ps = 0;
};

/// Absorbing layers of k73 are kernels for their nodes alone. Those of the self-adjoint form make its kernels slower
/// everywhere, or are slabs around a box that moves in one pass. Slabs are thin, and there are six of each of three
/// kernels.
inline constexpr TtiTime tti_times[] = {
    {.form = TtiForm::k73, .way = TtiWay::one_sweep, .values = 12, .ps = 4.9, .layer_ps = 33},
    {.form = TtiForm::self_adjoint, .way = TtiWay::one_pass, .values = 12, .ps = 13},
    {.form = TtiForm::self_adjoint, .way = TtiWay::two_passes, .layers = false, .values = 26, .ps = 12},
    {.form = TtiForm::self_adjoint, .way = TtiWay::two_passes, .slabs = true, .values = 26, .ps = 46},
    {.form = TtiForm::self_adjoint, .way = TtiWay::two_passes, .dims = 2, .values = 26, .ps = 21},
    {.form = TtiForm::self_adjoint, .way = TtiWay::two_passes, .values = 26, .ps = 21.7, .layer_ps = 43},
};

/// As the sweep, from which it differs little; not measured.
inline constexpr double tti_in_double = 2.2;
inline constexpr double tti_launches_s = 7.5e-6;
inline constexpr double tti_one_pass_s = 25e-6;  ///< of which most are the planes before the first that is finished
/// A thread of a semi-stencil reads 146 values instead of 25. Not measured.
inline constexpr double semi_times_the_work = 146.0 / 25;

}  // namespace wavesim
