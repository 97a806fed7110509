// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <numeric>
#include <optional>
#include <vector>

#include "solvers/scene/point.hpp"

namespace wavesim {

struct CutDomain;

/// A connected region of air as requested; m3 and m2, in 2D m2 and m. Absorption is that in a diffuse field.
struct AirPart {
    double volume = 0;
    std::array<double, 3> area{};                        ///< of the surfaces across each axis
    std::array<double, 3> absorption{};                  ///< the same times their absorption
    std::vector<std::array<double, 3>> by_surface = {};  ///< area of each surface, per axis across

    double surface() const { return area[0] + area[1] + area[2]; }
    double absorbed() const { return absorption[0] + absorption[1] + absorption[2]; }

    /// A narrow opening between two rooms of the part.
    struct Opening {
        double area = 0;
        std::array<double, 2> volume{};    ///< of the rooms
        std::array<double, 2> absorbed{};  ///< in each of them
        /// Replaces V / A in Sabine's formula if each of the two rooms has its own diffuse field. It is 1 over the
        /// slower decay rate of V1 w1' = -(A1 + S) w1 + S w2 and V2 w2' = -(A2 + S) w2 + S w1. Source: Cremer and
        /// Mueller, Principles and Applications of Room Acoustics 1 (1982), part II.5.
        double slow_volume_per_area() const;
    };
    /// The opening for which the decay of its rooms is slowest, relative to a single room of all the air.
    std::optional<Opening> opening;
};

/// The regions of air that contain the points, each once. If no point is in air, all air is one region. `admittance` is
/// per surface of the cells.
std::vector<AirPart> air_parts(const CutDomain& domain, const std::vector<Point>& points,
                               const std::vector<double>& admittance);

}  // namespace wavesim
