// SPDX-License-Identifier: MIT
#include "solvers/accuracy/tilted_echo.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <vector>

#include "boundary/tilted_reflection.hpp"
#include "solvers/accuracy/echo_ways.hpp"
#include "solvers/accuracy/tilted_sound.hpp"
#include "solvers/accuracy/tilted_waves.hpp"
#include "solvers/medium/anisotropy.hpp"
#include "solvers/medium/medium.hpp"
#include "solvers/signal/pulse_spectrum.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "solvers/ways/open_sides.hpp"
#include "solvers/ways/shot_points.hpp"
#include "stencils/tti/layer_taper.hpp"

namespace wavesim {

namespace {

using Complex = std::complex<double>;

std::size_t index(Side side) { return static_cast<std::size_t>(side); }

/// Lengths are in cells, times in cells of way at the speed along the axis, 0 where the pulse is loudest.
class TiltedEchoes {
  public:
    explicit TiltedEchoes(const PlanOutline& plan) : plan_(plan) {}

    std::optional<LayerEchoes> worst() {
        constexpr std::size_t most_pulses = 2;
        const std::vector<SoundWay> loudest = loudest_ways(plan_, OpenSpace(plan_), most_ways);
        std::vector<double> pulses;  // typical frequencies; the longest pulses come back most
        const auto typical_hz = [&](const SoundWay& way) {
            return pulse_spectrum(plan_, plan_.scene.sources[way.source].signal).typical_hz;
        };
        pulses.reserve(loudest.size());
        for (const SoundWay& way : loudest) pulses.push_back(typical_hz(way));
        std::sort(pulses.begin(), pulses.end());
        pulses.erase(std::unique(pulses.begin(), pulses.end()), pulses.end());
        if (pulses.size() > most_pulses) pulses.resize(most_pulses);
        for (const double pulse : pulses) {
            std::vector<SoundWay> ways;
            for (const SoundWay& way : loudest)
                if (typical_hz(way) == pulse && ways.size() < most_ways) ways.push_back(way);
            if (!look_at(ways, most_waves / pulses.size())) return {};
        }
        return reported();
    }

  private:
    static constexpr std::size_t most_ways = 12;
    static constexpr std::size_t most_waves = 32000;  ///< that are solved for

    LayerEchoes reported() const {
        constexpr double nothing = 1.4e-5;  // less than this came back of no pulse
        const auto in_db = [&](double error) { return 20 * std::log10(std::hypot(error, nothing)); };
        LayerEchoes echoes{in_db(std::hypot(worst_, corners_)), {}};
        for (const Side side : all_sides)
            if (plan_.scene.boundaries.kind[index(side)] == SideKind::absorbing)
                echoes.sides.push_back({side, in_db(worst_of_[index(side)])});
        return echoes;
    }

    /// A layer, whichever side of its axis it is on.
    struct Layer {
        std::size_t axis;
        LayerProfile profile;
        TiltedReflection reflection;
    };
    struct Echo {
        Side side;
        std::size_t layer;
        double source, receiver;  ///< as far as they are looked at
        AlongLayer along;
        double later;  ///< by how much the true way is longer
        double share;  ///< what its length leaves
        std::vector<Complex> spectrum;
    };
    struct Direct {
        double across, along, share;  ///< of the first layer
        std::vector<Complex> spectrum;
    };
    struct Way {
        std::vector<Echo> echoes;
        std::vector<Direct> directs;
    };

    std::size_t layer_at(Side side) {
        const auto axis = static_cast<std::size_t>(axis_of(side));
        const LayerProfile& profile = plan_.scene.boundaries.layer[index(side)];
        for (std::size_t l = 0; l < layers_.size(); ++l)
            if (layers_[l].axis == axis && layers_[l].profile == profile) return l;
        const Thomsen& rock = plan_.scene.tti->everywhere;
        TurnedLayer layer;
        layer.rock = {rock.epsilon, std::min(rock.delta, rock.epsilon), axis_of(rock)};
        layer.across = axis;
        layer.cells = profile.cells;
        layer.courant = plan_.courant();
        const AbsorbingLayers tables = layer_tables(plan_, side);
        layer.decay = tables.decay[0];
        layer.gain = tables.gain[0];
        layers_.push_back({axis, profile, TiltedReflection(layer)});
        return layers_.size() - 1;
    }

    double cells(double metres) const { return metres / plan_.decision.spacing_m; }
    double size(int axis) const { return cells(plan_.scene.size_m.along(axis)); }

