// SPDX-License-Identifier: MIT
#include "io/result/resampler.hpp"

#include <samplerate.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "solvers/signal/resampling.hpp"

namespace wavesim {

namespace {

/// Length of the filter of libsamplerate's best quality, in steps or intervals, whichever is longer.
constexpr double filter_reach = 144;

/// Highest frequency, in cycles per step, that both the filter and the extrapolation preserve.
double carried_band(double steps_per_interval) { return std::min(0.25, 0.45 / steps_per_interval); }

double checked_ratio(double step_s, double interval_s) {
    const double ratio = step_s / interval_s;
    if (src_is_valid_ratio(ratio) == 0)
        throw std::domain_error("a rate must lie within a factor of 256 of the rate of the time steps");
    return ratio;
}

}  // namespace

Resampler::Resampler(std::int64_t samples, double step_s, double interval_s)
    : ratio_(checked_ratio(step_s, interval_s)),
      length_(resampled_length(samples, step_s, interval_s)),
      continuation_(samples, carried_band(1 / ratio_),
                    static_cast<std::int64_t>(std::ceil(filter_reach * std::max(1.0, 1 / ratio_)))) {}

std::vector<float> Resampler::operator()(std::span<const double> trace) const {
    std::vector<float> out(static_cast<std::size_t>(length_));
    if (out.empty()) return out;
    std::vector<float> in(trace.begin(), trace.end());
    const std::vector<double> after = continuation_.after(trace);
    in.insert(in.end(), after.begin(), after.end());
    SRC_DATA data{};
    data.data_in = in.data();
    data.input_frames = static_cast<long>(in.size());
    data.data_out = out.data();
    data.output_frames = static_cast<long>(out.size());
    data.src_ratio = ratio_;
    if (const int error = src_simple(&data, SRC_SINC_BEST_QUALITY, 1))
        throw std::runtime_error(std::string("resampling failed: ") + src_strerror(error));
    return out;
}

}  // namespace wavesim
