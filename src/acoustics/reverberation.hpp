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

/// Reason why a reverberation time is not valid.
enum class DecayFault {
    none,
    grid,      ///< the band reaches beyond the highest frequency of the grid
    pulse,     ///< the source excites the band less than its neighbours
    modes,     ///< the band has fewer than two modes of the room
    silence,   ///< nothing was recorded
    range,     ///< the decay does not fall far enough as a straight line: noise, or a second slope
    duration,  ///< the trace ends before the decay has fallen far enough
    filter,    ///< the filter of the band rings as long as the decay, also when it runs backwards
};
template <>
struct EnumWords<DecayFault> {
    static constexpr auto words =
        std::to_array<std::string_view>({"none", "grid", "pulse", "modes", "silence", "range", "duration", "filter"});
};

/// Levels between which the line of a decay is fitted, dB. Noise must lie 10 dB below them (ISO 3382-1, 5.3.3).
struct DecayRange {
    double from_db = 0, to_db = 0;
    double needed_db() const { return 10 - to_db; }
};
inline constexpr DecayRange range_edt{0, -10}, range_t20{-5, -25}, range_t30{-5, -35};

struct ReverberationTime {
    double seconds = std::numeric_limits<double>::quiet_NaN();  ///< time for 60 dB; known only without a fault
    DecayFault fault = DecayFault::none;
    /// 1000 (1 - r^2), r the correlation of levels and times: 0 for a straight line (ISO 3382-2, B.2).
    double nonlinearity = std::numeric_limits<double>::quiet_NaN();
};

/// The backward integral of the squared sound of a band (Schroeder), and the lines of ISO 3382-1 fitted to it. The
/// energy after the end of the trace is added by extrapolating the line. If the trace ends in noise, it is cut where
/// the decay disappears in the noise (Lundeby et al., Acustica 81, 1995). The noise before is subtracted (Chu, JASA 63,
/// 1978).
class DecayCurve {
  public:
    /// `band`: the filtered response, Pa; the line may begin at `begin_s`.
    DecayCurve(std::vector<double> band, double step_s, double begin_s);

    /// Possible faults: silence, range, duration.
    ReverberationTime time(const DecayRange& range) const;
    /// Level of the energy after each sample, dB relative to the total energy. If no noise is
    /// subtracted, the line of time() is fitted to these levels.
    std::vector<double> levels() const;
    /// Fault of energies of the complete trace if more than two per cent may be missing or false: `range` for noise,
    /// `duration` for sound after the end.
    DecayFault energy_fault() const;
    const std::vector<double>& band() const { return band_; }

  private:
    /// Energy from each sample to `end`, divided by the time step; `noise` is subtracted from each squared sample.
    std::vector<double> left_at(std::size_t end, double noise) const;
    /// Whether the decay disappears in noise before the trace ends. The last tenth looks like this in traces without
    /// noise, too, and does not count.
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
    /// `response` begins at `onset_s` and must outlive this object.
    BandDecay(std::span<const double> response, const BandFilter& filter, double bandwidth_hz, double step_s,
              double onset_s);

    /// Possible faults: those of DecayCurve, and `filter`.
    ReverberationTime time(const DecayRange& range);
    /// The decay of the response filtered forwards.
    const DecayCurve& curve() const { return forwards_; }

  private:
    std::span<const double> response_;
    const BandFilter& filter_;
    double bandwidth_hz_, step_s_, onset_s_;
    DecayCurve forwards_;
    std::optional<DecayCurve> backwards_;  ///< made when it is needed
};

/// T20 in the octave around the frequency `middle_hz`.
ReverberationTime reverberation_of(std::span<const double> trace, double step_s, double middle_hz);

}  // namespace wavesim
