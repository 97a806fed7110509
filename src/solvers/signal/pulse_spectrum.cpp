// SPDX-License-Identifier: MIT
#include "solvers/signal/pulse_spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/signal/signal_analysis.hpp"

namespace wavesim {

PulseSpectrum pulse_spectrum(const PlanOutline& plan, const SignalRequest& signal) {
    using Complex = std::complex<double>;
    const double width_hz = 1 / (2 * std::numbers::pi * signal.width_s);
    switch (signal.kind) {
        case SignalKind::ricker:
            return {signal.frequency_hz, 3 * signal.frequency_hz, [](Complex x) { return x * x * std::exp(-x * x); }};
        case SignalKind::gaussian: return {width_hz, 3.5 * width_hz, [](Complex x) { return std::exp(-x * x / 2.0); }};
        case SignalKind::dgauss:
            return {width_hz, 3.5 * width_hz, [](Complex x) { return Complex(0, 1) * x * std::exp(-x * x / 2.0); }};
        case SignalKind::sine:  // a few periods
            return {signal.frequency_hz, 2 * signal.frequency_hz,
                    [](Complex x) { return std::exp(-18.0 * (x - 1.0) * (x - 1.0)); }};
        case SignalKind::impulse:
        case SignalKind::samples: break;
    }
    const double most_hz = plan.report.dispersion.frequency_hz;
    const FrequencyBand band = SignalEnergy(signal, plan.scene.duration_s).band().value_or(FrequencyBand{0, most_hz});
    const double high_hz = std::min(band.high_hz, most_hz), typical_hz = (std::min(band.low_hz, high_hz) + high_hz) / 2;
    return {typical_hz, high_hz, [x0 = band.low_hz / typical_hz](Complex x) { return x.real() < x0 ? 0.0 : 1.0; }};
}

}  // namespace wavesim
