// SPDX-License-Identifier: MIT
#include "solvers/accuracy/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/exact/free_field.hpp"
#include "solvers/exact/shoebox.hpp"
#include "solvers/scene/words.hpp"

namespace wavesim {

namespace {

double distance(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

double distance_to_box(const Point& p, const SolidBox& box, int dims) {
    const auto gap = [](double at, double from, double to) { return std::max({from - at, at - to, 0.0}); };
    return std::hypot(gap(p.x, box.from.x, box.to.x), dims == 2 ? 0 : gap(p.y, box.from.y, box.to.y),
                      gap(p.z, box.from.z, box.to.z));
}

/// Length of the shortest path from source to receiver that touches a side or a solid, m.
double first_reflection(const Scene& scene, const Point& source, const Point& receiver) {
    double shortest = std::numeric_limits<double>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        if (scene.dims == 2 && axis == 1) continue;
        for (const double wall : {0.0, scene.size_m.along(axis)}) {
            if (scene.boundaries.kind[static_cast<std::size_t>(2 * axis + (wall > 0 ? 1 : 0))] == SideKind::absorbing)
                continue;
            Point image = source;
            (axis == 0 ? image.x : axis == 1 ? image.y : image.z) = 2 * wall - source.along(axis);
            shortest = std::min(shortest, distance(image, receiver));
        }
    }
    for (const SolidBox& box : scene.solids)
        shortest =
            std::min(shortest, distance_to_box(source, box, scene.dims) + distance_to_box(receiver, box, scene.dims));
    return shortest;
}

std::vector<double> exact_trace(const PlanOutline& plan, ExactReference reference, const Signal& signal,
                                const Point& source, const Point& receiver, std::int64_t steps,
                                const std::function<void(double)>& look) {
    const Scene& scene = plan.scene;
    const double c = scene.medium.sound_speed_m_s;
    if (reference == ExactReference::shoebox)
        return shoebox_images(signal, scene.dims, scene.size_m, source, receiver, c, plan.decision.time_step_s, steps,
                              look);
    const double r = distance(source, receiver);
    if (r == 0) return std::vector<double>(static_cast<std::size_t>(steps), 0.0);
    if (scene.dims == 3) return free_field_3d(signal, r, c, plan.decision.time_step_s, steps);
    std::function<void()> begun;
    if (look) begun = [&look] { look(0); };
    return free_field_2d(signal, r, c, plan.decision.time_step_s, steps, begun);
}

}  // namespace

double Comparison::worst() const {
    double worst = 0;
    for (const ReceiverComparison& r : receivers)
        if (r.heard()) worst = std::max(worst, r.relative_error);
    return worst;
}

std::vector<double> exact_traces(const PlanOutline& plan, ExactReference reference, std::int64_t steps,
                                 const std::function<void(double)>& look) {
    const std::size_t count = plan.decision.receivers.size();
    std::vector<double> exact(static_cast<std::size_t>(steps) * count, 0.0);
    double traces_done = 0;
    std::function<void(double)> look_here;
    if (look)
        look_here = [&, all = static_cast<double>(count * plan.decision.sources.size())](double of_trace) {
            look((traces_done + of_trace) / all);
        };
    for (std::size_t s = 0; s < plan.decision.sources.size(); ++s) {
        const Signal signal(plan.scene.sources[s].signal, plan.decision.time_step_s);
        for (std::size_t r = 0; r < count; ++r) {
            if (look_here) look_here(0);
            const std::vector<double> trace = exact_trace(plan, reference, signal, plan.decision.sources[s].position,
                                                          plan.decision.receivers[r].position, steps, look_here);
            ++traces_done;
            for (std::size_t n = 0; n < trace.size(); ++n) exact[n * count + r] += trace[n];
        }
    }
    return exact;
}

Comparison compare_with_exact(const PlanOutline& plan, std::span<const double> recorded,
                              const std::function<void(double)>& look) {
    const Scene& scene = plan.scene;
    const std::size_t count = plan.decision.receivers.size();
    Comparison comparison;
    comparison.reference = word_of(scene.outputs.compare);
    if (count == 0) return comparison;
    comparison.steps = static_cast<std::int64_t>(recorded.size() / count);
    comparison.exact = exact_traces(plan, scene.outputs.compare, comparison.steps, look);

    const double end = static_cast<double>(comparison.steps) * plan.decision.time_step_s;
    for (std::size_t r = 0; r < count; ++r) {
        ReceiverComparison result;
        result.receiver = scene.receivers[r].name;
        result.distance_m = std::numeric_limits<double>::infinity();
        result.until_s = end;
        for (const PlannedPoint& source : plan.decision.sources) {
            result.distance_m =
                std::min(result.distance_m, distance(source.position, plan.decision.receivers[r].position));
            if (scene.outputs.compare == ExactReference::free_field)
                result.until_s = std::min(
                    result.until_s, first_reflection(scene, source.position, plan.decision.receivers[r].position) /
                                        scene.medium.sound_speed_m_s);
        }
        result.compared_steps = std::min(
            comparison.steps, static_cast<std::int64_t>(std::ceil(result.until_s / plan.decision.time_step_s)));
        double error = 0;
        for (std::int64_t n = 0; n < result.compared_steps; ++n) {
            const std::size_t i = static_cast<std::size_t>(n) * count + r;
            result.peak_pa = std::max(result.peak_pa, std::abs(comparison.exact[i]));
            error = std::max(error, std::abs(recorded[i] - comparison.exact[i]));
        }
        if (result.distance_m == 0) result.peak_pa = 0;  // the exact field is infinite there
        result.relative_error = result.heard() ? error / result.peak_pa : 0;
        comparison.receivers.push_back(result);
    }
    return comparison;
}

}  // namespace wavesim
