// SPDX-License-Identifier: MIT
#include "solvers/plan/automatic_stencil.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "boundary/port_branches.hpp"
#include "boundary/surface.hpp"
#include "boundary/vertex_cubes.hpp"
#include "boundary/walls.hpp"
#include "solvers/accuracy/dispersion.hpp"
#include "solvers/accuracy/layer_echo.hpp"
#include "solvers/accuracy/time_correction.hpp"
#include "solvers/accuracy/wall_echoes.hpp"
#include "solvers/accuracy/wave_errors.hpp"
#include "solvers/medium/medium.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/space/grid_choice.hpp"
#include "solvers/ways/open_sides.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/scheme/courant_limits.hpp"

namespace wavesim {

namespace {

constexpr double worth_it = 1.1;  ///< largest cost of a more accurate stencil, relative to the cheapest sufficient one

struct Candidate {
    const CatalogueEntry* entry;
    double cost;  ///< relative time per simulated second
    StencilChoice choice;
    double speed_error = 0;  ///< worst direction
    double error = 0;        ///< error of traces, relative to the loudest sound; only for accepted speed errors

    bool keeps_speed() const { return speed_error <= accepted_dispersion; }
    bool serves() const { return keeps_speed() && error <= accepted_error; }
    double largest_error() const { return keeps_speed() ? error : speed_error; }
};

/// Number of points of a catalogue stencil in the dimensions of a scene. In 2D large sets have few points.
int points_in(const CatalogueEntry& entry, int dims) {
    return dims == 2 ? point_count(make_stencil(entry.name, 2)) : entry.points;
}

/// Catalogue stencils considered by `auto`, cheapest first.
std::vector<Candidate> candidates_by_cost(const Scene& scene) {
    constexpr int most_points = 200;  // larger sets have no advantage
    std::vector<Candidate> candidates;
    for (const CatalogueEntry& entry : stencil_catalogue()) {
        if (entry.points > most_points || !(entry.courant_max > 0)) continue;
        // In heterogeneous media weights cannot be tuned to the time step.
        if (varies(scene.medium) && entry.family != "leggy") continue;
        const double courant = planned_courant(scene, courant_limit(entry.name, scene.dims), entry.tuned_courant);
        candidates.push_back({&entry, relative_node_cost(points_in(entry, scene.dims)) / courant, {}});
    }
    std::ranges::stable_sort(candidates, {}, &Candidate::cost);
    return candidates;
}

/// The room as requested, without its solids.
GeometryReport geometry_of(const Scene& scene) {
    const auto along = [&](int axis) { return scene.dims == 2 && axis == 1 ? 1.0 : scene.size_m.along(axis); };
    GeometryReport geometry;
    geometry.size_asked_m = geometry.size_m = scene.size_m;
    geometry.volume_m3 = geometry.volume_asked_m3 = along(0) * along(1) * along(2);
    for (const Side side : all_sides) {
        const auto s = static_cast<std::size_t>(side);
        const int axis = axis_of(side);
        if (scene.boundaries.kind[s] != SideKind::wall || (scene.dims == 2 && axis == 1)) continue;
        const double area = geometry.volume_m3 / along(axis);
        geometry.areas.push_back({"", area, area, admittance_of(scene.boundaries.side[s])});
    }
    return geometry;
}

/// The part of a plan with a candidate that the error estimates need.
PlanOutline outline_of(const Scene& scene, double points_per_wavelength) {
    PlanOutline plan;
    plan.scene = scene;
    for (SurfaceLaw& law : plan.scene.boundaries.side)  // fitting ports for each candidate would take too long
        if (law.by_frequency()) law = {law.name, SurfaceLaw::Kind::admittance, admittance_of(law)};
    const SpeedRange speeds = speed_range(scene.medium);
    plan.decision.slowest_m_s = speeds.slowest;
    plan.decision.fastest_m_s = speeds.fastest;
    plan.decision.spacing_m = scene.grid.max_frequency_hz
                                  ? speeds.slowest / (*scene.grid.max_frequency_hz * points_per_wavelength)
                                  : scene.grid.spacing_m.value_or(1);
    if (const auto grid = choose_grid(scene.dims, scene.size_m, plan.decision.spacing_m, WallPosition::half))
        plan.decision.shape.extent = grow_extent(grid->extent, scene.boundaries.layer_cells());
    plan.report.dispersion.frequency_hz = speeds.slowest / (plan.decision.spacing_m * points_per_wavelength);
    plan.report.dispersion.points_per_wavelength = points_per_wavelength;
    plan.report.geometry = geometry_of(scene);
    for (std::size_t i = 0; i < scene.sources.size(); ++i)
        plan.decision.sources.push_back({source_position(scene, i, plan.decision.shot), 0});
    for (std::size_t i = 0; i < scene.receivers.size(); ++i)
        plan.decision.receivers.push_back({receiver_position(scene, i, plan.decision.shot), 0});
    return plan;
}

class Choice {
  public:
    Choice(const Scene& scene, double points_per_wavelength)
        : scene_(scene), plan_(outline_of(scene, points_per_wavelength)), points_(points_per_wavelength) {
        if (const auto grid = choose_grid(scene.dims, scene.size_m, plan_.decision.spacing_m, WallPosition::half))
            open_sides_ = open_side_room(scene, *grid);
    }

