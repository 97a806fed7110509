// SPDX-License-Identifier: MIT
#include "solvers/automatic_stencil.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "solvers/dispersion.hpp"
#include "solvers/grid_choice.hpp"
#include "solvers/layer_echo.hpp"
#include "solvers/medium.hpp"
#include "solvers/open_sides.hpp"
#include "solvers/reach.hpp"
#include "solvers/survey.hpp"
#include "solvers/time_correction.hpp"
#include "stencils/catalogue.hpp"
#include "stencils/courant_limits.hpp"

namespace wavesim {

namespace {

struct Candidate {
    const CatalogueEntry* entry;
    double cost;  ///< relative time per simulated second
    StencilChoice choice;
    double speed_error = 0;  ///< worst direction
    double phase_error = 0;  ///< at the end of the run, radians
    double echo = 0;         ///< of layers over the loudest sound; 0: not looked at

    bool keeps_speed() const { return speed_error <= accepted_dispersion; }
    double end_error() const { return std::hypot(phase_error, echo); }
};

/// Points of a catalogue stencil in the dimensions of a scene: in a plane large sets have few.
int points_in(const CatalogueEntry& entry, int dims) {
    return dims == 2 ? point_count(make_stencil(entry.name, 2)) : entry.points;
}

/// Catalogue stencils that `auto` considers, cheapest first.
std::vector<Candidate> candidates_by_cost(const Scene& scene) {
    constexpr int most_points = 200;  // larger sets gain nothing
    const bool solids = !scene.solids.empty();
    std::vector<Candidate> candidates;
    for (const CatalogueEntry& entry : stencil_catalogue()) {
        if (entry.points > most_points || !(entry.courant_max > 0)) continue;
        // only arms along the axes and the nearest neighbours (27 points) have a proof around solids
        // in media that vary no weights can be tuned to the time step
        if (varies(scene.medium) && entry.family != "leggy") continue;
        if (solids && entry.family != "leggy" && entry.points > 27) continue;
        const double courant = planned_courant(scene, courant_limit(entry.name, scene.dims), entry.tuned_courant);
        candidates.push_back({&entry, relative_node_cost(points_in(entry, scene.dims)) / courant, {}});
    }
    std::ranges::stable_sort(candidates, {}, &Candidate::cost);
    return candidates;
}

/// What is needed of a plan with a candidate.
PlanOutline outline_of(const Scene& scene, double points_per_wavelength) {
    PlanOutline plan;
    plan.scene = scene;
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
            if (accepted(seen_) == 2) break;
            if (can_run(candidate)) seen_.push_back(std::move(candidate));
        }
        const std::size_t best = not_beaten(cheapest_that_serves());
        StencilChoice choice = seen_[best].choice;
        choice.reason = reason(best);
        return choice;
    }

  private:
    /// How many serve to the end of the run.
    static std::ptrdiff_t accepted(const std::vector<Candidate>& seen) { return std::ranges::count_if(seen, serves); }
    static bool serves(const Candidate& candidate) {
        return candidate.keeps_speed() && candidate.end_error() <= accepted_end_error;
    }

    /// Fills in the weights and errors of a candidate that this scene can have.
    bool can_run(Candidate& candidate) {
        candidate.choice = catalogue_choice(scene_, *candidate.entry);
        const StencilChoice& choice = candidate.choice;
        LayerForm form;
        if (scene_.boundaries.any_absorbing()) {
            form = layer_form(choice.stencil, choice.courant);
            const bool too_thin = form.averaged && scene_.boundaries.thinnest_layer() < form.least_cells;
            if (!form.why_not.empty() || too_thin) return false;
        }
        if (!fits(open_sides_, radius(choice.stencil), form)) return false;
        const WallSupport support = wall_support(choice.stencil);
        if (!(scene_.solids.empty() ? support.empty_box : support.solids)) return false;
        candidate.speed_error = speed_error(choice);
        candidate.phase_error =
            2 * std::numbers::pi * plan_.report.dispersion.frequency_hz * longest_way_s() * candidate.speed_error;
        if (candidate.keeps_speed()) candidate.echo = echo(choice);
        return true;
    }

    /// In the slowest and the fastest part of the medium, without time dispersion where the traces are freed of it.
    double speed_error(const StencilChoice& choice) const {
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
        return possible ? std::min(worst(0), worst(choice.courant)) : worst(choice.courant);
    }

