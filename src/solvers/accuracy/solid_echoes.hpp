// SPDX-License-Identifier: MIT
#pragma once
#include <array>

#include "solvers/accuracy/wave_errors.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Extent of a face along one axis, m, relative to the point of specular reflection in its plane; both 0 if the axis
/// does not exist.
struct FaceEdge {
    double low = 0, high = 0;
    bool there() const { return low != high; }
};

/// Reflection by a face of a solid, on the path from a source to a receiver.
struct FaceEcho {
    double to_m = 0;                      ///< from the source
    double from_m = 0;                    ///< to the receiver
    double cosine = 1;                    ///< cosine of the angle of incidence
    std::array<FaceEdge, 2> asked_m{};    ///< requested face; the second edge has no length in 2D
    std::array<FaceEdge, 2> gridded_m{};  ///< face on the grid
    double shift_m = 0;                   ///< displacement of the face
};

/// Error of the reflection of a pulse by a face, relative to the pulse after a path of the same length. It is the
/// difference between the face on the grid and the requested face. Each reflects like a plane, times the factors
/// strip_share() of both edges. A shift s changes the phase by 2 k s cos(angle).
double error_of_face(const FaceEcho& echo, const std::vector<PulseTone>& tones, double speed_m_s);

/// Largest error from the faces of the solids of a plan over all sources and receivers, relative to the loudest sound.
/// A face has no effect on points from which it is not visible.
double solid_error(const PlanOutline& plan, const DirectWays& ways);

}  // namespace wavesim