    /// Sound from farther than `farthest` is taken as that of the same angle from there.
    Echo echo(const SoundWay& way, const EchoWay& by, double farthest) {
        const int a = axis_of(by.side), t = 2 - a;
        const double near = std::min(1.0, farthest / by.length());
        const auto depth = [&](const Point& point) {
            const double at = cells(point.along(a));
            return is_max(by.side) ? size(a) - at : at;
        };
        const double at = cells(way.from.along(t)), along = cells(way.to.along(t)) - at;
        constexpr double fades = 0.5;  // of the layer's width beyond its ends, where those of the others begin
        const double width = fades * static_cast<double>(plan_.scene.boundaries.layer[index(by.side)].cells);
        AlongLayer of{near * along, -near * at, near * (size(t) - at), width};
        if (is_max(by.side)) of = {-of.receiver, -of.to, -of.from, width};
        return {by.side, layer_at(by.side),        near * depth(way.from), near * depth(way.to),
                of,      (1 - near) * by.length(), std::sqrt(near),        {}};
    }

    /// To the receivers nearest to the source in its shot; where there are none, to the layers.
    std::vector<Direct> direct_sounds(const SoundWay& way, double farthest) const {
        constexpr std::size_t most = 8;
        const int axis = static_cast<int>(layers_[0].axis);
        std::vector<std::array<double, 2>> to;
        const auto add = [&](const Point& at) {
            to.push_back(
                {cells(at.along(axis) - way.from.along(axis)), cells(at.along(2 - axis) - way.from.along(2 - axis))});
        };
        const ShotPoints all(plan_);
        for (std::int64_t shot = 0; shot < all.shots() && to.empty(); ++shot) {
            const auto points = all.of(shot);
            if (points.sources[way.source].position == way.from)
                for (const PlannedPoint& receiver : points.receivers) add(receiver.position);
        }
        if (to.empty()) add(way.to);
        std::sort(to.begin(), to.end(),
                  [](const auto& v, const auto& w) { return std::hypot(v[0], v[1]) < std::hypot(w[0], w[1]); });
        if (to.size() > most) to.resize(most);
        std::vector<Direct> sounds;
        for (const auto& [across, along] : to) {
            const double near = std::min(1.0, farthest / std::max(1.0, std::hypot(across, along)));
            const double apart = std::copysign(std::max(0.5, near * std::abs(across)), across);
            sounds.push_back({apart, near * along, std::sqrt(near), {}});
        }
        return sounds;
    }

    /// Ways of sources with the same pulse. False where nothing can be said.
    bool look_at(const std::vector<SoundWay>& of, std::size_t waves) {
        const SignalRequest& pulse = plan_.scene.sources[of[0].source].signal;
        const PulseSpectrum spectrum = pulse_spectrum(plan_, pulse);
        const double period = cells(plan_.decision.fastest_m_s / spectrum.typical_hz);
        const double looked_at = std::max(6 * period, 60.0);
        std::vector<Way> ways;
        double farthest = 0, longest_along = 0, widest = 0;
        for (const SoundWay& way : of) {
            Way& last = ways.emplace_back();
            for (const EchoWay& by : way.echoes) {
                const Echo& one = last.echoes.emplace_back(echo(way, by, looked_at));
                longest_along = std::max(longest_along, std::abs(one.along.receiver));
                farthest = std::max(farthest, std::hypot(one.source + one.receiver, one.along.receiver));
            }
            last.directs = direct_sounds(way, looked_at);
        }
        for (const Layer& layer : layers_) widest = std::max(widest, static_cast<double>(layer.profile.cells));
        const double run_end = cells((plan_.scene.duration_s - when_heard(pulse).centre) * plan_.decision.fastest_m_s);
        const double stretch = std::sqrt(1 + 2 * plan_.scene.tti->everywhere.epsilon);
        const double latest = std::min(run_end, 2 * farthest + 3 * period + 4 * widest);
        const TiltedSound sound(spectrum, period,
                                {std::min(run_end, farthest + 3 * period), latest, longest_along, stretch},
                                waves / layers_.size());
        listen(sound, ways);
        raise_corners(widest, period);
        return compare(sound, ways, run_end);
    }

