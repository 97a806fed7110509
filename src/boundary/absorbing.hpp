// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "boundary/side_kind.hpp"
#include "stencils/problem/absorbing_layers.hpp"

namespace wavesim {

/// R0 and the power m of the damping profile d = d0 xi^m; measured optima by width and half order M.
struct LayerDamping {
    double reflection;
    int power;
};
LayerDamping default_damping(std::int64_t cells, int half_order);

/// Which differences the layers of a stencil use. Those of a leggy stencil are used while the Courant number is within
/// their limit, otherwise averaged ones of order 2. Averaged differences are stable up to Courant number 1, in layers
/// of 10 cells or more, beside stencils whose symbol is nowhere below that of the averaged differences
/// (docs/validation.md).
struct LayerForm {
    int half_order = 1;
    bool averaged = false;
    std::int64_t least_cells = 3;  ///< layers of two cells reflect a quarter of the loudest sound or more
                                   ///< (docs/validation.md)
    std::string why_not;           ///< one sentence where the stencil has no stable layers; else empty
};
LayerForm layer_form(const Stencil& stencil, double courant);

/// How a tilted medium may end: absorbing layers of either TTI form, or a sponge. Widths of k73 layers count all cells,
/// although only the last ones damp.
enum class TiltedEnd {
    self_adjoint_layers,
    self_adjoint_far_layers,  ///< the axis is rotated further than to the nearest grid axis (layer_taper.hpp)
    k73_layers,
    sponge
};
/// Reflection of a pulse with 12.5 points per wavelength, in dB: largest error relative to the loudest sound. It is the
/// worst of receivers beside the layer at normal incidence, at oblique incidence and in a corner. Between the measured
/// widths it is interpolated. The rock had epsilon 0.24, delta 0.1 and a tilt of 40 degrees, for far layers 90 degrees.
double measured_tilted_reflection_db(std::int64_t cells, TiltedEnd end);
/// Additional reflection in dB, for pulses with more than 12.5 points per wavelength (for the speed along the axis) and
/// for self-adjoint layers in other rocks. `strength`: the ratio of (epsilon - delta) / sqrt(1 + 2 delta) sin^2(angle
/// by which the axis is rotated) to its value in the rock above. For far layers it is the ratio of the anellipticities.
/// Fits to measurements (tests/physics/tti_layer_budget_test.cpp).
double more_of_tilted_pulses_db(TiltedEnd end, std::int64_t cells, double points_per_wavelength, double strength);

/// Layers without their tables: all that plans and forecasts need, whatever the length of the grid. Throws as
/// build_layers() does.
AbsorbingLayers outline_layers(const Stencil& stencil, double courant, const std::array<LayerProfile, 6>& sides);

/// Tables of b and a, X = c = 1 and depth xi in (0, 1] at the nodes of a layer of L cells:
///   d = d0 xi^m, d0 = (m + 1) ln(1/R0) / (2 L);  alpha = max(pi f, least_alpha d0) (1 - xi);
///   b = exp(-(d + alpha) courant);  a = d / (d + alpha) (b - 1)
/// `extent` includes the layers; `frequency` f in waves per cell of the fastest wave. Throws std::domain_error when
/// the stencil has no stable layers (layer_form) or a layer has more cells than the grid. Sources: Komatitsch & Martin
/// 2007 (profile, alpha); Pasalic & McGarry 2010 (second-order form).
AbsorbingLayers build_layers(const Stencil& stencil, double courant, const Extent& extent,
                             const std::array<LayerProfile, 6>& sides, double frequency, double least_alpha = 0);

/// `least_alpha` of TTI media, from measurements. alpha = pi f is small where pulses are long compared with the layer.
/// There fields in layers of both forms grew, fastest where speeds and tilts differ. With 0.05 a few still grew, from
/// 0.07 on none of 120 random models (docs/validation.md).
inline constexpr double tilted_least_alpha = 0.1;

}  // namespace wavesim
