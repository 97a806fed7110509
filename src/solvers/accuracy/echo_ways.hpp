// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <vector>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// Axes along which sound spreads: all except those between walls whose distance is below half a wavelength.
struct OpenSpace {
    std::array<bool, 3> axes{};
    int dims = 0;

    explicit OpenSpace(const PlanOutline& plan);

    using Complex = std::complex<double>;
    /// Factor between the sound of a line source and sound in this space, up to a real factor. `k` in radians per cell,
    /// `away` in cells.
    Complex of_line(Complex k, double away) const {
        return dims == 3 ? std::sqrt(k / away) : std::polar(1.0, std::numbers::pi / 4);
    }
    /// Sound of a source in this space, with the same factor; the line source is in its far field.
    Complex sound(Complex k, double away) const;
};

/// Path from a source via the absorbing layer of a side to a receiver, in cells.
struct EchoWay {
    Side side;
    double across;  ///< distance to the face of the layer and back, normal to it
    double along;
    std::complex<double> share = 1;  ///< amplitude of an image in a solid, relative to the source
    double length() const { return std::hypot(across, along); }
};

/// Path from a source to a receiver.
struct SoundWay {
    std::size_t source;
    double loudest;   ///< cells; the shortest path from a source to a receiver in its shot
    double rank = 0;  ///< `loudest` divided by the length of the shortest reflection
    std::vector<EchoWay> echoes;
    Point from, to;
};

/// Paths with the loudest reflections relative to the loudest direct sound: at most `most` per shot and 32 in all, the
/// loudest first. Without receivers there is one from each source to the layers.
std::vector<SoundWay> loudest_ways(const PlanOutline& plan, const OpenSpace& space, std::size_t most = 2);

}  // namespace wavesim