    /// That sound goes within the run: to the farthest receiver where it then leaves.
    double longest_way_s() const {
        const bool leaves = !sound_stays(scene_) && !varies(scene_.medium) && !scene_.survey;
        double longest_m = 0;
        for (const SourceRequest& source : scene_.sources)
            for (const ReceiverRequest& receiver : scene_.receivers)
                longest_m = std::max(longest_m, std::hypot(source.position.x - receiver.position.x,
                                                           source.position.y - receiver.position.y,
                                                           source.position.z - receiver.position.z));
        return leaves && longest_m > 0 ? std::min(scene_.duration_s, longest_m / plan_.decision.slowest_m_s)
                                       : scene_.duration_s;
    }

    double echo(const StencilChoice& choice) {
        if (!scene_.boundaries.any_absorbing() || scene_.sources.empty()) return 0;
        plan_.decision.shape.stencil = choice.stencil;
        plan_.decision.shape.courant = choice.courant;
        plan_.decision.time_step_s = choice.courant * plan_.decision.spacing_m / plan_.decision.fastest_m_s;
        return std::pow(10, layer_echo_db(plan_).value_or(0) / 20);
    }

    /// Index of the candidate that the rules take.
    std::size_t cheapest_that_serves() {
        double least_echo = 0, least_error = 0;
        for (const Candidate& candidate : seen_) {
            if (serves(candidate)) {
                rule_ = Rule::to_the_end;
                return static_cast<std::size_t>(&candidate - seen_.data());
            }
            if (!candidate.keeps_speed()) continue;
            least_echo = rule_ == Rule::speed ? std::min(least_echo, candidate.echo) : candidate.echo;
            rule_ = Rule::speed;
        }
        std::size_t best = seen_.size();
        for (std::size_t i = 0; i < seen_.size(); ++i) {
            const Candidate& candidate = seen_[i];
            if (rule_ == Rule::speed && candidate.keeps_speed() && candidate.echo <= 2 * least_echo) return i;
            if (best < seen_.size() && candidate.speed_error >= least_error) continue;
            best = i;
            least_error = candidate.speed_error;
        }
        return best;
    }

    /// That candidate, or one that is neither dearer nor less accurate at the end.
    std::size_t not_beaten(std::size_t best) const {
        for (std::size_t i = 0; i < seen_.size(); ++i)
            if (seen_[i].keeps_speed() == seen_[best].keeps_speed() && seen_[i].cost <= seen_[best].cost &&
                seen_[i].end_error() < seen_[best].end_error())
                best = i;
        return best;
    }

    std::string reason(std::size_t best) const {
        const Candidate& taken = seen_[best];
        const std::string room = !scene_.solids.empty()  ? "with a proven treatment of solids"
                                 : varies(scene_.medium) ? "for a medium that varies"
                                                         : "for a room without solids";
        const std::string at_the_end =
            fmt::format("an error of {:.2g} % at the end of the run", 100 * taken.end_error());
        std::string what;
        switch (rule_) {
            case Rule::to_the_end:
                what = fmt::format(
                    "cheapest stencil {} with at most 1 % dispersion in its worst direction ({:.2g} %) "
                    "and {}",
                    room, 100 * taken.speed_error, at_the_end);
                break;
            case Rule::speed:
                what = fmt::format(
                    "cheapest stencil {} with at most 1 % dispersion in its worst direction ({:.2g} %); "
                    "none keeps the error at the end of the run below {:.0f} %",
                    room, 100 * taken.speed_error, 100 * accepted_end_error);
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
                (second == nullptr ||
                 (rule_ == Rule::none ? other.speed_error < second->speed_error : (serves(other) && !serves(*second)))))
                second = &other;
        if (second == nullptr) return "auto: " + what;
        return fmt::format("auto: {}; the runner-up {} has {:.2g} % at {:.2f} times the cost", what,
                           second->choice.stencil.name, 100 * second->speed_error, second->cost / taken.cost);
    }

    enum class Rule { none, speed, to_the_end };

    const Scene& scene_;
    PlanOutline plan_;  ///< with the stencil of the candidate whose echo was reckoned last
    double points_;
    OpenSideRoom open_sides_ = {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::max()};
    std::vector<Candidate> seen_;  ///< cheapest first
    Rule rule_ = Rule::none;
};

}  // namespace

StencilChoice choose_automatically(const Scene& scene, double points_per_wavelength) {
    return Choice(scene, points_per_wavelength).best();
}

}  // namespace wavesim
