// SPDX-License-Identifier: MIT
#include "acoustics/reverberation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "acoustics/noise_floor.hpp"

namespace wavesim {

namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();
/// Least product of bandwidth and reverberation time for a filter that runs forwards or backwards (ISO 3382-2, 7.3).
constexpr double least_forwards = 16, least_backwards = 4;
/// Largest level of the end of the trace above the line of the decay, dB.
constexpr double most_above_line_db = 5;
/// Largest fraction of the energy that may come from noise or from beyond the end of the trace.
constexpr double most_unknown_energy = 0.02;

std::span<const double> last_tenth(std::span<const double> band) { return band.last(band.size() / 10 + 1); }

/// A decay as a straight line in dB, and the time at which the line leaves the initial level.
struct DecayLine {
    double seconds_60 = not_known;
    double start_s = 0;
    double nonlinearity = not_known;
    bool reached = false;  ///< the curve falls to the end of the range
    double level(double time_s) const { return -60 * (time_s - start_s) / seconds_60; }
};

/// `left`: the energy after each sample, up to the end of the trace.
DecayLine decay_line(const std::vector<double>& left, std::size_t begin, double missing, double step_s,
                     const DecayRange& range) {
    const double whole = left.front() + missing;
    double n = 0, t1 = 0, t2 = 0, l1 = 0, l2 = 0, tl = 0;
    bool reached = false;
    for (std::size_t i = begin; i < left.size(); ++i) {
        const double level = 10 * std::log10((left[i] + missing) / whole);
        if (level > range.from_db) continue;
        if (level < range.to_db) {
            reached = true;
            break;
        }
        const double time = static_cast<double>(i) * step_s;
        n += 1;
        t1 += time;
        t2 += time * time;
        l1 += level;
        l2 += level * level;
        tl += time * level;
    }
    DecayLine line;
    line.reached = reached;
    if (!reached || n < 3) return line;
    const double slope = (n * tl - t1 * l1) / (n * t2 - t1 * t1);
    if (!(slope < 0)) return line;
    line.seconds_60 = -60 / slope;
    line.start_s = (t1 - l1 / slope) / n;
    line.nonlinearity = 1000 * (1 - slope * (n * tl - t1 * l1) / (n * l2 - l1 * l1));
    return line;
}

/// Fits the line together with the missing energy: the energy after the end of the trace is that of the extrapolated
/// line.
DecayLine line_with_its_tail(const std::vector<double>& left, std::size_t begin, double step_s,
                             const DecayRange& range) {
    const double end_s = static_cast<double>(left.size()) * step_s;
    DecayLine line = decay_line(left, begin, 0, step_s, range);
    for (int round = 0; round < 8 && line.seconds_60 > 0; ++round) {
        const double share = std::pow(10, line.level(end_s) / 10);  // fraction of the total energy after the end
        line = decay_line(left, begin, left.front() * share / (1 - std::min(share, 0.5)), step_s, range);
    }
    return line;
}

/// Whether the trace ends in noise: its end lies above the decay line, and steady noise of that level would raise the
/// curve where the line is fitted.
bool ends_in_noise(std::span<const double> band, double energy, const DecayLine& line, double step_s,
                   double needed_db) {
    const std::span<const double> end = last_tenth(band);
    const double noise = mean_square(end);
    const double middle_s = step_s * (static_cast<double>(band.size()) - 0.5 * static_cast<double>(end.size()));
    const double decay =
        energy * 6 * std::numbers::ln10 / line.seconds_60 * step_s * std::pow(10, line.level(middle_s) / 10);
    return noise * static_cast<double>(band.size()) > energy * std::pow(10, -needed_db / 10) &&
           noise > decay * std::pow(10, most_above_line_db / 10);
}

}  // namespace

DecayCurve::DecayCurve(std::vector<double> band, double step_s, double begin_s)
    : band_(std::move(band)),
      step_s_(step_s),
      begin_(static_cast<std::size_t>(std::max(0.0, std::round(begin_s / step_s)))) {}

