// SPDX-License-Identifier: MIT
#include "solvers/plan/time_forecast.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/plan/writing_forecast.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/signal.hpp"
#include "stencils/problem/receiver_nodes.hpp"

namespace wavesim {

namespace {

// Seconds of one thread of an AMD Zen 4 core at 3.6 GHz, from the processor time of whole runs less that of the same
// run without the part.

/// Reading a node of the field for a receiver: 8000 receivers of 512 nodes, whose lists come from memory.
constexpr double per_weight = 2.1e-9;
/// A node of a snapshot: read from the field, converted, written. 20 volumes of 200^3 nodes took 1.1 s; rough.
constexpr double per_snapshot_node = 6.5e-9;
/// A file beside its bytes: mostly the wait until its data and its name are on the disk. 10,000 WAV files took 93 s,
/// 300 of them 3 s, and 400 slices of 100^2 as VTK 3.2 s; rough, for disks differ.
constexpr double per_file = 8e-3;
/// Sample of a trace: collected, put in order of receivers, written. 5000 receivers with 5947 samples took 0.9 s;
/// rough.
constexpr double per_trace_sample = 3e-8;
/// Sample of a trace whose time dispersion is removed: 3e-7 s of 700 samples, 6e-7 of 400,000.
constexpr double per_corrected_sample = 5e-7;
/// Picture of 1020 x 684 pixels: drawn, indexed and compressed in 45 ms.
constexpr double per_pixel = 6.5e-8;
/// Sample of the denser of the two rates through libsamplerate's best sinc, 286 taps from a table beyond the caches:
/// 50 files of 0.2 s at 768 kHz took 6.1 s.
constexpr double per_resampled_sample = 8e-7;
/// Sample of an image source, 3D: 2.7e6 images of 141 samples took 2.7 s.
constexpr double per_image_sample = 7e-9;
/// The same of a line source, which is a quadrature: 3.0e4 images of 916 samples on average took 52 s.
constexpr double per_line_image_sample = 1.9e-6;
/// Sample of the free field of a line source: 200 receivers with 2747 samples took 0.43 s.
constexpr double per_line_sample = 8e-7;

double recording_seconds(const PlanOutline& plan, const PassLists& lists, int threads) {
    std::int64_t weights = 0;
    for (std::size_t r = 0; r < lists.receivers.size(); ++r)
        weights += receiver_nodes(lists, r) * (lists.receivers[r].second_weights.empty() ? 1 : 2);
    return per_weight * static_cast<double>(weights) * static_cast<double>(plan.decision.steps_run()) /
           std::max(1, threads);
}

double snapshot_seconds(const PlanOutline& plan) {
    if (!plan.decision.snapshots) return 0;
    const double file = plan.scene.outputs.snapshots->vtk ? per_file : 0;
    const auto nodes = static_cast<double>(plan.decision.snapshots->box.extent().nodes());
    return static_cast<double>(plan.decision.snapshots->count) * (file + per_snapshot_node * nodes);
}

double trace_seconds(const PlanOutline& plan) {
    const double per_sample = per_trace_sample + (plan.decision.time_correction.on ? per_corrected_sample : 0);
    return (plan.scene.survey ? per_file : 0) +  // of the shot
           per_sample * static_cast<double>(plan.scene.receivers.size()) * static_cast<double>(plan.decision.steps);
}

/// Files that each of the threads that make them has to make, on average.
double by_all(std::int64_t files, int threads) {
    return static_cast<double>(files) / static_cast<double>(std::max<std::int64_t>(1, files_at_once(files, threads)));
}

double picture_seconds(const PlanOutline& plan, int threads) {
    double seconds = 0;
    if (plan.decision.snapshots && plan.scene.outputs.snapshots->png)
        seconds += by_all(plan.decision.snapshots->count, threads) *
                   (per_file + per_pixel * static_cast<double>(slice_picture_pixels(plan)));
    if (const auto style = plan.scene.outputs.traces.gather)
        seconds += per_file + per_pixel * static_cast<double>(gather_pixels(std::ssize(plan.scene.receivers), *style));
    return seconds;
}

double sound_seconds(const PlanOutline& plan, int threads) {
    const double own = static_cast<double>(plan.decision.steps);
    const auto receivers = std::ssize(plan.scene.receivers);
    double seconds = 0;
    if (const auto rate = plan.scene.outputs.traces.wav_rate_hz)
        seconds += by_all(receivers, threads) *
                   (per_file + per_resampled_sample * std::max(own, plan.scene.duration_s * *rate));
    if (plan.decision.segy && plan.decision.segy->resampled)
        seconds += static_cast<double>(receivers) * per_resampled_sample *
                   std::max(own, static_cast<double>(plan.decision.segy->samples));
    return seconds;
}

/// The mean over all images of the steps that are left when their sound arrives: a quarter of a ball's reach, a third
/// of a disc's.
double exact_seconds(const PlanOutline& plan, const SourceRequest& source) {
    const Scene& scene = plan.scene;
    const auto steps = static_cast<double>(plan.decision.steps);
    const double reach = plan.decision.fastest_m_s * plan.decision.time_step_s * steps;
    if (scene.outputs.compare == ExactReference::free_field)
        return steps * (scene.dims == 2 ? per_line_sample : per_image_sample);
    if (scene.dims == 2) {
        const double images = std::numbers::pi * reach * reach / (scene.size_m.x * scene.size_m.z);
        return std::max(1.0, images) * per_line_image_sample * steps / 3;
    }
    const double images =
        4 * std::numbers::pi / 3 * reach * reach * reach / (scene.size_m.x * scene.size_m.y * scene.size_m.z);
    const double length = Signal(source.signal, plan.decision.time_step_s).end() / plan.decision.time_step_s;
    return std::max(1.0, images) * per_image_sample * std::min(length, steps / 4);
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
    // On a GPU receivers are read beside the step, and hardly show.
    time.receivers = backend.on_gpu() ? 0 : shots * recording_seconds(plan, lists, machine.threads);
    time.snapshots = shots * snapshot_seconds(plan);
    time.traces = shots * trace_seconds(plan);
    time.pictures = shots * picture_seconds(plan, machine.threads);
    time.sound = shots * sound_seconds(plan, machine.threads) + (plan.decision.segy ? per_file : 0);
    time.comparison = comparison_seconds(plan);
    return time;
}

}  // namespace wavesim
