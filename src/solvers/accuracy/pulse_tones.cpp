// SPDX-License-Identifier: MIT
#include "solvers/accuracy/pulse_tones.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <utility>

#include "solvers/accuracy/echo_ways.hpp"
#include "solvers/signal/pulse_spectrum.hpp"
#include "solvers/ways/reach.hpp"

namespace wavesim {

std::vector<PulseTone> pulse_tones(const PlanOutline& plan, std::size_t count) {
    constexpr double shortest_wave_cells = 2.5;
    std::optional<PulseSpectrum> highest;
    for (const SourceRequest& source : plan.scene.sources) {
        if (is_silent(source.signal)) continue;
        PulseSpectrum spectrum = pulse_spectrum(plan, source.signal);
        if (!highest || spectrum.top_hz > highest->top_hz) highest = std::move(spectrum);
    }
    std::vector<PulseTone> tones;
    if (!highest) return tones;
    const double carried_hz = plan.decision.slowest_m_s / (shortest_wave_cells * plan.decision.spacing_m);
    const double top_hz = std::min(highest->top_hz, carried_hz);
    const int lost_powers = 3 - OpenSpace(plan).dims;  // power of the frequency by which energies are reduced
    double all = 0;
    for (std::size_t j = 0; j < count; ++j) {
        const double hz = top_hz * (static_cast<double>(j) + 0.5) / static_cast<double>(count);
        const double amplitude = std::abs(highest->amplitude(hz / highest->typical_hz));
        tones.push_back({hz, amplitude * amplitude * std::pow(hz, -lost_powers)});
        all += tones.back().share;
    }
    if (!(all > 0)) return {};
    for (PulseTone& tone : tones) tone.share /= all;
    return tones;
}

double error_of_delay(const std::vector<PulseTone>& tones, const std::function<double(double hz)>& delay_s) {
    double energy = 0;
    for (const PulseTone& tone : tones)
        energy += tone.share * std::pow(2 * std::sin(std::numbers::pi * tone.hz * delay_s(tone.hz)), 2);
    return std::sqrt(energy);
}

double middle_frequency(const std::vector<PulseTone>& tones) {
    double sum = 0;
    for (const PulseTone& tone : tones) sum += tone.share * tone.hz;
    return sum;
}

}  // namespace wavesim
