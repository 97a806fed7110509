// SPDX-License-Identifier: MIT
#include "solvers/plan/time_forecast.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/plan/part_times.hpp"
#include "solvers/plan/writing_forecast.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/signal.hpp"
#include "stencils/problem/receiver_nodes.hpp"

namespace wavesim {

namespace {

double recording_seconds(const PlanOutline& plan, const PassLists& lists, int threads) {
    std::int64_t weights = 0;
    for (std::size_t r = 0; r < lists.receivers.size(); ++r)
        weights += receiver_nodes(lists, r) * (lists.receivers[r].second_weights.empty() ? 1 : 2);
    return part_times.weight * static_cast<double>(weights) * static_cast<double>(plan.decision.steps_run()) /
           std::max(1, threads);
}

double snapshot_seconds(const PlanOutline& plan) {
    if (!plan.decision.snapshots) return 0;
    const double file = plan.scene.outputs.snapshots->vtk ? part_times.file : 0;
    const auto nodes = static_cast<double>(plan.decision.snapshots->box.extent().nodes());
    return static_cast<double>(plan.decision.snapshots->count) * (file + part_times.snapshot_node * nodes);
}

double trace_seconds(const PlanOutline& plan) {
    const double sample =
        part_times.trace_sample + (plan.decision.time_correction.on ? part_times.corrected_sample : 0);
    return (plan.scene.survey ? part_times.file : 0) +  // file of the shot
           sample * static_cast<double>(plan.scene.receivers.size()) * static_cast<double>(plan.decision.steps);
}

/// Average number of files that each writing thread has to make.
double by_all(std::int64_t files, int threads) {
    return static_cast<double>(files) / static_cast<double>(std::max<std::int64_t>(1, files_at_once(files, threads)));
}

double picture_seconds(const PlanOutline& plan, int threads) {
    double seconds = 0;
    if (plan.decision.snapshots && plan.scene.outputs.snapshots->png)
        seconds += by_all(plan.decision.snapshots->count, threads) *
                   (part_times.file + part_times.pixel * static_cast<double>(slice_picture_pixels(plan)));
    if (const auto style = plan.scene.outputs.traces.gather)
        seconds += part_times.file +
                   part_times.pixel * static_cast<double>(gather_pixels(std::ssize(plan.scene.receivers), *style));
    return seconds;
}

double sound_seconds(const PlanOutline& plan, int threads) {
    const double own = static_cast<double>(plan.decision.steps);
    const auto receivers = std::ssize(plan.scene.receivers);
    double seconds = 0;
    if (const auto rate = plan.scene.outputs.traces.wav_rate_hz)
        seconds += by_all(receivers, threads) *
                   (part_times.file + part_times.resampled_sample * std::max(own, plan.scene.duration_s * *rate));
    if (plan.decision.segy && plan.decision.segy->resampled)
        seconds += static_cast<double>(receivers) * part_times.resampled_sample *
                   std::max(own, static_cast<double>(plan.decision.segy->samples));
    return seconds;
}

/// Mean over all images of the fraction of steps left after their arrival: a quarter for a ball, a third for a disc.
double exact_seconds(const PlanOutline& plan, const SourceRequest& source) {
    const Scene& scene = plan.scene;
    const auto steps = static_cast<double>(plan.decision.steps);
    const double reach = plan.decision.fastest_m_s * plan.decision.time_step_s * steps;
    if (scene.outputs.compare == ExactReference::free_field)
        return steps * (scene.dims == 2 ? part_times.line_sample : part_times.image_sample);
    if (scene.dims == 2) {
        const double images = std::numbers::pi * reach * reach / (scene.size_m.x * scene.size_m.z);
        return std::max(1.0, images) * part_times.line_image_sample * steps / 3;
    }
    const double images =
        4 * std::numbers::pi / 3 * reach * reach * reach / (scene.size_m.x * scene.size_m.y * scene.size_m.z);
    const double length = Signal(source.signal, plan.decision.time_step_s).end() / plan.decision.time_step_s;
    return std::max(1.0, images) * part_times.image_sample * std::min(length, steps / 4);
}

double comparison_seconds(const PlanOutline& plan) {
    if (plan.scene.outputs.compare == ExactReference::none) return 0;
    double seconds = 0;
    for (const SourceRequest& source : plan.scene.sources) seconds += exact_seconds(plan, source);
    return seconds * static_cast<double>(plan.scene.receivers.size());
}

}  // namespace

TimeForecast forecast_time(const PlanOutline& plan, const PassLists& lists, const BackendEntry& backend,
                           const Machine& machine) {
    const auto shots = static_cast<double>(shot_count(plan.scene));
    TimeForecast time;
    time.steps = shots * plan.forecast.ctpn_s * static_cast<double>(plan.grid().nodes()) *
                 static_cast<double>(plan.decision.steps_run());
    // On a GPU receivers are read in parallel to the step, which costs hardly any time.
    time.receivers = backend.on_gpu() ? 0 : shots * recording_seconds(plan, lists, machine.threads);
    time.snapshots = shots * snapshot_seconds(plan);
    time.traces = shots * trace_seconds(plan);
    time.pictures = shots * picture_seconds(plan, machine.threads);
    time.sound = shots * sound_seconds(plan, machine.threads) + (plan.decision.segy ? part_times.file : 0);
    time.comparison = comparison_seconds(plan);
    return time;
}

}  // namespace wavesim
