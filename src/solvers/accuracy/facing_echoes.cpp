// SPDX-License-Identifier: MIT
#include "solvers/accuracy/facing_echoes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

#include "boundary/surface.hpp"
#include "solvers/accuracy/dispersion.hpp"
#include "solvers/accuracy/echo_ways.hpp"
#include "solvers/accuracy/fresnel.hpp"
#include "solvers/accuracy/gridded_solids.hpp"
#include "solvers/accuracy/pulse_sums.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "solvers/ways/reach.hpp"

namespace wavesim {

namespace {

constexpr std::size_t most_points = 16;  // largest number of sources and of receivers that are examined
constexpr std::size_t most_pairs = 2000;
constexpr int most_reflections = 40;
constexpr double least_level = 1e-3;  // of a reflection, relative to the loudest sound
constexpr double infinite = std::numeric_limits<double>::infinity();

/// A mirror across an axis, m. Its normal points up the axis if it is the lower one of a pair.
struct Mirror {
    double asked, gridded, admittance;
    std::array<std::array<double, 2>, 2> across;
    bool solid;
};

/// The mirrors across an axis: those that reflect upwards, or downwards.
std::vector<Mirror> mirrors_of(const PlanOutline& plan, const std::vector<GriddedSolid>& solids, int axis, bool up) {
    std::vector<Mirror> found;
    const Boundaries& boundaries = plan.scene.boundaries;
    const auto end = static_cast<std::size_t>(2 * axis) + (up ? 0 : 1);
    if (boundaries.kind[end] == SideKind::wall) {
        const SurfaceLaw& law = boundaries.side[end];
        const GeometryReport& geometry = plan.report.geometry;
        found.push_back({up ? 0 : geometry.size_asked_m.along(axis),
                         up ? 0 : geometry.size_m.along(axis),
                         law.by_frequency() ? 1 : admittance_of(law),
                         {{{-infinite, infinite}, {-infinite, infinite}}},
                         false});
    }
    for (const GriddedSolid& solid : solids) {
        const SolidBox& asked = *solid.asked;
        Mirror mirror{(up ? asked.to : asked.from).along(axis),
                      (up ? solid.to : solid.from).along(axis),
                      admittance_of(up ? asked.upper_surface() : asked.surface),
                      {},
                      true};
        std::size_t other = 0;
        for (int d = 0; d < 3; ++d) {
            if (d == axis) continue;
            // A mirror goes on through a layer, and as its image in a side that reflects.
            const double from = asked.from.along(d), to = asked.to.along(d), size = plan.scene.size_m.along(d);
            const bool flat = d == 1 && plan.scene.dims == 2;
            const auto beyond = [&](std::size_t side, double image) {
                return flat || boundaries.kind[side] == SideKind::absorbing ? std::copysign(infinite, image) : image;
            };
            const auto low = 2 * static_cast<std::size_t>(d);
            mirror.across[other++] = {flat || !(from > 0) ? beyond(low, -to) : from,
                                      flat || !(to < size) ? beyond(low + 1, 2 * size - from) : to};
        }
        found.push_back(mirror);
    }
    return found;
}

std::optional<FacingMirrors> facing(const Mirror& low, const Mirror& high) {
    if (!(low.solid || high.solid) || !(low.asked < high.asked)) return {};
    FacingMirrors pair{{low.asked, high.asked}, {low.gridded, high.gridded}, {low.admittance, high.admittance}, {}};
    for (const std::size_t d : {0, 1}) {
        pair.across[d] = {std::max(low.across[d][0], high.across[d][0]), std::min(low.across[d][1], high.across[d][1])};
        if (!(pair.across[d][0] < pair.across[d][1])) return {};
    }
    return pair;
}

/// Part of the sound that a mirror of finite size sends on, for the narrowest of `count` reflections.
double part_of(const FacingMirrors& mirrors, const std::array<std::array<double, 2>, 2>& ends, int count, double way_m,
               double wavelength_m) {
    double least = 1;
    for (int j = 0; j < count; ++j) {
        const double part = (j + 0.5) / count;
        const double zone = std::sqrt(part * (1 - part) * way_m * wavelength_m);
        double share = 1;
        for (const std::size_t d : {0, 1}) {
            const double at = std::lerp(ends[d][0], ends[d][1], part);
            constexpr double far = 1e3;  // zones: as good as infinite
            const double low = std::max(mirrors.across[d][0] - at, -far * zone);
            const double high = std::min(mirrors.across[d][1] - at, far * zone);
            share *= std::abs(strip_share(low, high, zone));
        }
        least = std::min(least, share);
    }
    return least;
}

/// Tones of the pulses, close enough for pulses to be added in time.
constexpr std::size_t tones_in_time = 48;

class Echoes {
  public:
    Echoes(const PlanOutline& plan, const DirectWays& ways, double run_m)
        : plan_(plan),
          run_m_(run_m),
          tones_(pulse_tones(plan, tones_in_time)),
          level_(plan, std::max(ways.as_loud_m(), plan.decision.spacing_m),
                 plan.decision.slowest_m_s / middle_frequency(tones_)),
          sums_(
              tones_,
              [&](double hz) { return (1 / (1 + dispersion_at(plan, hz).worst) - 1) / plan.decision.slowest_m_s; },
              plan.decision.slowest_m_s, OpenSpace(plan).dims == 2, run_m) {}

