// SPDX-License-Identifier: MIT
#include "solvers/layer_echo.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <functional>
#include <numbers>
#include <vector>

#include "boundary/layer_reflection.hpp"
#include "solvers/anisotropy.hpp"
#include "solvers/open_sides.hpp"
#include "solvers/reach.hpp"
#include "solvers/signal_analysis.hpp"

namespace wavesim {

namespace {

using Complex = std::complex<double>;
using std::numbers::pi;
constexpr Complex i_unit{0, 1};
constexpr double shortest_wave = 3;   ///< cells, of waves that are looked at
constexpr std::size_t most_ways = 2;  ///< from sources to receivers that are looked at
constexpr double least_cells = 0.5;   ///< from a source to anything
constexpr std::size_t frequencies = 24;
constexpr double corners = 1.26;    ///< factor of what is left out: echoes of echoes, corners
constexpr double nothing = 1.4e-5;  ///< less than this came back of no pulse

/// Amplitude of a pulse up to `top_hz`; it lasts about one period of `typical_hz`.
struct Spectrum {
    double typical_hz;
    double top_hz;
    std::function<double(double)> amplitude;  ///< at f / typical_hz
};

Spectrum spectrum_of(const PlanOutline& plan, const SignalRequest& signal) {
    const double width_hz = 1 / (2 * pi * signal.width_s);
    switch (signal.kind) {
        case SignalKind::ricker:
            return {signal.frequency_hz, 3 * signal.frequency_hz, [](double x) { return x * x * std::exp(-x * x); }};
        case SignalKind::gaussian: return {width_hz, 3.5 * width_hz, [](double x) { return std::exp(-x * x / 2); }};
        case SignalKind::dgauss: return {width_hz, 3.5 * width_hz, [](double x) { return x * std::exp(-x * x / 2); }};
        case SignalKind::sine:  // a few periods
            return {signal.frequency_hz, 2 * signal.frequency_hz,
                    [](double x) { return std::exp(-18 * (x - 1) * (x - 1)); }};
        case SignalKind::impulse:
        case SignalKind::samples: break;
    }
    const double most_hz = plan.report.dispersion.frequency_hz;
    const FrequencyBand band = SignalEnergy(signal, plan.scene.duration_s).band().value_or(FrequencyBand{0, most_hz});
    const double high_hz = std::min(band.high_hz, most_hz), typical_hz = (std::min(band.low_hz, high_hz) + high_hz) / 2;
    return {typical_hz, high_hz, [x0 = band.low_hz / typical_hz](double x) { return x < x0 ? 0.0 : 1.0; }};
}

/// Axes along which sound spreads: all but those between walls so near to each other that one wave only fits between.
struct Space {
    std::array<bool, 3> open{};
    int dims = 0;

    explicit Space(const PlanOutline& plan) {
        const double longest_m = plan.decision.fastest_m_s / layer_frequency(plan);
        const auto& kind = plan.scene.boundaries.kind;
        for (int axis = 0; axis < 3; ++axis) {
            const auto a = static_cast<std::size_t>(axis);
            if (axis == 1 && plan.scene.dims == 2) continue;
            const bool walls = kind[2 * a] != SideKind::absorbing && kind[2 * a + 1] != SideKind::absorbing;
            open[a] = !(walls && plan.scene.size_m.along(axis) < longest_m / 2);
            dims += open[a];
        }
    }
    /// A line source's sound as that of this space, but for a factor; `k` radians per cell, `away` cells.
    Complex of_line(Complex k, double away) const { return dims == 3 ? std::sqrt(k / away) : Complex(1); }
    /// Sound of a source, with the same factor: that of a line from afar.
    Complex green(Complex k, double away) const {
        const Complex wave = std::exp(i_unit * k * away);
        if (dims == 1) return wave / k;
        return of_line(k, away) * wave / std::sqrt(8 * pi * k * away);
    }
};

/// From a source by a layer to a receiver, cells.
struct EchoWay {
    std::size_t layer;
    double across;  ///< to the layer's face and back
    double along;
    double length() const { return std::hypot(across, along); }
};

struct Way {
    std::size_t source;
    double direct;  ///< cells
    std::vector<EchoWay> echoes;
    /// How near the loudest echo is to as loud as the direct sound.
    double rank() const {
        double most = 0;
        for (const EchoWay& echo : echoes) most = std::max(most, direct / echo.length());
        return most;
    }
};

/// The waves along a layer whose sum is the sound of a line source, and what comes back of each.
struct LayerWaves {
    Complex k;                                 ///< radians per cell, head-on
    double step = 0;                           ///< of the wave numbers (j + 1/2) step along the layer
    std::vector<LayerReflection::Echo> waves;  ///< one per wave number

