// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "stencils/scheme/shell.hpp"

namespace wavesim {

/// Shape class of a shell set; derived from the shells.
enum class StencilShape { leggy, compact_in_space, box_compact, general };

/// A symmetric approximation of X^2 * Laplacian: L u_i = sum_p a_p sum_{l in P(q_p)} (u_{i+l} - u_i).
/// The two-step scheme is u+ = (2 + courant^2 L) u - u-, courant = c T / X.
struct Stencil {
    std::string name;
    int dims = 3;
    std::vector<Shell> shells;
    std::vector<double> a;       ///< one weight per shell
    double tuned_courant = 0;    ///< Courant number the weights were made for; 0: any
    int accuracy_order = 2;      ///< in space, and in time too when time_accurate
    bool time_accurate = false;  ///< modified-equation and dispersion-optimised weights
    std::string weights_source;  ///< one line: where the weights come from
    int layer_half_order = 0;    ///< M of the differences in absorbing layers, if it differs from the radius
};

/// Largest coordinate of any shell: the halo a grid needs.
int radius(const Stencil& stencil);
/// Number of points K, centre included.
int point_count(const Stencil& stencil);
StencilShape shape_of(const Stencil& stencil);
std::string to_string(StencilShape shape);
/// Centre weight of S = 2 + courant^2 L.
double centre_weight(const Stencil& stencil, double courant);
/// 1-D weights a_m, m = 1..radius, of the stencil collapsed onto one axis (fields that vary along it only).
std::vector<double> collapse_to_axis(const Stencil& stencil);
/// The 2D stencil that acts on fields constant along y: sums weights over y. Exact, for every family.
Stencil project_to_2d(const Stencil& stencil);

}  // namespace wavesim