    /// Sound of images may weaken the direct sound, so that the loudest sound is the largest sum. Points beside the
    /// mirrors hear the direct sound.
    double between(const FacingMirrors& mirrors, int axis) const {
        LoudestSum worst;
        for (std::size_t s = 0; s < std::min(most_points, plan_.decision.sources.size()); ++s) {
            if (is_silent(plan_.scene.sources[s].signal)) continue;
            const double heard_m =
                run_m_ - plan_.decision.slowest_m_s * std::max(0.0, when_heard(plan_.scene.sources[s].signal).centre);
            for (std::size_t r = 0; r < std::min(most_points, plan_.decision.receivers.size()); ++r) {
                const Point& from = plan_.decision.sources[s].position;
                const Point& to = plan_.decision.receivers[r].position;
                const auto inside = [&](double at) { return at > mirrors.asked[0] && at < mirrors.asked[1]; };
                if (!inside(from.along(axis)) || !inside(to.along(axis))) {
                    const double along_y = plan_.scene.dims == 2 ? 0 : to.y - from.y;
                    const double straight = std::hypot(to.x - from.x, along_y, to.z - from.z);
                    worst.level = std::max(worst.level, level_.direct(straight));
                    continue;
                }
                const double begun_m = sums_.begun_m(heard_m);
                std::vector<ShiftedArrival> arrivals;
                add_arrivals(mirrors, axis, from, to, begun_m, {}, arrivals);
                for (const Side side : all_sides)
                    if (plan_.scene.boundaries.kind[static_cast<std::size_t>(side)] == SideKind::wall &&
                        axis_of(side) != axis && !(plan_.scene.dims == 2 && axis_of(side) == 1))
                        add_arrivals(mirrors, axis, image_of(from, side), to, begun_m, side, arrivals);
                const LoudestSum sum = sums_.of(arrivals, heard_m);
                worst = {std::max(worst.level, sum.level), std::max(worst.error, sum.error)};
            }
        }
        return worst.level > 0 ? worst.error / worst.level : 0;
    }

  private:
    Point image_of(Point at, Side side) const {
        const int axis = axis_of(side);
        const double end = is_max(side) ? plan_.scene.size_m.along(axis) : 0;
        double& place = axis == 0 ? at.x : axis == 1 ? at.y : at.z;
        place = 2 * end - place;
        return at;
    }