    /// Sound of the image source over that factor.
    Complex echo(double across, double along, int dims) const {
        if (dims == 1) return waves[0].amplitude * std::exp(i_unit * waves[0].across * across) / k;
        Complex sum = 0;
        for (std::size_t j = 0; j < waves.size(); ++j)
            sum += waves[j].amplitude / waves[j].slope * std::exp(i_unit * waves[j].across * across) *
                   std::cos((static_cast<double>(j) + 0.5) * step * along);
        return sum * step / pi;
    }
};

class Echoes {
  public:
    explicit Echoes(const PlanOutline& plan) : plan_(plan), space_(plan) {
        const auto& boundaries = plan.scene.boundaries;
        const double waves_per_cell = layer_frequency(plan) * plan.decision.spacing_m / plan.decision.fastest_m_s;
        for (const Side side : all_sides) {
            const auto s = static_cast<std::size_t>(side);
            if (boundaries.kind[s] != SideKind::absorbing) continue;
            const auto same = std::ranges::find(profiles_, boundaries.layer[s]);
            sides_.push_back({side, static_cast<std::size_t>(same - profiles_.begin())});
            if (same != profiles_.end()) continue;
            profiles_.push_back(boundaries.layer[s]);
            layers_.emplace_back(plan.decision.shape.stencil, plan.courant(), boundaries.layer[s], waves_per_cell);
        }
    }

    double worst_db() const {
        double worst = 0;
        for (const Way& way : ways()) worst = std::max(worst, error_of(way));
        return 20 * std::log10(std::hypot(corners * worst, nothing));
    }

  private:
    /// Those whose echoes are the loudest beside the direct sound; of each source to the layers where there is no
    /// receiver.
    std::vector<Way> ways() const {
        std::vector<Way> all;
        const auto add = [&](std::size_t source, const Point& to) {
            if (is_silent(plan_.scene.sources[source].signal)) return;
            all.push_back(way(source, to));
            if (all.size() < 64 * most_ways) return;
            keep_loudest(all);
        };
        for (std::size_t source = 0; source < plan_.decision.sources.size(); ++source) {
            for (const PlannedPoint& receiver : plan_.decision.receivers) add(source, receiver.position);
            if (!plan_.decision.receivers.empty()) continue;
            for (const auto& [side, layer] : sides_) {
                Point foot = plan_.decision.sources[source].position;
                (axis_of(side) == 0   ? foot.x
                 : axis_of(side) == 1 ? foot.y
                                      : foot.z) = is_max(side) ? plan_.scene.size_m.along(axis_of(side)) : 0;
                add(source, foot);
            }
        }
        keep_loudest(all);
        return all;
    }

    static void keep_loudest(std::vector<Way>& ways) {
        std::ranges::stable_sort(ways, std::ranges::greater{}, &Way::rank);
        if (ways.size() > most_ways) ways.resize(most_ways);
    }

    Way way(std::size_t source, const Point& to) const {
        const Point& from = plan_.decision.sources[source].position;
        const double cell = plan_.decision.spacing_m;
        std::array<double, 3> apart{};
        for (int axis = 0; axis < 3; ++axis)
            if (space_.open[static_cast<std::size_t>(axis)])
                apart[static_cast<std::size_t>(axis)] = (to.along(axis) - from.along(axis)) / cell;
        Way way{source, std::max(least_cells, std::hypot(apart[0], apart[1], apart[2])), {}};
        for (const auto& [side, layer] : sides_) {
            const int axis = axis_of(side);
            const double end = is_max(side) ? plan_.scene.size_m.along(axis) : 0;
            const double across = (std::abs(end - from.along(axis)) + std::abs(end - to.along(axis))) / cell;
            auto beside = apart;
            beside[static_cast<std::size_t>(axis)] = 0;
            way.echoes.push_back({layer, std::max(least_cells, across), std::hypot(beside[0], beside[1], beside[2])});
        }
        return way;
    }