    StencilChoice best() {
        for (Candidate& candidate : candidates_by_cost(scene_)) {
            if (accepted(seen_) >= 2 && candidate.cost > worth_it * first_that_serves()->cost) break;
            if (can_run(candidate)) seen_.push_back(std::move(candidate));
        }
        const std::size_t best = not_beaten(cheapest_that_serves());
        StencilChoice choice = seen_[best].choice;
        choice.reason = reason(best);
        return choice;
    }

  private:
    static std::ptrdiff_t accepted(const std::vector<Candidate>& seen) {
        return std::ranges::count_if(seen, &Candidate::serves);
    }

    /// Whether the scene requests walls at the vertices and some stencil supports them.
    bool asks_for_ports() const {
        return scene_.boundaries.walls == WallForm::vertex && scene_.dims == 3 && points_ >= 4;
    }

    /// Fills in the weights and errors of a candidate that can compute this scene.
    bool can_run(Candidate& candidate) {
        candidate.choice = catalogue_choice(scene_, *candidate.entry);
        const StencilChoice& choice = candidate.choice;
        LayerForm form;
        if (scene_.boundaries.any_absorbing()) {
            form = layer_form(choice.stencil, choice.courant);
            const bool too_thin = form.averaged && scene_.boundaries.thinnest_layer() < form.least_cells;
            if (!form.why_not.empty() || too_thin) return false;
        }
        if (scene_.any_solid()) {
            const WallSupport support = wall_support(choice.stencil, contents_of(scene_));
            if (!support.solids || !fits(open_sides_, support.solids_reach, form)) return false;
            if (asks_for_ports() && !VertexRule::knows_solids(choice.stencil)) return false;
            if (asks_for_ports() && scene_.any_sheet() && !VertexRule::knows_sheets(choice.stencil)) return false;
        }
        if (asks_for_ports() && points_ < least_port_points(choice.stencil)) return false;
        candidate.speed_error = speed_error(choice);
        if (candidate.keeps_speed()) candidate.error = trace_error(choice);
        return true;
    }

    /// Largest speed error in the slowest and the fastest part of the medium, without time dispersion if it is removed
    /// from the traces.
    double speed_error(const StencilChoice& choice) {
        const double ratio = plan_.decision.slowest_m_s / plan_.decision.fastest_m_s;
        const auto worst = [&](double courant) {
            const auto at = [&](double share) {
                return std::abs(report_dispersion(choice.stencil, share * courant, 0, points_ * share / ratio).worst);
            };
            return ratio == 1 ? at(1) : std::max(at(ratio), at(1));
        };
        const TimeCorrection asked = scene_.outputs.traces.time_correction;
        const bool possible = asked != TimeCorrection::off && shape_of(choice.stencil) == StencilShape::leggy &&
                              why_not_corrected(scene_).empty();
        const double plain = worst(choice.courant), corrected = possible ? worst(0) : plain;
        plan_.decision.time_correction.on = corrected < plain;
        return std::min(plain, corrected);
    }

    /// Straight paths of sound from sources to receivers within the run; without receivers through the complete domain.
    DirectWays ways() const {
        const double run_m = plan_.decision.slowest_m_s * scene_.duration_s;
        DirectWays ways{std::numeric_limits<double>::infinity(), 0};
        for (const PlannedPoint& source : plan_.decision.sources)
            for (const PlannedPoint& receiver : plan_.decision.receivers) {
                const Point &from = source.position, &to = receiver.position;
                const double path_m = std::hypot(to.x - from.x, to.y - from.y, to.z - from.z);
                if (path_m <= plan_.decision.fastest_m_s * scene_.duration_s)
                    ways = {std::min(ways.shortest, path_m), std::max(ways.longest, path_m)};
            }
        const Point& size = scene_.size_m;
        if (scene_.receivers.empty()) ways.longest = std::hypot(size.x, size.y, size.z);
        ways.longest = std::min(ways.longest, run_m);
        return {std::min(ways.shortest, ways.longest), ways.longest};
    }

    /// Part of the accuracy statement that depends on the stencil (error_shares.hpp), without media: the error of their
    /// interfaces is about the same for all stencils.
    double trace_error(const StencilChoice& choice) {
        plan_.decision.shape.stencil = choice.stencil;
        plan_.decision.shape.courant = choice.courant;
        plan_.decision.time_step_s = choice.courant * plan_.decision.spacing_m / plan_.decision.fastest_m_s;
        const DirectWays ways = this->ways();
        const WaveErrors waves = wave_errors(plan_, ways, plan_.decision.slowest_m_s * scene_.duration_s);
        const bool echoes = scene_.boundaries.any_absorbing() && !scene_.sources.empty();
        const double echo = echoes ? std::pow(10, layer_echo_db(plan_).value_or(0) / 20) : 0;
        const double walls = wall_echo_error(plan_, ways);
        return std::hypot(std::hypot(waves.direct, waves.level, waves.reflected), echo, walls);
    }