std::vector<double> DecayCurve::left_at(std::size_t end, double noise) const {
    std::vector<double> left(band_.begin(), band_.begin() + static_cast<std::ptrdiff_t>(end));
    double sum = 0;
    for (auto value = left.rbegin(); value != left.rend(); ++value) *value = sum += *value * *value - noise;
    return left;
}

std::vector<double> DecayCurve::levels() const {
    std::vector<double> levels = left_at(band_.size(), 0);
    if (levels.empty()) return levels;
    const double whole = levels.front();
    for (double& level : levels) level = 10 * std::log10(level / whole);
    return levels;
}

ReverberationTime DecayCurve::time(const DecayRange& range) const {
    const auto unknown = [](DecayFault fault) { return ReverberationTime{not_known, fault, not_known}; };
    std::vector<double> left = left_at(band_.size(), 0);
    if (left.empty() || !(left.front() > 0)) return unknown(DecayFault::silence);
    DecayLine line = line_with_its_tail(left, begin_, step_s_, range);
    DecayFault ends_early = DecayFault::duration;
    const auto noise_lifts = [&](double db) { return ends_in_noise(band_, left.front(), line, step_s_, db); };
    if (!(line.seconds_60 > 0) || noise_lifts(range.needed_db() + 10)) {
        const std::size_t end = noise_begin(band_, step_s_);
        if (ends_in_noise_at(end)) {
            ends_early = DecayFault::range;
            left = left_at(end, mean_square(std::span(band_).subspan(end)));
            if (left.empty() || !(left.front() > 0)) return unknown(DecayFault::range);
            line = line_with_its_tail(left, begin_, step_s_, range);
        } else if (line.seconds_60 > 0 && noise_lifts(range.needed_db())) {
            return unknown(DecayFault::range);
        }
    }
    if (!line.reached) return unknown(ends_early);
    if (!(line.seconds_60 > 0)) return unknown(DecayFault::range);
    if (line.level(static_cast<double>(left.size()) * step_s_) > -range.needed_db()) return unknown(ends_early);
    return {line.seconds_60, DecayFault::none, line.nonlinearity};
}

DecayFault DecayCurve::energy_fault() const {
    if (band_.empty()) return DecayFault::silence;
    const double energy = mean_square(band_), end = mean_square(last_tenth(band_));
    if (!(energy > 0)) return DecayFault::silence;
    if (end <= most_unknown_energy * energy) return DecayFault::none;
    return ends_in_noise_at(noise_begin(band_, step_s_)) ? DecayFault::range : DecayFault::duration;
}

BandDecay::BandDecay(std::span<const double> response, const BandFilter& filter, double bandwidth_hz, double step_s,
                     double onset_s)
    : response_(response),
      filter_(filter),
      bandwidth_hz_(bandwidth_hz),
      step_s_(step_s),
      onset_s_(onset_s),
      forwards_(filter.filter(response), step_s, onset_s + filter.delay_s()) {}

ReverberationTime BandDecay::time(const DecayRange& range) {
    ReverberationTime time = forwards_.time(range);
    if (time.fault != DecayFault::none || time.seconds * bandwidth_hz_ >= least_forwards) return time;
    if (!backwards_) backwards_.emplace(filter_.filter_backwards(response_), step_s_, onset_s_);
    time = backwards_->time(range);
    if (time.fault == DecayFault::none && time.seconds * bandwidth_hz_ >= least_backwards) return time;
    return {not_known, DecayFault::filter, not_known};
}

ReverberationTime reverberation_of(std::span<const double> trace, double step_s, double middle_hz) {
    const double low = middle_hz / std::numbers::sqrt2, high = middle_hz * std::numbers::sqrt2;
    const std::optional<BandFilter> filter = BandFilter::between(low, high, step_s);
    if (!filter) return {not_known, DecayFault::grid, not_known};
    return BandDecay(trace, *filter, high - low, step_s, 0).time(range_t20);
}

}  // namespace wavesim