    void listen(const TiltedSound& sound, std::vector<Way>& ways) const {
        for (const TiltedSound::Tone& tone : sound.tones()) {
            std::vector<TiltedWaves> waves;
            for (const Layer& layer : layers_)
                waves.emplace_back(layer.reflection, tone.number * plan_.courant(), sound.repeats(), tone.most);
            for (Way& way : ways) {
                for (Echo& echo : way.echoes)
                    echo.spectrum.push_back(tone.amplitude * echo.share *
                                            waves[echo.layer].echo(echo.source, echo.receiver, echo.along));
                for (Direct& direct : way.directs)
                    direct.spectrum.push_back(tone.amplitude * direct.share *
                                              waves[0].direct(direct.across, direct.along));
            }
        }
    }

    /// Largest echoes of a way over its largest direct sound.
    bool compare(const TiltedSound& sound, const std::vector<Way>& ways, double run_end) {
        for (const Way& way : ways) {
            double loudest = 0;
            for (const Direct& direct : way.directs)
                for (const double value : sound.trace(direct.spectrum)) loudest = std::max(loudest, std::abs(value));
            if (!(loudest > 0) || !std::isfinite(loudest)) return false;
            const double step = sound.step();
            std::vector<double> all;
            for (const Echo& echo : way.echoes) {
                const std::vector<double> trace = sound.trace(echo.spectrum);
                const auto later = static_cast<std::size_t>(echo.later / step);
                all.resize(std::max(all.size(), later + trace.size()));
                for (std::size_t i = 0; i < trace.size(); ++i) {
                    if (sound.from() + static_cast<double>(later + i) * step > run_end) break;
                    const double heard = trace[i] / loudest;
                    if (!std::isfinite(heard)) return false;
                    double& of_side = worst_of_[index(echo.side)];
                    of_side = std::max(of_side, std::abs(heard));
                    all[later + i] += heard;
                }
            }
            for (const double heard : all) worst_ = std::max(worst_, std::abs(heard));
        }
        return true;
    }

    /// Of layers `width` wide: in corners the axis turns in two directions at once, and what two layers do to the speed
    /// does not fit. Fitted to runs of elliptical rocks, whose layers send back nothing else where they are wide.
    void raise_corners(double width, double period) {
        const auto& kind = plan_.scene.boundaries.kind;
        const auto absorbs = [&](int axis) {
            return std::any_of(all_sides.begin(), all_sides.end(), [&](Side side) {
                return axis_of(side) == axis && kind[index(side)] == SideKind::absorbing;
            });
        };
        if (!absorbs(0) || !absorbs(2)) return;
        const Thomsen& rock = plan_.scene.tti->everywhere;
        const std::array<double, 3> axis = axis_of(rock);
        const double strength =
            std::max(std::abs(rock.epsilon), std::abs(rock.delta)) * 2 * std::abs(axis[0] * axis[2]);
        corners_ = std::max(corners_, strength * std::pow(10, (-31 - 7.5 * width / period) / 20));
    }

    const PlanOutline& plan_;
    std::vector<Layer> layers_;
    double worst_ = 0;  ///< over the direct sound
    double corners_ = 0;
    std::array<double, 6> worst_of_{};
};

/// Of one speed.
bool one_rock(const Scene& scene) {
    const Anisotropy& tti = *scene.tti;
    const SpeedRange speeds = speed_range(scene.medium);
    return tti.layers.empty() && tti.boxes.empty() && speeds.slowest == speeds.fastest &&
           std::none_of(tti.grids.begin(), tti.grids.end(), [](const auto& grid) { return grid.has_value(); });
}

}  // namespace

TiltedDoubt tilted_doubt(const Scene& scene, bool solved) {
    if (!scene.tti || !scene.boundaries.any_absorbing() || has_sponge(scene)) return {};
    if (solved) return {tilted_echo_more_db, tilted_echo_less_db};
    return one_rock(scene) ? TiltedDoubt{7, 20} : TiltedDoubt{25, 20};
}

std::optional<LayerEchoes> tilted_echoes(const PlanOutline& plan) {
    const Scene& scene = plan.scene;
    if (!scene.tti || !scene.boundaries.any_absorbing() || has_sponge(scene) || scene.dims == 3) return {};
    if (scene.tti->form != TtiForm::self_adjoint || !one_rock(scene)) return {};
    // Beside a narrow layer all of them damp noise, too.
    const auto quiet = [](std::int64_t cells) { return cells == 0 || cells >= SelfAdjointLayer::quiet; };
    const auto cells = scene.boundaries.layer_cells();
    const auto thin = [&](std::int64_t w) { return w == 0 || !quiet(w); };
    if (!std::all_of(cells.begin(), cells.end(), quiet) && !std::all_of(cells.begin(), cells.end(), thin)) return {};
    return TiltedEchoes(plan).worst();
}

}  // namespace wavesim
