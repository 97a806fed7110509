// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <vector>

#include "solvers/decision/outline.hpp"

namespace wavesim {

inline constexpr double least_echo_db = -95;

/// Reflections from the absorbing layers of an isotropic medium at the receivers: largest error over the loudest sound
/// of a receiver in dB, in the shot with the largest; nothing without layers. An echo is the sound of the image source,
/// a sum over waves of all frequencies of the source and all directions. Each is reflected with its own coefficient,
/// which is exact for the scheme (LayerReflection). Evanescent waves are included, so it holds within a wavelength of a
/// layer, too. In 3D the sum is that of a plane, with spherical spreading. In a duct it is one over the modes between
/// its walls, up to the end of the run. Echoes of all sides are added, and those of images in solids that run
/// into layers (solid_images.hpp). Multiple reflections and interaction of layers
/// in corners are neglected; 2 dB are added for them, but not in ducts. Echoes from beyond three wavelengths get the
/// coefficient of the same angle at three wavelengths, so reflections at grazing incidence over more than 100 cells are
/// underestimated. Sampled signals and impulses count as pulses with a flat spectrum in the band of their energy. No
/// echo is below -97 dB here: what is told as less than least_echo_db may be much smaller in truth. Needs a plan whose
/// points are placed. Some 10 ms.
std::optional<double> layer_echo_db(const PlanOutline& plan);

/// The same, and what comes back of the layer of each side alone.
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
