// SPDX-License-Identifier: MIT
#include "solvers/ways/reach.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "solvers/medium/anisotropy.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "solvers/ways/sound_ways.hpp"

namespace wavesim {

namespace {

double distance(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

/// Largest number of searches for paths around solids, each some 10 ms. Beyond it paths are assumed to be straight.
constexpr int most_searches = 8;

/// Per receiver: its distance beyond the reach of the closest source, m. It is not above 0 if sound arrives, and
/// infinite if solids seal it off.
std::vector<double> shortfalls(const PlanDraft& draft, const std::vector<std::optional<double>>& reaches) {
    const Scene& scene = draft.plan.scene;
    // In a towed spread the distances are the same in all shots.
    const bool moves = scene.survey && scene.survey->spread != Survey::Spread::towed;
    const std::int64_t shots = moves ? shot_count(scene) : 1;
    SoundWays ways(draft);
    int searches = 0;
    std::vector<double> least(scene.receivers.size(), std::numeric_limits<double>::infinity());
    for (std::int64_t shot = 0; shot < shots; ++shot) {
        if (std::ranges::all_of(least, [](double short_of) { return short_of <= 0; })) break;
        std::vector<Point> receivers;
        for (std::size_t r = 0; r < least.size(); ++r) receivers.push_back(receiver_position(scene, r, shot));
        for (std::size_t s = 0; s < reaches.size(); ++s) {
            if (!reaches[s]) continue;
            const Point source = source_position(scene, s, shot);
            const bool around = !scene.solids.empty() && *reaches[s] < ways.ample() && searches++ < most_searches;
            const std::vector<WayBounds> found =
                around ? ways.from(source, receivers) : std::vector<WayBounds>(receivers.size());
            for (std::size_t r = 0; r < least.size(); ++r)
                least[r] = std::min(least[r], (around ? found[r].least : distance(source, receivers[r])) - *reaches[s]);
        }
    }
    return least;
}

/// Largest speed of sound in any direction, m/s.
double largest_speed(const PlanOutline& plan) {
    return plan.decision.fastest_m_s * (plan.scene.tti ? std::sqrt(std::max(1.0, anisotropy_factor(plan.scene))) : 1);
}

}  // namespace

bool is_silent(const SignalRequest& signal) {
    return signal.amplitude_pa_m == 0 ||
           (signal.kind == SignalKind::samples && std::ranges::all_of(signal.samples, [](double s) { return s == 0; }));
}

bool sound_stays(const Scene& scene) {
    if (scene.any_solid()) return true;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const bool flat = scene.dims == 2 && axis == 1;
        const auto& kind = scene.boundaries.kind;
        if (!flat && kind[2 * axis] != SideKind::absorbing && kind[2 * axis + 1] != SideKind::absorbing) return true;
    }
    return false;
}

double reach(const PlanOutline& plan, const SourceRequest& source, std::int64_t steps) {
    const double end = plan.decision.time_step_s * static_cast<double>(steps);
    return largest_speed(plan) * std::max(0.0, end - std::max(0.0, when_heard(source.signal).begin));
}

std::vector<std::string> reach_warnings(const PlanDraft& draft) {
    const PlanOutline& plan = draft.plan;
    std::vector<std::optional<double>> reaches;
    for (const SourceRequest& source : plan.scene.sources)
        reaches.push_back(is_silent(source.signal) ? std::nullopt
                                                   : std::optional(reach(plan, source, plan.decision.steps)));
    if (std::ranges::none_of(reaches, [](const auto& way) { return way.has_value(); })) return {};
    std::size_t missed = 0;
    std::size_t first = 0;
    double farthest = 0;
    const std::vector<double> short_of = shortfalls(draft, reaches);
    for (std::size_t r = 0; r < short_of.size(); ++r) {
        if (!(short_of[r] > 0) || std::isinf(short_of[r])) continue;
        if (missed++ == 0) first = r;
        farthest = std::max(farthest, short_of[r]);
    }
    if (missed == 0) return {};
    const std::string& name = plan.scene.receivers[first].name;
    return {fmt::format("the run ends before any sound reaches {}: it would have to last at least {:.3g} s longer",
                        missed == 1 ? fmt::format("receiver '{}'", name)
                                    : fmt::format("{} receivers ('{}' is the first)", missed, name),
                        farthest / largest_speed(plan))};
}

}  // namespace wavesim
