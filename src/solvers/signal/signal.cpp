// SPDX-License-Identifier: MIT
#include "solvers/signal/signal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "solvers/space/interpolation.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;

double square(double x) { return x * x; }
double sinc(double x) { return x == 0 ? 1 : std::sin(pi * x) / (pi * x); }

double default_delay(const SignalRequest& request, double time_step_s) {
    switch (request.kind) {
        case SignalKind::ricker: return 1.5 / request.frequency_hz;
        case SignalKind::gaussian:
        case SignalKind::dgauss: return 5 * request.width_s;
        case SignalKind::impulse: return 2 * time_step_s;
        case SignalKind::sine:
        case SignalKind::samples: return 0;
    }
    return 0;
}

/// Sine with a raised-cosine ramp of m cycles.
double ramped_sine(double t, double f, double m) {
    const double s = std::sin(2 * pi * f * t);
    return t < m / f ? s * 0.5 * (1 - std::cos(pi * f * t / m)) : s;
}

/// Antiderivative of ramped_sine, 0 at t = 0.
double ramped_sine_integral(double t, double f, double m) {
    const double w = 2 * pi * f;
    const double ramp_end = m / f;
    const auto one_minus_cos_over = [](double rate, double at) {  // (1 - cos(rate t)) / rate, 0 at rate 0
        return rate == 0 ? 0 : 2 * square(std::sin(rate * at / 2)) / rate;
    };
    const auto ramp = [&](double at) {
        const double c = pi * f / m;
        return 0.5 * one_minus_cos_over(w, at) - 0.25 * (one_minus_cos_over(w + c, at) + one_minus_cos_over(w - c, at));
    };
    if (t < ramp_end) return ramp(t);
    return (m > 0 ? ramp(ramp_end) : 0) + (std::cos(w * ramp_end) - std::cos(w * t)) / w;
}

}  // namespace

Signal::Signal(SignalRequest request, double time_step_s)
    : request_(std::move(request)),
      time_step_s_(time_step_s),
      delay_s_(request_.delay_s.value_or(default_delay(request_, time_step_s))) {
    // An impulse acts at an integer step.
    if (request_.kind == SignalKind::impulse) delay_s_ = std::round(delay_s_ / time_step_s) * time_step_s;
}

double Signal::value(double t) const {
    if (t < 0) return 0;
    const double d = t - delay_s_;
    const double a = request_.amplitude_pa_m;
    switch (request_.kind) {
        case SignalKind::ricker: {
            const double q = square(pi * request_.frequency_hz * d);
            return a * (1 - 2 * q) * std::exp(-q);
        }
        case SignalKind::gaussian: return a * std::exp(-square(d / request_.width_s) / 2);
        case SignalKind::dgauss: return -a * d / request_.width_s * std::exp(0.5 - square(d / request_.width_s) / 2);
        case SignalKind::sine: return d < 0 ? 0 : a * ramped_sine(d, request_.frequency_hz, request_.ramp_cycles);
        case SignalKind::impulse: return a / time_step_s_ * sinc(d / time_step_s_);
        case SignalKind::samples: return a * sampled_value(d);
    }
    return 0;
}

double Signal::antiderivative(double t) const {
    const double d = std::max(t, 0.0) - delay_s_;  // s is 0 before t = 0
    const double a = request_.amplitude_pa_m;
    const double w = request_.width_s;
    switch (request_.kind) {
        case SignalKind::ricker: return a * d * std::exp(-square(pi * request_.frequency_hz * d));
        case SignalKind::gaussian: return a * w * std::sqrt(pi / 2) * std::erf(d / (w * std::numbers::sqrt2));
        case SignalKind::dgauss: return a * w * std::exp(0.5 - square(d / w) / 2);
        case SignalKind::sine:
            return d < 0 ? 0 : a * ramped_sine_integral(d, request_.frequency_hz, request_.ramp_cycles);
        case SignalKind::impulse:
        case SignalKind::samples: break;  // filtered by their samples
    }
    return 0;
}

