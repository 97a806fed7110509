// SPDX-License-Identifier: MIT
#include "acoustics/room_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "acoustics/band_filter.hpp"
#include "acoustics/trace_metrics.hpp"

namespace wavesim {

namespace {

constexpr double onset_share = 0.1;  // 20 dB below the peak

/// Energies of the sound before and after a moment, each including the ringing of its filter.
struct Parted {
    double early = 0, late = 0;
    double clarity_db() const { return 10 * std::log10(early / late); }
};

Parted parted_at(std::span<const double> response, std::size_t sample, const BandFilter& filter) {
    std::vector<double> early(response.begin(), response.end());
    const std::size_t from = std::min(sample, early.size());
    std::fill(early.begin() + static_cast<std::ptrdiff_t>(from), early.end(), 0.0);
    return {energy_of(filter.filter(early), 1), energy_of(filter.filter(response.subspan(from)), 1)};
}

double centre_time(std::span<const double> band, double step_s) {
    double energy = 0, moment = 0;
    for (std::size_t i = 0; i < band.size(); ++i) {
        energy += band[i] * band[i];
        moment += band[i] * band[i] * static_cast<double>(i);
    }
    return moment / energy * step_s;
}

}  // namespace

std::vector<double> decay_levels(std::span<const double> response, double step_s, const AnalysedBand& band) {
    const std::optional<BandFilter> filter = BandFilter::between(band.low_hz(), band.high_hz(), step_s);
    return filter ? DecayCurve(filter->filter(response), step_s, 0).levels() : std::vector<double>{};
}

std::size_t onset_of(std::span<const double> response) {
    const double least = onset_share * peak_of(response);
    const auto first = std::ranges::find_if(response, [least](double p) { return std::abs(p) >= least; });
    return static_cast<std::size_t>(first - response.begin());
}

RoomNumbers room_numbers(std::span<const double> response, double step_s, const AnalysedBand& band,
                         std::span<const double> at_10_m, DecayFault known) {
    RoomNumbers numbers;
    numbers.band = band;
    const auto all_at_fault = [&](DecayFault fault) {
        numbers.edt.fault = numbers.t20.fault = numbers.t30.fault = numbers.energy_fault = fault;
        return numbers;
    };
    if (known != DecayFault::none) return all_at_fault(known);
    const std::optional<BandFilter> filter = BandFilter::between(band.low_hz(), band.high_hz(), step_s);
    if (!filter) return all_at_fault(DecayFault::grid);
    if (!(peak_of(response) > 0)) return all_at_fault(DecayFault::silence);

    const std::size_t onset = onset_of(response);
    const double begin_s = static_cast<double>(onset) * step_s, delay_s = filter->delay_s();
    BandDecay decay(response, *filter, band.high_hz() - band.low_hz(), step_s, begin_s);
    numbers.edt = decay.time(range_edt);
    numbers.t20 = decay.time(range_t20);
    numbers.t30 = decay.time(range_t30);
    if (numbers.t30.fault == DecayFault::none && numbers.t20.fault == DecayFault::none)
        numbers.curvature_percent = 100 * (numbers.t30.seconds / numbers.t20.seconds - 1);

    numbers.energy_fault = decay.curve().energy_fault();
    if (numbers.energy_fault != DecayFault::none) return numbers;
    const std::vector<double>& sound = decay.curve().band();
    const auto after = [&](double seconds) { return onset + static_cast<std::size_t>(std::lround(seconds / step_s)); };
    const Parted at_50 = parted_at(response, after(0.05), *filter), at_80 = parted_at(response, after(0.08), *filter);
    numbers.c50_db = at_50.clarity_db();
    numbers.c80_db = at_80.clarity_db();
    numbers.d50 = at_50.early / (at_50.early + at_50.late);
    numbers.centre_time_s = centre_time(sound, step_s) - begin_s - delay_s;
    if (!at_10_m.empty()) {
        const double reference = energy_of(filter->filter(at_10_m), 1);
        if (reference > 0) numbers.strength_db = 10 * std::log10(energy_of(sound, 1) / reference);
    }
    return numbers;
}

}  // namespace wavesim
