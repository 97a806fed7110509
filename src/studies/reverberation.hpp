// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <limits>
#include <span>
#include <string_view>

#include "stencils/enum_words.hpp"

namespace wavesim {

/// Why a reverberation time does not hold.
enum class DecayFault {
    none,
    grid,      ///< the octave reaches beyond the highest frequency of the grid
    pulse,     ///< the source excites the octave less than its neighbours
    modes,     ///< the octave has fewer than two modes of the room
    silence,   ///< nothing was recorded
    range,     ///< the decay does not fall by 35 dB as a straight line: noise, or a second slope
    duration,  ///< the trace ends before the decay has reached -35 dB
    filter,    ///< the octave's filter rings as long as the decay
};
template <>
struct EnumWords<DecayFault> {
    static constexpr auto words =
        std::to_array<std::string_view>({"none", "grid", "pulse", "modes", "silence", "range", "duration", "filter"});
};

struct ReverberationTime {
    double seconds = std::numeric_limits<double>::quiet_NaN();  ///< known where nothing is at fault
    DecayFault fault = DecayFault::none;
};

/// T20 of ISO 3382-1 in an octave: three times what the backward integral of the squared band takes from -5 dB to
/// -25 dB, by a straight line. The decay behind the end of the trace is added as the line continues. The filter needs a
/// product of bandwidth and time above 16 (ISO 3382-2, 7.3). At fault are silence, range, duration and filter.
ReverberationTime reverberation_of(std::span<const double> trace, double step_s, double middle_hz);

}  // namespace wavesim
