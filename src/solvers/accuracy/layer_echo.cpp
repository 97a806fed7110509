// SPDX-License-Identifier: MIT
#include "solvers/accuracy/layer_echo.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <iterator>
#include <numbers>
#include <utility>
#include <vector>

#include "boundary/layer_reflection.hpp"
#include "solvers/accuracy/duct_modes.hpp"
#include "solvers/accuracy/echo_ways.hpp"
#include "solvers/accuracy/layer_waves.hpp"
#include "solvers/accuracy/solid_images.hpp"
#include "solvers/signal/pulse_spectrum.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "solvers/ways/layer_profiles.hpp"
#include "solvers/ways/open_sides.hpp"

namespace wavesim {

namespace {

using Complex = std::complex<double>;
using std::numbers::pi;
constexpr double shortest_wave = 3;  ///< cells; shorter waves are neglected
constexpr std::size_t frequencies = 24;
constexpr double corners = 1.26;    ///< factor for multiple reflections and corners, which are left out (ducts have no
                                    ///< corners)
constexpr double nothing = 1.4e-5;  ///< no smaller reflection of a pulse was measured

class Echoes {
  public:
    explicit Echoes(const PlanOutline& plan) : plan_(plan), space_(plan) {
        const auto& boundaries = plan.scene.boundaries;
        const double waves_per_cell = layer_frequency(plan) * plan.decision.spacing_m / plan.decision.fastest_m_s;
        for (const Side side : all_sides) {
            const auto s = static_cast<std::size_t>(side);
            if (boundaries.kind[s] != SideKind::absorbing) continue;
            const LayerProfile layer = layer_at(plan, side);
            const auto same = std::ranges::find(profiles_, layer);
            layer_of_[s] = static_cast<std::size_t>(same - profiles_.begin());
            if (same != profiles_.end()) continue;
            profiles_.push_back(layer);
            layers_.emplace_back(plan.decision.shape.stencil, plan.courant(), layer, waves_per_cell);
        }
    }

    LayerEchoes worst() const {
        std::vector<SoundWay> loudest = loudest_ways(plan_, space_);
        add_solid_images(plan_, space_, loudest);
        Errors worst;
        for (std::size_t source = 0; source < plan_.scene.sources.size(); ++source) {
            std::vector<SoundWay> from_it;
            std::ranges::copy_if(loudest, std::back_inserter(from_it),
                                 [source](const SoundWay& way) { return way.source == source; });
            if (!from_it.empty()) worst.raise(worst_errors(from_it));
        }
        const auto in_db = [](double error) { return 20 * std::log10(std::hypot(error, nothing)); };
        LayerEchoes echoes{in_db((guided() ? 1 : corners) * worst.all), {}};
        for (const Side side : all_sides) {
            const auto s = static_cast<std::size_t>(side);
            if (plan_.scene.boundaries.kind[s] == SideKind::absorbing)
                echoes.sides.push_back({side, in_db(worst.of_side[s])});
        }
        return echoes;
    }

  private:
    /// Reflections relative to the direct sound.
    struct Errors {
        double all = 0;
        std::array<double, 6> of_side{};

        void raise(const Errors& other, double share = 1) {
            all = std::max(all, share * other.all);
            for (std::size_t s = 0; s < of_side.size(); ++s)
                of_side[s] = std::max(of_side[s], share * other.of_side[s]);
        }
    };

    /// Largest reflection relative to the largest direct sound, for paths from one source. Low frequencies are also
    /// computed over a longer time: layers hardly damp them, so their reflections arrive late.
    Errors worst_errors(const std::vector<SoundWay>& from_source) const {
        const PulseSpectrum spectrum = pulse_spectrum(plan_, plan_.scene.sources[from_source[0].source].signal);
        const double cells_per_s = plan_.decision.fastest_m_s / plan_.decision.spacing_m;
        const double period = cells_per_s / spectrum.typical_hz;  // cells
        const Look whole = whole_look(spectrum.top_hz / cells_per_s, period);
        const std::vector<Tone> of_whole = tones(from_source, spectrum, period, whole);
        const Look late = late_look(spectrum.top_hz / cells_per_s, period);
        const std::vector<Tone> of_late = guided() ? std::vector<Tone>() : tones(from_source, spectrum, period, late);
        Errors worst;
        for (const SoundWay& way : from_source) {
            const Loudness loudness_of_whole = loudness(way, of_whole, period, whole);
            if (!(loudness_of_whole.direct > 0)) continue;
            worst.raise(loudness_of_whole.echoes, 1 / loudness_of_whole.direct);
            if (!guided()) worst.raise(loudness(way, of_late, period, late).echoes, 1 / loudness_of_whole.direct);
        }
        return worst;
    }

