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

/// Axes along which sound spreads: all but those between walls so near to each other that one wave only fits between.
struct OpenSpace {
    std::array<bool, 3> axes{};
    int dims = 0;

    explicit OpenSpace(const PlanOutline& plan);

    using Complex = std::complex<double>;
    /// A line source's sound as that of this space, but for a real factor; `k` radians per cell, `away` cells.
    Complex of_line(Complex k, double away) const {
        return dims == 3 ? std::sqrt(k / away) : std::polar(1.0, std::numbers::pi / 4);
    }
    /// Sound of a source in a plane or in space, with the same factor: that of a line from afar.
    Complex sound(Complex k, double away) const;
};

/// From a source by the absorbing layer of a side to a receiver, cells.
struct EchoWay {
    Side side;
    double across;  ///< to the layer's face and back
    double along;
    std::complex<double> share = 1;  ///< of the sound of the source, that of an image in a solid
    double length() const { return std::hypot(across, along); }
};

/// From a source to a receiver.
struct SoundWay {
    std::size_t source;
    double loudest;   ///< cells; the shortest way from a source to a receiver in its shot
    double rank = 0;  ///< how near the loudest echo is to as loud as the sound of that
    std::vector<EchoWay> echoes;
    Point from, to;
};

/// Paths with the loudest reflections relative to the loudest direct sound: at most `most` per shot and 32 in all, the
/// loudest first. Without receivers there is one from each source to the layers.
std::vector<SoundWay> loudest_ways(const PlanOutline& plan, const OpenSpace& space, std::size_t most = 2);

}  // namespace wavesim