    /// Largest echo over the largest direct sound. Beside all of the pulse its low frequencies are looked at for
    /// longer: the layers hardly damp them, so that they come back late and slowly.
    double error_of(const Way& way) const {
        const Spectrum spectrum = spectrum_of(plan_, plan_.scene.sources[way.source].signal);
        const double cells_per_s = plan_.decision.fastest_m_s / plan_.decision.spacing_m;
        const double period = cells_per_s / spectrum.typical_hz;  // cells
        const Loudness whole = loudness(way, spectrum, period, whole_look(spectrum.top_hz / cells_per_s, period));
        const Loudness late = loudness(way, spectrum, period, late_look(spectrum.top_hz / cells_per_s, period));
        return whole.direct > 0 ? std::max(whole.echoes, late.echoes) / whole.direct : 0;
    }

    /// Part of a pulse, and for how long its echoes are looked at.
    struct Look {
        double top;         ///< waves per cell
        double fades_from;  ///< waves per cell; above, it is taken ever less of, so that the cut does not ring
        double lasts;       ///< cells of way after an echo's first
        double together;    ///< cells; echoes that come within it are added
        double farthest;    ///< cells; echoes from farther are taken as those of the same angle from there
        std::size_t count;  ///< of frequencies

        double share(double waves_per_cell) const {
            if (waves_per_cell <= fades_from) return 1;
            return (1 + std::cos(pi * (waves_per_cell - fades_from) / (top - fades_from))) / 2;
        }
    };

    /// `top` waves per cell, `period` cells.
    Look whole_look(double top, double period) const {
        // Between walls low frequencies stay as loud as others, and their echoes last.
        const bool guided = space_.dims == 1;
        return {top,    top,        2 * widest() + (guided ? 12 : 2) * period,
                period, 3 * period, guided ? 7 * frequencies : frequencies};
    }

    /// The low frequencies, as late as they come back; those of all sides overlap.
    Look late_look(double top, double period) const {
        const double low = 1 / (3 * widest());
        const double lasts = 14 * widest() + 2 * period;
        const double end = std::min(top, low);
        return {end, std::min(top, 0.5 * low), lasts, lasts, lasts, static_cast<std::size_t>(2.2 * lasts * end) + 2};
    }

    double widest() const { return static_cast<double>(std::ranges::max(profiles_, {}, &LayerProfile::cells).cells); }

    struct Loudness {
        double echoes;  ///< largest sum of those that come at about the same time
        double direct;
    };