    /// Whether the domain is a duct.
    bool guided() const { return space_.dims == 1; }

    /// A frequency range of a pulse, and the duration for which its reflections are computed.
    struct Look {
        double top;         ///< waves per cell
        double fades_from;  ///< waves per cell; above, a taper reduces the spectrum to avoid ringing
        double lasts;       ///< length of path after the arrival of a reflection, cells
        double farthest;    ///< cells; reflections over longer paths use this length at the same angle
        std::size_t count;  ///< number of frequencies

        double decay() const { return 3 / lasts; }                        ///< per cell of path
        double step() const { return top / static_cast<double>(count); }  ///< waves per cell
        double share(double waves_per_cell) const {
            if (waves_per_cell <= fades_from) return 1;
            return (1 + std::cos(pi * (waves_per_cell - fades_from) / (top - fades_from))) / 2;
        }
    };

    /// The complete spectrum. `top` in waves per cell, `period` in cells.
    Look whole_look(double top, double period) const {
        if (!guided()) return {top, top, 2 * widest() + 2 * period, 3 * period, frequencies};
        // In ducts low frequencies and slow modes do not become weaker with distance, and their reflections last long.
        const double lasts = 14 * widest() + 40 * period;
        return {top, top, lasts, lasts, points_for(lasts, top)};
    }

    /// The low frequencies, over a longer time.
    Look late_look(double top, double period) const {
        const double low = 1 / (3 * widest());
        const double lasts = 14 * widest() + 2 * period;
        const double end = std::min(top, low);
        return {end, std::min(top, 0.5 * low), lasts, lasts, points_for(lasts, end)};
    }

    /// Number of frequencies for which the period of the trace exceeds the computed duration.
    static std::size_t points_for(double lasts, double top) { return static_cast<std::size_t>(2.2 * lasts * top) + 2; }

    double widest() const { return static_cast<double>(std::ranges::max(profiles_, {}, &LayerProfile::cells).cells); }

    struct Loudness {
        Errors echoes;
        double direct;  ///< direct sound at the receiver where it is loudest
    };

    /// Ratio by which a distant reflection is moved closer. It is computed at the same angle nearby and corrected for
    /// spreading.
    double nearness(const EchoWay& echo, const Look& look) const {
        return guided() ? 1 : std::min(1.0, look.farthest / echo.length());
    }

    /// One frequency of a pulse.
    struct Tone {
        Complex amplitude;
        std::vector<LayerWaves> waves;  ///< one per profile
    };

    /// Signals are computed with a factor exp(decay t), which makes the periodic repetition small with few frequencies.
    std::vector<Tone> tones(const std::vector<SoundWay>& ways, const PulseSpectrum& spectrum, double period,
                            const Look& look) const {
        double nearest = INFINITY, farthest = 0;
        for (const SoundWay& way : ways)
            for (const EchoWay& echo : way.echoes) {
                nearest = std::min(nearest, nearness(echo, look) * echo.across);
                farthest = std::max(farthest, nearness(echo, look) * echo.length());
            }
        const std::vector<double> modes =
            guided() ? DuctModes(plan_, space_, 1 / look.top).turns() : std::vector<double>();
        std::vector<Tone> tones;
        for (std::size_t j = 0; j < look.count; ++j) {
            const double waves_per_cell = (static_cast<double>(j) + 0.5) * look.step();
            if (waves_per_cell > 1 / shortest_wave) break;
            const Complex guess(2 * pi * waves_per_cell, look.decay());
            Tone tone{look.share(waves_per_cell) * spectrum.amplitude(guess / (2 * pi) * period), {}};
            for (const LayerReflection& layer : layers_)
                tone.waves.push_back(guided() ? LayerWaves::of_duct(layer, plan_.courant(), guess, modes, nearest)
                                              : LayerWaves::of_line(layer, plan_.courant(), guess, nearest, farthest));
            tones.push_back(std::move(tone));
        }
        return tones;
    }

