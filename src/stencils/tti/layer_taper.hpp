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

/// Turns the symmetry axis of a medium in absorbing layers, since layers amplify waves whose slowness surface is
/// tilted. It turns to the axis of the grid that is nearest for most of their anisotropic nodes
/// (TiltedMedium::layer_axis), gradually over the part of a layer next to the domain. Sponges do without. The speed
/// changes with it (layer_speed) so that little comes back. For delta = epsilon the equations are u_tt = v^2 div(B grad
/// u), B = (1 + 2 epsilon)(1 - n n^T) + n n^T. Let v^2 be proportional to B_dd, d the normal of the layer. Then the
/// flux of a wave, a root of B_dd W - k^2 det B, is the same everywhere, and in the plane of the axis and d nothing
/// comes back. Noise grows where axes turn by more than 45 degrees and in layers of less than 12 nodes. Layers of less
/// than 12 nodes, and all layers where a node is nearer to another axis, therefore also damp a little everywhere
/// (TiltedMedium::damping). `width`: nodes per Side. For the self-adjoint form, which is stable for any change of the
/// axis and the speed. If every node turned to its own nearest axis, the weights of R (hourglass_weights.hpp) would fit
/// one axis only, and noise would grow.
void taper_in_layers(TiltedMedium& medium, const Extent& extent, const std::array<std::int64_t, 6>& width);

/// Layers of the self-adjoint form: they damp in their outer two thirds, where little of the tilt is left. Where whole
/// layers damped, noise grew along domains ten times as long as wide. `least`: layers of 1 to 6 nodes grew in tests.
struct SelfAdjointLayer {
    static constexpr std::int64_t least = 8;
    static constexpr std::int64_t quiet = 12;  ///< noise grew in narrower ones, unless they damp it
    static constexpr std::int64_t damped(std::int64_t width) { return (2 * width + 2) / 3; }
    static constexpr double tilted = 0.6;  ///< share of the width, from the domain on, over which the tilt fades
};

/// Symmetry axis n and factor of v^2 in the layer of that grid axis, where the fraction `kept` of the tilt remains.
struct LayerTilt {
    std::array<double, 3> axis;
    double speed;
};
/// `kept` per axis of the grid, 1 where it has no layer; `layer_axis` as of TiltedMedium. Never makes the waves of a
/// grid of `dims` dimensions faster than the bound (1 + 2 epsilon) dims of tti_courant_limit allows.
LayerTilt tilt_in_layers(const std::array<double, 3>& axis, double epsilon, const std::array<double, 3>& kept,
                         std::size_t layer_axis, int dims);

/// How much of v^2 that bound takes away where the axis has turned, natural logarithm, in the layer where it is most; 0
/// where it takes nothing. A quarter of it is what comes back of a sudden change (of the impedance). The axis turns to
/// the nearest one of the grid.
double layer_speed_cut(const std::array<double, 3>& axis, double epsilon, int dims);

/// Layers of the form k73: where they damp the medium is isotropic (epsilon = delta = 0), so that the layers of an
/// isotropic medium serve; before that, nothing is damped. `least`: below that many nodes layers grew in tests.
struct K73Layer {
    static constexpr std::int64_t least = 16;
    static constexpr std::int64_t damped(std::int64_t width) {
        return width < least ? 0 : std::max<std::int64_t>(6, 3 * width / 10);
    }
};

/// Cells of a layer of `width` that damp.
constexpr std::int64_t damped_cells(TtiForm form, std::int64_t width) {
    return form == TtiForm::k73 ? K73Layer::damped(width) : SelfAdjointLayer::damped(width);
}

/// Makes the medium isotropic over the nodes of layers that do not damp, as raised cosines of epsilon and delta. The
/// axis stays, since k73 is not stable where it changes. `width`: of whole layers, K73Layer::least at least or 0.
void taper_to_isotropic(TiltedMedium& medium, const Extent& extent, const std::array<std::int64_t, 6>& width);

}  // namespace wavesim
