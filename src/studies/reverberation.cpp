// SPDX-License-Identifier: MIT
#include "studies/reverberation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "studies/trace_metrics.hpp"

namespace wavesim {

namespace {

constexpr double range_db = 35;
constexpr double least_band_times_decay = 16;
/// The sound at the end may be so far above the line of the decay.
constexpr double most_above_line_db = 5;

/// A decay as a straight line in dB, and where it leaves the level of its beginning.
struct DecayLine {
    double seconds_60 = std::numeric_limits<double>::quiet_NaN();
    double start_s = 0;
    bool reached = false;  ///< the curve comes down to -25 dB
    double level(double time_s) const { return -60 * (time_s - start_s) / seconds_60; }
};

/// `left`: energy that is still to come at each sample, without what lies behind the end of the trace.
DecayLine decay_line(const std::vector<double>& left, double missing, double step_s) {
    const double whole = left.front() + missing;
    double n = 0, t1 = 0, t2 = 0, l1 = 0, tl = 0;
    bool reached = false;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const double level = 10 * std::log10((left[i] + missing) / whole);
        if (level > -5) continue;
        if (level < -25) {
            reached = true;
            break;
        }
        const double time = static_cast<double>(i) * step_s;
        n += 1;
        t1 += time;
        t2 += time * time;
        l1 += level;
        tl += time * level;
    }
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    if (!reached || n < 3) return {unknown, 0, reached};
    const double slope = (n * tl - t1 * l1) / (n * t2 - t1 * t1);
    if (!(slope < 0)) return {unknown, 0, true};
    return {-60 / slope, (t1 - l1 / slope) / n, true};
}

/// Whether what is left at the end is no part of the decay: it lies above the line, and as noise of that level all
/// along it would lift the curve where the line is drawn.
bool ends_in_noise(std::span<const double> band, double energy, const DecayLine& line, double step_s) {
    const std::span<const double> end = band.last(band.size() / 10 + 1);
    double sum = 0;
    for (const double p : end) sum += p * p;
    const double noise = sum / static_cast<double>(end.size());
    const double middle_s = step_s * (static_cast<double>(band.size()) - 0.5 * static_cast<double>(end.size()));
    const double decay =
        energy * 6 * std::numbers::ln10 / line.seconds_60 * step_s * std::pow(10, line.level(middle_s) / 10);
    return noise * static_cast<double>(band.size()) > energy * std::pow(10, -range_db / 10) &&
           noise > decay * std::pow(10, most_above_line_db / 10);
}

}  // namespace

ReverberationTime reverberation_of(std::span<const double> trace, double step_s, double middle_hz) {
    const double not_known = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> band = octave_of(trace, step_s, middle_hz);
    if (band.empty()) return {not_known, DecayFault::grid};
    std::vector<double> left = band;
    double sum = 0;
    for (auto value = left.rbegin(); value != left.rend(); ++value) *value = sum += *value * *value;
    if (!(sum > 0)) return {not_known, DecayFault::silence};
    const double end_s = static_cast<double>(left.size()) * step_s;
    DecayLine line = decay_line(left, 0, step_s);
    for (int round = 0; round < 8 && line.seconds_60 > 0; ++round) {
        const double share = std::pow(10, line.level(end_s) / 10);  // of the whole energy, behind the end
        line = decay_line(left, sum * share / (1 - std::min(share, 0.5)), step_s);
    }
    if (!line.reached) return {not_known, DecayFault::duration};
    if (!(line.seconds_60 > 0)) return {not_known, DecayFault::range};
    if (line.level(end_s) > -range_db) return {not_known, DecayFault::duration};
    if (ends_in_noise(band, sum, line, step_s)) return {not_known, DecayFault::range};
    if (line.seconds_60 * middle_hz / std::numbers::sqrt2 < least_band_times_decay)
        return {not_known, DecayFault::filter};
    return {line.seconds_60, DecayFault::none};
}

}  // namespace wavesim