    /// Adds the sound of a source, or of its image in a side, that comes directly and after reflections.
    void add_arrivals(const FacingMirrors& mirrors, int axis, const Point& from, const Point& to, double longest_m,
                      std::optional<Side> image, std::vector<ShiftedArrival>& found) const {
        std::array<std::array<double, 2>, 2> ends{};
        double squares = 0;
        std::size_t other = 0;
        for (int d = 0; d < 3; ++d) {
            if (d == axis) continue;
            ends[other++] = {from.along(d), to.along(d)};
            if (!(d == 1 && plan_.scene.dims == 2)) squares += std::pow(to.along(d) - from.along(d), 2);
        }
        const auto reflection = [](double admittance, double cosine) {
            return std::isinf(admittance) ? -1 : (cosine - admittance) / (cosine + admittance);
        };
        const auto of_image = [&](double way) {
            if (!image) return 1.0;
            const SurfaceLaw& law = plan_.scene.boundaries.side[static_cast<std::size_t>(*image)];
            const int across = axis_of(*image);
            return reflection(law.by_frequency() ? 1 : admittance_of(law),
                              std::abs(to.along(across) - from.along(across)) / way);
        };
        const double wavelength_m = plan_.decision.slowest_m_s / middle_frequency(tones_);
        const double straight = std::hypot(std::sqrt(squares), to.along(axis) - from.along(axis));
        if (straight > 0) found.push_back({straight, straight, level_.direct(straight) * of_image(straight)});
        for (int count = 1; count <= most_reflections; ++count)
            for (const bool upper_first : {false, true}) {
                const RepeatedEcho echo = repeated_echo(mirrors, from.along(axis), to.along(axis), count, upper_first);
                const double way = std::sqrt(squares + echo.asked_m * echo.asked_m);
                if (way > longest_m) continue;
                double level = level_.direct(way) * of_image(way) * part_of(mirrors, ends, count, way, wavelength_m);
                for (const std::size_t end : {0, 1})
                    level *= std::pow(reflection(mirrors.admittance[end], echo.asked_m / way), echo.mirrored[end]);
                if (std::abs(level) < least_level) continue;
                found.push_back({way, std::sqrt(squares + echo.gridded_m * echo.gridded_m), level});
            }
    }

    const PlanOutline& plan_;
    double run_m_;
    std::vector<PulseTone> tones_;
    SoundLevel level_;
    PulseSums sums_;
};

}  // namespace

RepeatedEcho repeated_echo(const FacingMirrors& mirrors, double from_m, double to_m, int count, bool upper_first) {
    RepeatedEcho echo;
    const int first = (count + 1) / 2, second = count / 2;
    echo.mirrored = upper_first ? std::array{second, first} : std::array{first, second};
    const auto along = [&](const std::array<double, 2>& at) {
        const double between = at[1] - at[0];
        const auto from_mirror = [&](double point, bool upper) { return upper ? at[1] - point : point - at[0]; };
        const bool upper_last = upper_first == (count % 2 == 1);
        return from_mirror(from_m, upper_first) + from_mirror(to_m, upper_last) + (count - 1) * between;
    };
    echo.asked_m = along(mirrors.asked);
    echo.gridded_m = along(mirrors.gridded);
    return echo;
}

double facing_error(const PlanOutline& plan, const DirectWays& ways, double run_m) {
    if (plan.scene.solids.empty() || pulse_tones(plan).empty() || !(ways.longest > 0)) return 0;
    const std::vector<GriddedSolid> solids = gridded_solids(plan);
    const Echoes echoes(plan, ways, run_m);
    double worst = 0;
    std::size_t pairs = 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == 1 && plan.scene.dims == 2) continue;
        const std::vector<Mirror> lower = mirrors_of(plan, solids, axis, true);
        const std::vector<Mirror> upper = mirrors_of(plan, solids, axis, false);
        for (const Mirror& low : lower)
            for (const Mirror& high : upper) {
                const auto pair = facing(low, high);
                if (!pair || ++pairs > most_pairs) continue;
                worst = std::max(worst, echoes.between(*pair, axis));
            }
    }
    return worst < 1e-9 ? 0 : worst;
}

}  // namespace wavesim
