// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "acoustics/band_filter.hpp"
#include "stencils/grid/enum_words.hpp"

namespace wavesim {

/// Why a reverberation time does not hold.
enum class DecayFault {
    none,
    grid,      ///< the band reaches beyond the highest frequency of the grid
    pulse,     ///< the source excites the band less than its neighbours
    modes,     ///< the band has fewer than two modes of the room
    silence,   ///< nothing was recorded
    range,     ///< the decay does not fall far enough as a straight line: noise, or a second slope
    duration,  ///< the trace ends before the decay has fallen far enough
    filter,    ///< the band's filter rings as long as the decay, backwards, too
};
template <>
struct EnumWords<DecayFault> {
    static constexpr auto words =
        std::to_array<std::string_view>({"none", "grid", "pulse", "modes", "silence", "range", "duration", "filter"});
};

/// Levels between which the line of a decay is drawn, dB; noise must lie 10 dB below them (ISO 3382-1, 5.3.3).
struct DecayRange {
    double from_db = 0, to_db = 0;
    double needed_db() const { return 10 - to_db; }
};
inline constexpr DecayRange range_edt{0, -10}, range_t20{-5, -25}, range_t30{-5, -35};

struct ReverberationTime {
    double seconds = std::numeric_limits<double>::quiet_NaN();  ///< of 60 dB; known where nothing is at fault
    DecayFault fault = DecayFault::none;
    /// 1000 (1 - r^2), r the correlation of levels and times: 0 for a straight line (ISO 3382-2, B.2).
    double nonlinearity = std::numeric_limits<double>::quiet_NaN();
};

/// The backward integral of the squared sound of a band (Schroeder), and the lines of ISO 3382-1 through it. The decay
/// behind the end of the trace is added as the line continues. Where the trace ends in noise, its end is where the
/// decay sinks into it (Lundeby et al., Acustica 81, 1995), and the noise before is subtracted (Chu, JASA 63, 1978).
class DecayCurve {
  public:
    /// `band`: what the filter lets pass, Pa; the line may begin at `begin_s`.
    DecayCurve(std::vector<double> band, double step_s, double begin_s);

    /// At fault are silence, range and duration.
    ReverberationTime time(const DecayRange& range) const;
    /// Level of the energy that is still to come at each sample, dB below all of it; what a line is drawn through where
    /// no noise is subtracted.
    std::vector<double> levels() const;
    /// What is at fault with energies of the whole trace: range where noise, duration where what lies behind the end
    /// could add two per cent.
    DecayFault energy_fault() const;
    const std::vector<double>& band() const { return band_; }

  private:
    /// Energy that is still to come at each sample before `end`, over the step, without noise of that mean square.
    std::vector<double> left_at(std::size_t end, double noise) const;
    /// Whether the decay sinks into noise before the trace ends; the last part of one without noise looks like it, too.
    bool ends_in_noise_at(std::size_t sample) const { return sample < band_.size() * 9 / 10; }

    std::vector<double> band_;
    double step_s_;
    std::size_t begin_;
};

/// The decay of a response in a band. The product of bandwidth and reverberation time must exceed 16. For a shorter
/// decay the filter runs backwards, where 4 is enough (ISO 3382-2, 7.3; Jacobsen and Rindel, J. Sound Vib. 117 (1987),
/// 187).
class BandDecay {
  public:
    /// `response` begins at `onset_s` and must outlive it.
    BandDecay(std::span<const double> response, const BandFilter& filter, double bandwidth_hz, double step_s,
              double onset_s);

    /// At fault are those of DecayCurve, and the filter.
    ReverberationTime time(const DecayRange& range);
    /// Filtered forwards.
    const DecayCurve& curve() const { return forwards_; }

  private:
    std::span<const double> response_;
    const BandFilter& filter_;
    double bandwidth_hz_, step_s_, onset_s_;
    DecayCurve forwards_;
    std::optional<DecayCurve> backwards_;  ///< made when it is needed
};

/// T20 in the octave around a frequency.
ReverberationTime reverberation_of(std::span<const double> trace, double step_s, double middle_hz);

}  // namespace wavesim