    /// A trace from its spectrum, as a function of the path in cells.
    class Sound {
      public:
        Sound(double step, double decay) : step_(step), decay_(decay) {}
        void add(Complex amplitude) { spectrum_.push_back(amplitude); }
        double value(double at) const {
            const Complex turn = std::polar(1.0, -2 * pi * step_ * at);
            Complex phase = std::polar(1.0, -pi * step_ * at);
            Complex sum = 0;
            for (const Complex& amplitude : spectrum_) {
                sum += amplitude * phase;
                phase *= turn;
            }
            return sum.real() * step_ * std::exp(decay_ * at);
        }
        double peak(double from, double to) const {
            constexpr int looks = 200;
            double peak = 0;
            for (int look = 0; look <= looks; ++look)
                peak = std::max(peak, std::abs(value(from + (to - from) * look / looks)));
            return peak;
        }

      private:
        double step_, decay_;
        std::vector<Complex> spectrum_;
    };

    Loudness loudness(const SoundWay& way, const std::vector<Tone>& tones, double period, const Look& look) const {
        Sound direct(look.step(), look.decay());
        std::vector<Sound> echoes(way.echoes.size(), direct);
        const std::vector<double> shares =
            guided() ? DuctModes(plan_, space_, 1 / look.top).shares(way.from, way.to) : std::vector<double>();
        for (const Tone& tone : tones) {
            const Complex k = tone.waves[0].head_on();
            direct.add(tone.amplitude *
                       (guided() ? tone.waves[0].duct_sound(way.loudest, shares) : space_.sound(k, way.loudest)));
            for (std::size_t e = 0; e < echoes.size(); ++e) {
                const EchoWay& echo = way.echoes[e];
                const LayerWaves& waves = tone.waves[layer_of_[static_cast<std::size_t>(echo.side)]];
                const double near = nearness(echo, look);
                echoes[e].add(tone.amplitude * echo.share *
                              (guided() ? waves.duct_echo(echo.length(), shares)
                                        : std::sqrt(near) * space_.of_line(k, echo.length()) *
                                              waves.echo(near * echo.across, near * echo.along)));
            }
        }
        const double run_cells = (plan_.scene.duration_s - when_heard(plan_.scene.sources[way.source].signal).centre) *
                                 plan_.decision.fastest_m_s / plan_.decision.spacing_m;
        std::vector<Arrival> arrivals;
        for (std::size_t e = 0; e < echoes.size(); ++e) {
            const double length = way.echoes[e].length(), at = nearness(way.echoes[e], look) * length;
            // Reflections after the end of the run do not count.
            const double left = std::max(0.0, run_cells - length);
            arrivals.push_back({&echoes[e], length - at, length - 2 * period, length + std::min(left, look.lasts)});
        }
        Errors peaks{peak_of(arrivals), {}};
        for (const Side side : all_sides) {
            std::vector<Arrival> of_side;
            for (std::size_t e = 0; e < arrivals.size(); ++e)
                if (way.echoes[e].side == side) of_side.push_back(arrivals[e]);
            if (!of_side.empty()) peaks.of_side[static_cast<std::size_t>(side)] = peak_of(of_side);
        }
        return {peaks, direct.peak(way.loudest - 2 * period, way.loudest + 2 * period)};
    }

    /// A reflection as a function of the path in cells. It is computed for a closer image, so it arrives earlier by
    /// `earlier`.
    struct Arrival {
        const Sound* sound;
        double earlier;
        double from, to;  ///< range of paths that is evaluated
        double value(double way) const { return way < from || way > to ? 0 : sound->value(way - earlier); }
    };

    /// Largest pressure of all reflections together.
    static double peak_of(const std::vector<Arrival>& arrivals) {
        constexpr int looks = 400;
        const double from = std::ranges::min(arrivals, {}, &Arrival::from).from;
        const double to = std::ranges::max(arrivals, {}, &Arrival::to).to;
        double peak = 0;
        for (int look = 0; look <= looks; ++look) {
            double sum = 0;
            for (const Arrival& arrival : arrivals) sum += arrival.value(from + (to - from) * look / looks);
            peak = std::max(peak, std::abs(sum));
        }
        return peak;
    }

    const PlanOutline& plan_;
    OpenSpace space_;
    std::array<std::size_t, 6> layer_of_{};  ///< per Side
    std::vector<LayerProfile> profiles_;
    std::vector<LayerReflection> layers_;
};

}  // namespace

std::optional<double> layer_echo_db(const PlanOutline& plan) {
    if (plan.scene.tti || !plan.scene.boundaries.any_absorbing()) return {};
    return Echoes(plan).worst().all_db;
}

std::optional<LayerEchoes> layer_echoes(const PlanOutline& plan) {
    if (plan.scene.tti || !plan.scene.boundaries.any_absorbing()) return {};
    return Echoes(plan).worst();
}

}  // namespace wavesim