    /// Signals are taken as those that grow as exp(decay t), so that few frequencies and few waves along the layers do:
    /// what they would repeat later is small.
    Loudness loudness(const Way& way, const Spectrum& spectrum, double period, const Look& look) const {
        // Far echoes are those of the same angle nearby, but for how sound spreads.
        std::vector<double> share;
        double nearest = INFINITY;
        for (const EchoWay& echo : way.echoes) {
            share.push_back(space_.dims == 1 ? 1 : std::min(1.0, look.farthest / echo.length()));
            nearest = std::min(nearest, echo.across * share.back());
        }
        const double decay = 3 / look.lasts;                             // per cell of way
        const double step = look.top / static_cast<double>(look.count);  // waves per cell
        Sound direct(step, decay);
        std::vector<Sound> echoes(way.echoes.size(), direct);
        for (std::size_t j = 0; j < look.count; ++j) {
            const double waves_per_cell = (static_cast<double>(j) + 0.5) * step;
            if (waves_per_cell > 1 / shortest_wave) break;
            const double amplitude = look.share(waves_per_cell) * spectrum.amplitude(waves_per_cell * period);
            std::vector<LayerWaves> waves;
            for (const LayerReflection& layer : layers_)
                waves.push_back(waves_at(layer, waves_per_cell, decay, nearest));
            const Complex k = waves[0].k;
            direct.add(amplitude * space_.green(k, way.direct));
            for (std::size_t e = 0; e < echoes.size(); ++e) {
                const EchoWay& echo = way.echoes[e];
                echoes[e].add(amplitude * std::sqrt(share[e]) * space_.of_line(k, echo.length()) *
                              waves[echo.layer].echo(share[e] * echo.across, share[e] * echo.along, space_.dims));
            }
        }
        const SignalRequest& signal = plan_.scene.sources[way.source].signal;
        const double run_cells = space_.dims == 1 ? INFINITY
                                                  : (plan_.scene.duration_s - when_heard(signal).begin) *
                                                        plan_.decision.fastest_m_s / plan_.decision.spacing_m;
        std::vector<double> peaks;
        for (std::size_t e = 0; e < echoes.size(); ++e) {
            const double at = share[e] * way.echoes[e].length();
            // What comes after the end of the run is not heard.
            const double left = std::max(0.0, run_cells - way.echoes[e].length());
            peaks.push_back(echoes[e].peak(at - 2 * period, at + std::min(left, look.lasts)));
        }
        return {together(way, peaks, look.together), direct.peak(way.direct - 2 * period, way.direct + 2 * period)};
    }

    /// Largest sum of the peaks of echoes that come within `within` cells of way.
    static double together(const Way& way, const std::vector<double>& peaks, double within) {
        double most = 0;
        for (const EchoWay& echo : way.echoes) {
            double sum = 0;
            for (std::size_t e = 0; e < peaks.size(); ++e)
                if (std::abs(way.echoes[e].length() - echo.length()) < within) sum += peaks[e];
            most = std::max(most, sum);
        }
        return most;
    }

    LayerWaves waves_at(const LayerReflection& layer, double waves_per_cell, double decay, double nearest) const {
        LayerWaves result;
        const Complex guess(2 * pi * waves_per_cell, decay);
        const Complex omega_t = guess * plan_.courant();
        result.k = layer.head_on(omega_t, guess);
        result.step = decay / 2;
        const double most = std::min(3.0, result.k.real() + 10 / nearest);
        const auto count = static_cast<std::size_t>(most / result.step) + 1;
        for (std::size_t j = 0; j < (space_.dims == 1 ? 1 : count); ++j) {
            const double along = space_.dims == 1 ? 0 : (static_cast<double>(j) + 0.5) * result.step;
            Complex across = std::sqrt(result.k * result.k - along * along);
            if (across.imag() < 0) across = -across;
            result.waves.push_back(layer(omega_t, along, across));
        }
        return result;
    }

    /// A trace from its spectrum, by the way that sound has gone, in cells.
    class Sound {
      public:
        Sound(double step, double decay) : step_(step), decay_(decay) {}
        void add(Complex amplitude) { spectrum_.push_back(amplitude); }
        double peak(double from, double to) const {
            constexpr int looks = 200;
            double peak = 0;
            for (int look = 0; look <= looks; ++look) {
                const double at = from + (to - from) * look / looks;
                Complex sum = 0;
                const Complex turn = std::polar(1.0, -2 * pi * step_ * at);
                Complex phase = std::polar(1.0, -pi * step_ * at);
                for (const Complex& amplitude : spectrum_) {
                    sum += amplitude * phase;
                    phase *= turn;
                }
                peak = std::max(peak, std::abs(sum.real()) * step_ * std::exp(decay_ * at));
            }
            return peak;
        }

      private:
        double step_, decay_;
        std::vector<Complex> spectrum_;
    };

    const PlanOutline& plan_;
    Space space_;
    struct LayeredSide {
        Side side;
        std::size_t layer;
    };
    std::vector<LayeredSide> sides_;
    std::vector<LayerProfile> profiles_;
    std::vector<LayerReflection> layers_;
};

}  // namespace

double layer_echo_db(const PlanOutline& plan) {
    if (plan.scene.tti || !plan.scene.boundaries.any_absorbing()) return 0;
    return Echoes(plan).worst_db();
}

}  // namespace wavesim
