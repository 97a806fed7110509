// SPDX-License-Identifier: MIT
#include "solvers/accuracy/tilted_waves.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace wavesim {

namespace {

using std::numbers::pi;

}  // namespace

TiltedWaves::TiltedWaves(const TiltedReflection& layer, Complex omega_t, double period, double most)
    : step_(2 * pi / period) {
    const TiltedReflection::Tone tone = layer.at(omega_t);
    for (int j = static_cast<int>(-most / step_); j < most / step_; ++j) {
        const double along = (j + 0.5) * step_;
        TiltedModes modes = tone.modes(along);
        if (modes.comes.empty() || modes.back.empty()) continue;
        const auto amplitudes = tone.amplitudes(along, modes);
        waves_.push_back({along, std::move(modes), amplitudes});
    }
}

TiltedWaves::Complex TiltedWaves::direct(double across, double along) const {
    Complex sum = 0;
    for (const Wave& wave : waves_)
        for (const TiltedMode& mode : across > 0 ? wave.modes.back : wave.modes.comes)
            sum +=
                mode.heard * mode.sent * std::exp(TiltedScheme::i_unit * (mode.across * across + wave.along * along));
    return sum * step_ / (2 * pi);
}

TiltedWaves::Complex TiltedWaves::echo(double source, double receiver, const AlongLayer& along) const {
    Complex sum = 0;
    for (const Wave& wave : waves_) {
        const Complex turn = std::exp(TiltedScheme::i_unit * wave.along * along.receiver);
        for (std::size_t i = 0; i < wave.modes.comes.size(); ++i) {
            const TiltedMode& comes = wave.modes.comes[i];
            const double met = along.share(source * comes.drift);
            if (met == 0) continue;
            const Complex sent = met * comes.sent * turn * std::exp(-TiltedScheme::i_unit * comes.across * source);
            for (std::size_t j = 0; j < wave.modes.back.size(); ++j) {
                const TiltedMode& back = wave.modes.back[j];
                const double left = along.share(along.receiver + receiver * back.drift);
                sum += left * sent * wave.amplitudes[j][i] * back.heard *
                       std::exp(TiltedScheme::i_unit * back.across * receiver);
            }
        }
    }
    return sum * step_ / (2 * pi);
}

/// 1 along the layer, fading over its width beyond its ends.
double AlongLayer::share(double at) const {
    const double beyond = std::max(from - at, at - to) / fades;
    return beyond <= 0 ? 1 : beyond >= 1 ? 0 : (1 + std::cos(pi * beyond)) / 2;
}

}  // namespace wavesim
