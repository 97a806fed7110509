// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "solvers/decision/outline.hpp"

namespace wavesim {

inline constexpr double least_echo_db = -95;

/// Reflections from the absorbing layers of an isotropic medium at the receivers: largest error relative to the loudest
/// sound in dB, for the worst shot; no value without layers. A reflection is the sound of the image source, a sum over
/// waves of all frequencies of the source and all directions. Each wave has its own reflection coefficient, which is
/// exact for the scheme (LayerReflection). Evanescent waves are included, so the result is valid also within a
/// wavelength of a layer. In 3D the sum is that in a plane, with spherical spreading. In a duct it is a sum over its
/// modes, up to the end of the run. Reflections from all sides are added, and those of images in solids that extend
/// into layers (solid_images.hpp). Multiple reflections and corners of layers are neglected; 2 dB are added for them,
/// but not in ducts. For distances beyond three wavelengths the coefficient of the same angle at three wavelengths is
/// used. So reflections at grazing incidence over more than 100 cells are underestimated. Sampled signals and impulses
/// count as pulses with a flat spectrum in the band of their energy. Results are limited to at least -97 dB; below
/// least_echo_db the true value may be much smaller. Needs a plan whose points are placed. Takes some 10 ms.
std::optional<double> layer_echo_db(const PlanOutline& plan);

/// The same, and the reflection of the layer of each side alone.
struct LayerEchoes {
    double all_db = 0;
    struct OfSide {
        Side side;
        double db;
    };
    std::vector<OfSide> sides;
};
std::optional<LayerEchoes> layer_echoes(const PlanOutline& plan);

}  // namespace wavesim
