// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "stencils/grid/grid.hpp"
#include "stencils/problem/tilted_medium.hpp"
#include "stencils/problem/tti_form.hpp"

namespace wavesim {

/// Rotates the symmetry axis of a medium in absorbing layers, since layers amplify waves whose slowness surface is
/// tilted. It is rotated to the grid axis that is nearest for most of their anisotropic nodes
/// (TiltedMedium::layer_axis), gradually over the part of a layer next to the domain. Sponges do not need this. The
/// speed is changed too (layer_speed), so that little is reflected. For delta = epsilon the equations are u_tt = v^2
/// div(B grad u), B = (1 + 2 epsilon)(1 - n n^T) + n n^T. Let v^2 be proportional to B_dd, d the normal of the layer.
/// Then the flux of a wave, a root of B_dd W - k^2 det B, is the same everywhere, and waves in the plane of the axis
/// and d are not reflected. Noise grows where axes are rotated by more than 45 degrees and in layers of less than 12
/// nodes. Layers of less than 12 nodes, and all layers where a node is nearer to another axis, therefore also damp a
/// little everywhere (TiltedMedium::damping). `width`: nodes per Side. The function is for the self-adjoint form, which
/// is stable for any change of the axis and the speed. If every axis were rotated to its own nearest grid axis, the
/// weights of R (hourglass_weights.hpp) would fit one axis only, and noise would grow.
void taper_in_layers(TiltedMedium& medium, const Extent& extent, const std::array<std::int64_t, 6>& width);

/// Layers of the self-adjoint form. They damp in their outer two thirds, where little of the tilt is left. When whole
/// layers damped, noise grew in domains ten times as long as wide. `least`: layers of 1 to 6 nodes grew in tests.
struct SelfAdjointLayer {
    static constexpr std::int64_t least = 8;
    static constexpr std::int64_t quiet = 12;  ///< noise grew in narrower layers, unless they damp it
    static constexpr std::int64_t damped(std::int64_t width) { return (2 * width + 2) / 3; }
    static constexpr double tilted = 0.6;  ///< fraction of the width, starting at the domain, over which the tilt
                                           ///< decreases to 0
};

/// Symmetry axis n and factor of v^2 in the layer of that grid axis, where the fraction `kept` of the tilt remains.
struct LayerTilt {
    std::array<double, 3> axis;
    double speed;
};
/// Tilt for given `kept` per grid axis, 1 where it has no layer; `layer_axis` as in TiltedMedium. Waves of a grid of
/// `dims` dimensions never become faster than the bound (1 + 2 epsilon) dims of tti_courant_limit allows.
LayerTilt tilt_in_layers(const std::array<double, 3>& axis, double epsilon, const std::array<double, 3>& kept,
                         std::size_t layer_axis, int dims);

/// Natural logarithm of the factor by which that bound reduces v^2 where the axis is fully rotated, in the layer with
/// the largest reduction; 0 without reduction. A sudden change of the impedance reflects a quarter of it. The axis is
/// rotated to the nearest grid axis.
double layer_speed_cut(const std::array<double, 3>& axis, double epsilon, int dims);

/// Layers of the form k73. Where they damp the medium is isotropic (epsilon = delta = 0), so that the layers of an
/// isotropic medium can be used; before that there is no damping. `least`: layers of fewer nodes grew in tests.
struct K73Layer {
    static constexpr std::int64_t least = 16;
    static constexpr std::int64_t damped(std::int64_t width) {
        return width < least ? 0 : std::max<std::int64_t>(6, 3 * width / 10);
    }
};

/// Number of cells of a layer of `width` that damp.
constexpr std::int64_t damped_cells(TtiForm form, std::int64_t width) {
    return form == TtiForm::k73 ? K73Layer::damped(width) : SelfAdjointLayer::damped(width);
}

/// Makes the medium isotropic over the nodes of layers that do not damp, by raised cosines of epsilon and delta. The
/// axis is not changed, since k73 is not stable where it changes. `width`: complete width of the layers, at least
/// K73Layer::least, or 0.
void taper_to_isotropic(TiltedMedium& medium, const Extent& extent, const std::array<std::int64_t, 6>& width);

}  // namespace wavesim
