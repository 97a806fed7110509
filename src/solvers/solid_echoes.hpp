// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "solvers/plan.hpp"
#include "solvers/wave_errors.hpp"

namespace wavesim {

/// A face of a solid, from a source to it and on to a receiver.
struct FaceEcho {
    double to_m = 0;                    ///< from the source
    double from_m = 0;                  ///< to the receiver
    double cosine = 1;                  ///< of the angle to the normal
    std::array<double, 2> asked_m{};    ///< lengths of the edges; the second 0 in 2D
    std::array<double, 2> gridded_m{};  ///< on the grid
    double shift_m = 0;                 ///< of the face
};

/// What a face sends back of a pulse less or later than asked for, over the pulse at the same way. A strip of width a
/// sends back min(1, a / sqrt(lambda l)) of a wave of wavelength lambda, l = l1 l2 / (l1 + l2): all of it from the
/// first Fresnel zones on (Born and Wolf, Principles of Optics, 7th ed., 8.7), and ever less of longer waves. Two edges
/// multiply. A shift s turns it by 2 k s cos(angle).
double error_of_face(const FaceEcho& echo, const std::vector<PulseTone>& tones, double speed_m_s);

/// Of the faces of the solids of a plan, over the loudest sound: the largest of its sources and receivers. Points from
/// which a face is not seen hear nothing of it.
double solid_error(const PlanOutline& plan, const DirectWays& ways);

}  // namespace wavesim
