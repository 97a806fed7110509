// SPDX-License-Identifier: MIT
#include "solvers/accuracy/pulse_sums.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wavesim {

namespace {

using std::numbers::pi;

constexpr double samples_per_period = 8;  // of the highest tone
constexpr std::size_t most_shapes = 24;
constexpr double least_value = 2e-3;  // of a pulse, relative to its peak; the rest of its ends is left out

}  // namespace

PulseSums::PulseSums(const std::vector<PulseTone>& tones, const std::function<double(double hz)>& late_per_m,
                     double speed_m_s, bool line_source, double longest_m)
    : longest_m_(longest_m) {
    if (tones.empty() || !(longest_m > 0)) return;
    const double top_hz = tones.back().hz, step_hz = tones.size() > 1 ? tones[1].hz - tones[0].hz : top_hz;
    metres_per_sample_ = speed_m_s / (samples_per_period * top_hz);
    half_ = static_cast<std::ptrdiff_t>(samples_per_period * top_hz / step_hz / 2);
    asked_ = shape(
        tones, [](double) { return 0.0; }, line_source);
    double peak = 0;
    for (const double value : asked_.values) peak = std::max(peak, std::abs(value));
    const auto scale = [&](Shape& one) {
        for (double& value : one.values) value /= peak;
    };
    double latest_s = 0;
    for (const PulseTone& tone : tones) latest_s = std::max(latest_s, std::abs(late_per_m(tone.hz)) * longest_m);
    // Between two of these paths no tone gains more than about a tenth of a period.
    const auto shapes = static_cast<std::size_t>(std::clamp(10 * latest_s * top_hz, 1.0, double{most_shapes}));
    for (std::size_t i = 0; i <= shapes; ++i) {
        const double way_m = longest_m * static_cast<double>(i) / static_cast<double>(shapes);
        on_grid_.push_back(shape(
            tones, [&](double hz) { return late_per_m(hz) * way_m; }, line_source));
        scale(on_grid_.back());
    }
    scale(asked_);
}

PulseSums::Shape PulseSums::shape(const std::vector<PulseTone>& tones, const std::function<double(double hz)>& delay_s,
                                  bool line_source) const {
    const double sample_s = 1 / (samples_per_period * tones.back().hz);
    std::vector<double> all(static_cast<std::size_t>(2 * half_ + 1));
    double peak = 0;
    for (const PulseTone& tone : tones) {
        const double amplitude = std::sqrt(tone.share), per_sample = 2 * pi * tone.hz * sample_s;
        const double phase = 2 * pi * tone.hz * delay_s(tone.hz) + (line_source ? pi / 4 : 0);
        for (std::size_t n = 0; n < all.size(); ++n)
            all[n] +=
                amplitude * std::cos(per_sample * static_cast<double>(static_cast<std::ptrdiff_t>(n) - half_) - phase);
    }
    for (const double value : all) peak = std::max(peak, std::abs(value));
    const auto loud = [&](double value) { return std::abs(value) > least_value * peak; };
    const auto begin = std::ranges::find_if(all, loud);
    const auto end = std::find_if(all.rbegin(), all.rend(), loud).base();
    if (begin == all.end()) return {};
    return {begin - all.begin() - half_, {begin, end}};
}

void PulseSums::add(std::vector<double>& sum, const Shape& shape, double way_m, double level) const {
    // Between samples a pulse is linear.
    const double at = way_m / metres_per_sample_ + static_cast<double>(half_);
    const auto whole = static_cast<std::ptrdiff_t>(std::floor(at));
    const double part = at - std::floor(at);
    const std::ptrdiff_t first = whole + shape.first;
    for (std::size_t i = 0; i < shape.values.size(); ++i) {
        const auto n = first + static_cast<std::ptrdiff_t>(i);
        if (n < 0) continue;
        if (n >= std::ssize(sum)) break;
        sum[static_cast<std::size_t>(n)] += level * (1 - part) * shape.values[i];
        if (n + 1 < std::ssize(sum)) sum[static_cast<std::size_t>(n) + 1] += level * part * shape.values[i];
    }
}

double PulseSums::begun_m(double until_m) const {
    return until_m - static_cast<double>(asked_.first) * metres_per_sample_;
}

LoudestSum PulseSums::of(const std::vector<ShiftedArrival>& arrivals, double until_m) const {
    LoudestSum loudest;
    if (on_grid_.empty() || arrivals.empty() || !(until_m > 0)) return loudest;
    const auto samples =
        static_cast<std::size_t>(std::ceil(until_m / metres_per_sample_)) + static_cast<std::size_t>(half_) + 1;
    std::vector<double> asked(samples), error(samples);
    const double per_shape = longest_m_ / static_cast<double>(on_grid_.size() - 1);
    for (const ShiftedArrival& one : arrivals) {
        add(asked, asked_, one.asked_m, one.level);
        add(error, asked_, one.asked_m, -one.level);
        const double place = std::clamp(one.asked_m / per_shape, 0.0, static_cast<double>(on_grid_.size() - 1));
        const auto below = std::min(static_cast<std::size_t>(place), on_grid_.size() - 2);
        const double part = place - static_cast<double>(below);
        add(error, on_grid_[below], one.gridded_m, one.level * (1 - part));
        add(error, on_grid_[below + 1], one.gridded_m, one.level * part);
    }
    for (std::size_t n = 0; n < samples; ++n)
        loudest = {std::max(loudest.level, std::abs(asked[n])), std::max(loudest.error, std::abs(error[n]))};
    return loudest;
}

}  // namespace wavesim