    std::vector<Candidate>::const_iterator first_that_serves() const {
        return std::ranges::find_if(seen_, &Candidate::serves);
    }

    /// Index of the most accurate sufficient candidate with at most this cost.
    std::size_t most_accurate(double most_cost) const {
        auto best = first_that_serves();
        for (auto one = best; one != seen_.end(); ++one)
            if (one->serves() && one->cost <= most_cost && one->error < best->error) best = one;
        return static_cast<std::size_t>(best - seen_.begin());
    }

    /// Index of the candidate that the rules choose.
    std::size_t cheapest_that_serves() {
        double least = std::numeric_limits<double>::infinity();  // smallest error, of candidates with accepted speed
                                                                 // errors if there are any
        for (const Candidate& candidate : seen_) {
            if (candidate.serves()) {
                rule_ = Rule::both;
                return most_accurate(worth_it * candidate.cost);
            }
            if (candidate.keeps_speed()) rule_ = Rule::speed;
        }
        for (const Candidate& candidate : seen_)
            if (rule_ == Rule::none || candidate.keeps_speed()) least = std::min(least, candidate.largest_error());
        const double enough = rule_ == Rule::speed ? 2 * least : least;
        const auto taken = std::ranges::find_if(seen_, [&](const Candidate& candidate) {
            return (rule_ == Rule::none || candidate.keeps_speed()) && candidate.largest_error() <= enough;
        });
        least_ = least;
        return static_cast<std::size_t>(taken - seen_.begin());
    }

    /// This candidate, or one that is neither more expensive nor less accurate.
    std::size_t not_beaten(std::size_t best) const {
        for (std::size_t i = 0; i < seen_.size(); ++i)
            if (seen_[i].keeps_speed() == seen_[best].keeps_speed() && seen_[i].cost <= seen_[best].cost &&
                seen_[i].largest_error() < seen_[best].largest_error())
                best = i;
        return best;
    }

    std::string reason(std::size_t best) const {
        const Candidate& taken = seen_[best];
        const std::string room = scene_.any_solid()      ? "with a proven treatment of solids"
                                 : varies(scene_.medium) ? "for a medium that varies"
                                                         : "for a room without solids";
        std::string what;
        switch (rule_) {
            case Rule::both:
                what = fmt::format(
                    "{}cheapest stencil {} with at most 1 % dispersion in its worst direction ({:.2g} %) "
                    "and an error of at most {:.0f} % of the loudest sound ({:.2g} %)",
                    &taken == &*first_that_serves() ? "" : "most accurate that costs at most 10 % more than the ", room,
                    100 * taken.speed_error, 100 * accepted_error, 100 * taken.error);
                break;
            case Rule::speed:
                what = fmt::format(
                    "cheapest stencil {} with at most 1 % dispersion in its worst direction ({:.2g} %) and twice the "
                    "least error; none errs by less than {:.2g} % of the loudest sound, this one by {:.2g} %",
                    room, 100 * taken.speed_error, 100 * least_, 100 * taken.error);
                break;
            case Rule::none:
                what = fmt::format(
                    "most accurate stencil {} ({:.2g} % dispersion in its worst direction; none stays "
                    "below 1 % at {:.3g} points per wavelength)",
                    room, 100 * taken.speed_error, points_);
        }
        const Candidate* second = nullptr;
        for (const Candidate& other : seen_)
            if (&other != &taken && other.keeps_speed() == taken.keeps_speed() &&
                (second == nullptr || (rule_ == Rule::none ? other.speed_error < second->speed_error
                                                           : (other.serves() && !second->serves()))))
                second = &other;
        if (second == nullptr) return "auto: " + what;
        return fmt::format("auto: {}; the runner-up {} has {:.2g} % at {:.2f} times the cost", what,
                           second->choice.stencil.name, 100 * second->speed_error, second->cost / taken.cost);
    }

    enum class Rule { none, speed, both };

    const Scene& scene_;
    PlanOutline plan_;  ///< with the stencil of the candidate examined last
    double points_;
    OpenSideRoom open_sides_ = {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::max()};
    std::vector<Candidate> seen_;  ///< cheapest first
    Rule rule_ = Rule::none;
    double least_ = 0;  ///< smallest error, if no candidate is sufficient
};

}  // namespace

StencilChoice choose_automatically(const Scene& scene, double points_per_wavelength) {
    return Choice(scene, points_per_wavelength).best();
}

}  // namespace wavesim