double Signal::sampled_value(double t) const {
    // Cut-off at 0.94 of the lower Nyquist frequency; 40 zero crossings and b = 9 reach -90 dB at that frequency.
    constexpr double zero_crossings = 40;
    constexpr double shape = 9;
    const auto count = static_cast<std::int64_t>(request_.samples.size());
    const double band = 0.94 * std::min(1.0, 1 / (time_step_s_ * request_.sample_rate_hz));
    const double reach = zero_crossings / band;
    const double at = t * request_.sample_rate_hz;
    if (!(at > -reach && at < static_cast<double>(count) + reach)) return 0;
    const auto from = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::ceil(at - reach)));
    const auto to = std::min<std::int64_t>(count - 1, static_cast<std::int64_t>(std::floor(at + reach)));
    double sum = 0;
    for (std::int64_t k = from; k <= to; ++k)
        sum += request_.samples[static_cast<std::size_t>(k)] *
               kaiser_sinc((at - static_cast<double>(k)) * band, static_cast<int>(zero_crossings), shape);
    return band * sum;
}

std::vector<double> Signal::sample(std::int64_t steps, bool filtered) const {
    std::vector<double> samples(static_cast<std::size_t>(steps));
    const auto time = [this](std::int64_t n) { return static_cast<double>(n) * time_step_s_; };
    const auto at_step = [this, &time](std::int64_t n) {
        if (request_.kind != SignalKind::impulse) return value(time(n));
        return n >= 0 && n == std::llround(delay_s_ / time_step_s_) ? request_.amplitude_pa_m / time_step_s_ : 0.0;
    };
    const bool by_samples = request_.kind == SignalKind::impulse || request_.kind == SignalKind::samples;
    const double side = request_.kind == SignalKind::impulse ? 0.25 : 1.0 / 6;
    for (std::int64_t n = 0; n < steps; ++n) {
        double& s = samples[static_cast<std::size_t>(n)];
        if (!filtered)
            s = at_step(n);
        else if (by_samples)
            s = side * at_step(n - 1) + (1 - 2 * side) * at_step(n) + side * at_step(n + 1);
        else
            s = (antiderivative(time(n + 1)) - antiderivative(time(n - 1))) / (2 * time_step_s_);
    }
    return samples;
}

double Signal::end() const {
    constexpr double tail = 6.5;  // exp(-tail^2 / 2) < 1e-9
    switch (request_.kind) {
        case SignalKind::ricker: return delay_s_ + 1.6 / request_.frequency_hz;  // exp(-25)
        case SignalKind::gaussian:
        case SignalKind::dgauss: return delay_s_ + (tail + 0.5) * request_.width_s;
        case SignalKind::sine: return std::numeric_limits<double>::infinity();
        case SignalKind::impulse: return delay_s_ + 1e4 * time_step_s_;
        case SignalKind::samples: {
            const double rate = std::min(request_.sample_rate_hz, 1 / time_step_s_);
            return delay_s_ + static_cast<double>(request_.samples.size()) / request_.sample_rate_hz + 43 / rate;
        }
    }
    return 0;
}

double Signal::time_scale() const {
    switch (request_.kind) {
        case SignalKind::ricker: return 1 / (2.5 * request_.frequency_hz);
        case SignalKind::gaussian:
        case SignalKind::dgauss: return 3 * request_.width_s;
        case SignalKind::sine: return 1 / request_.frequency_hz;
        case SignalKind::impulse: return 2 * time_step_s_;
        case SignalKind::samples: return 2 * std::max(time_step_s_, 1 / request_.sample_rate_hz);
    }
    return time_step_s_;
}

double Signal::peak() const {
    const double a = std::abs(request_.amplitude_pa_m);
    if (request_.kind == SignalKind::impulse) return a / time_step_s_;
    if (request_.kind != SignalKind::samples) return a;
    double largest = 0;
    for (double x : request_.samples) largest = std::max(largest, std::abs(x));
    return a * 2 * largest;  // a band-limited signal may overshoot its samples
}

}  // namespace wavesim
