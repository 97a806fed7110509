// SPDX-License-Identifier: MIT
#include "solvers/plan/writing_forecast.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "solvers/scene/ambisonic_receivers.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/air_filter.hpp"
#include "solvers/signal/impulse_response.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

namespace {

// Measured memory of libraries and their tables after first use: HDF5 (which converts to float in a buffer), sound
// files and resampling, pictures.
constexpr std::int64_t hdf5_library = 15 << 18;
constexpr std::int64_t hdf5_conversion = 3 << 18;
constexpr std::int64_t sound_library = 7 << 18;
constexpr std::int64_t shot_reading = 5 << 18;  // memory for reading files of shots, one trace at a time
constexpr std::int64_t picture_library = 5 << 16;

/// Three bytes of colour and one of its index. The compressed picture needs a tenth of that, unless it shows noise.
constexpr std::int64_t bytes_per_pixel = 4;
/// Memory of the compressor for earlier data.
constexpr std::int64_t compressor = 1 << 18;

std::int64_t hdf5_bytes(const PlanOutline& plan) {
    return hdf5_library + (plan.decision.shape.precision == Precision::float32 ? hdf5_conversion : 0);
}

/// Whether a grid of the medium comes from a HDF5 file.
bool reads_hdf5(const Scene& scene) {
    const auto from_hdf5 = [](const std::optional<Medium::Grid>& grid) { return grid && grid->from_hdf5; };
    return from_hdf5(scene.medium.grid) || from_hdf5(scene.medium.density_grid) ||
           (scene.tti && std::ranges::any_of(scene.tti->grids, from_hdf5));
}

bool writes_vtk(const PlanOutline& plan) { return plan.decision.snapshots && plan.scene.outputs.snapshots->vtk; }
bool writes_pictures(const PlanOutline& plan) { return plan.decision.snapshots && plan.scene.outputs.snapshots->png; }

std::int64_t picture_library_bytes(const PlanOutline& plan) {
    return writes_pictures(plan) || plan.scene.outputs.traces.gather ? picture_library : 0;
}

/// Nodes of a plane in both directions, to the right and upwards.
std::array<std::int64_t, 2> plane_nodes(const PlanOutline& plan, const Extent& n) {
    if (n.nz == 1 && plan.scene.dims == 3) return {n.nx, n.ny};
    return n.nx == 1 ? std::array{n.ny, n.nz} : std::array{n.nx, n.nz};
}

/// Cells that a picture shows: the complete room, even if a snapshot has few of its nodes.
std::array<std::int64_t, 2> cells_of_plane(const PlanOutline& plan) {
    NodeBox cells = plan.decision.snapshots->box;
    cells.stride = 1;
    return plane_nodes(plan, cells.extent());
}

/// Size in pixels of a picture of a plane with so many cells to the right and upwards. The longer side has at most 840
/// pixels. If it has fewer cells than that, each cell has a whole number of pixels.
std::array<std::int64_t, 2> plane_pixels(std::int64_t across, std::int64_t up) {
    double scale = 840 / static_cast<double>(std::max(across, up));
    if (scale > 1) scale = std::floor(scale);
    const auto pixels = [scale](std::int64_t n) { return std::llround(scale * static_cast<double>(n)); };
    return {pixels(across), pixels(up)};
}

std::int64_t slice_plane_pixels(const PlanOutline& plan) {
    const auto [across, up] = cells_of_plane(plan);
    const auto plane = plane_pixels(across, up);
    return plane[0] * plane[1];
}

/// Compressed texts and axes of a picture, and the rounding to complete disk blocks.
constexpr std::int64_t margin_file_bytes = 12 << 10;

/// Memory of all threads that compute the colour scale of pictures: each holds the plane and a sorted copy.
std::int64_t sorting_bytes(const PlanOutline& plan, int threads) {
    if (!writes_pictures(plan)) return 0;
    const PlannedSnapshots& snapshots = *plan.decision.snapshots;
    return files_at_once(snapshots.count, threads) * 2 * 4 * snapshots.box.extent().nodes();
}

/// Memory of all threads that draw pictures of snapshots: each holds the plane, and a sorted copy or the pixels.
std::int64_t drawing_bytes(const PlanOutline& plan, int threads) {
    if (!writes_pictures(plan)) return 0;
    const auto [across, up] = plane_nodes(plan, plan.decision.snapshots->box.extent());
    const std::int64_t plane = across * up * 4;
    return files_at_once(plan.decision.snapshots->count, threads) *
           (plane + std::max(plane, bytes_per_pixel * slice_picture_pixels(plan) + compressor));
}

}  // namespace

std::int64_t trace_bytes(const PlanOutline& plan) {
    return plan.decision.steps_run() * static_cast<std::int64_t>(plan.scene.receivers.size()) * 8;
}

std::int64_t slice_pixels(std::int64_t across, std::int64_t up) {
    // The layout of slice_picture.cpp: texts need 430 pixels across, the colour bar 148 upwards.
    const auto plane = plane_pixels(across, up);
    return (std::max<std::int64_t>(430, plane[0]) + 180) * (std::max<std::int64_t>(148, plane[1]) + 96);
}

std::int64_t slice_picture_pixels(const PlanOutline& plan) {
    if (!writes_pictures(plan)) return 0;
    const auto [across, up] = cells_of_plane(plan);
    return slice_pixels(across, up);
}

std::int64_t gather_pixels(std::int64_t receivers, GatherStyle style) {
    // The layout of gather_picture.cpp.
    const bool wiggle = style == GatherStyle::wiggle;
    const std::int64_t across = std::clamp<std::int64_t>(receivers * (wiggle ? 16 : 8), 480, 1120);
    return (across + (wiggle ? 102 : 192)) * 860;
}

std::int64_t slice_file_bytes(const PlanOutline& plan) {
    if (!writes_pictures(plan)) return 0;
    const auto [across, up] = plane_nodes(plan, plan.decision.snapshots->box.extent());
    const auto plane = slice_plane_pixels(plan);
    // One byte per pixel if each node has one pixel. Noise on nodes of 8 pixels needed 0.68 bytes per pixel, of 20
    // pixels 0.45, of 40 pixels 0.31: below 2.85 divided by the root of the pixels. Texts, the colour bar and complete
    // blocks are added.
    const double per_node = std::sqrt(static_cast<double>(plane) / static_cast<double>(across * up));
    const double per_pixel = std::min(1.0, 2.85 / std::sqrt(per_node));
    return std::llround(per_pixel * static_cast<double>(plane)) + margin_file_bytes;
}

std::int64_t gather_file_bytes(std::int64_t receivers, GatherStyle style) {
    return gather_pixels(receivers, style) + margin_file_bytes;
}

std::int64_t files_at_once(std::int64_t files, int threads) {
    return std::min<std::int64_t>(files, writing_threads(threads));
}

int writing_threads(int threads) { return std::clamp(threads, 1, 16); }

int snapshot_copies(const PlanOutline& plan, int threads) {
    constexpr std::int64_t most_bytes = 32 << 20;
    if (!writes_vtk(plan)) return 0;
    const std::int64_t fit = most_bytes / (8 * plan.decision.snapshots->box.extent().nodes());
    return static_cast<int>(
        std::min<std::int64_t>({writing_threads(threads) + 1, fit, plan.decision.snapshots->count}));
}

std::int64_t recording_bytes(const PlanOutline& plan, int threads, bool on_gpu) {
    std::int64_t chunk = std::min(trace_bytes(plan), most_part_bytes);
    const std::int64_t checkpoint = plan.scene.run.checkpoint ? most_state_part : 0;
    if (!plan.decision.snapshots) return chunk + checkpoint;
    const auto receivers = static_cast<std::int64_t>(plan.scene.receivers.size());
    const auto steps = static_cast<std::int64_t>(std::ceil(plan.decision.snapshots->every_steps));
    chunk = std::min(chunk, steps * receivers * 8);
    const std::int64_t nodes = plan.decision.snapshots->box.extent().nodes();
    std::int64_t waiting = nodes * 8 * snapshot_copies(plan, threads);
    if (on_gpu) waiting += drawing_bytes(plan, threads);  // drawn while steps run
    // A checkpoint determines the darkest colours so far, after the copies have been freed.
    if (plan.scene.run.checkpoint) waiting = std::max(waiting, sorting_bytes(plan, threads));
    return chunk + checkpoint + nodes * 8 + (writes_pictures(plan) ? nodes * 4 : 0) + waiting;
}

std::int64_t early_library_bytes(const PlanOutline& plan) {
    // A survey writes the traces and pictures of a shot before the fields of the next one exist.
    const bool survey = plan.scene.survey.has_value();
    std::int64_t hdf5 = writes_vtk(plan) ? hdf5_library : 0;
    if (reads_hdf5(plan.scene)) hdf5 = hdf5_library + hdf5_conversion;
    if (survey) hdf5 = std::max(hdf5, hdf5_bytes(plan));
    return hdf5 + (survey ? picture_library_bytes(plan) : 0);
}

std::int64_t writing_bytes(const PlanOutline& plan, int threads) {
    const TraceOutput& wanted = plan.scene.outputs.traces;
    const auto receivers = static_cast<std::int64_t>(plan.scene.receivers.size());
    const std::int64_t traces = trace_bytes(plan);
    const std::int64_t block = std::min(traces, most_part_bytes);

    std::int64_t libraries =
        std::max<std::int64_t>(0, hdf5_bytes(plan) + picture_library_bytes(plan) - early_library_bytes(plan));
    if (wanted.wav_rate_hz || wanted.segy) libraries += sound_library;
    if (plan.scene.outputs.rir && plan.scene.survey) libraries += shot_reading;

    AirFilter::Bytes air{};
    if (plan.scene.medium.air) air = AirFilter::bytes(plan.decision.steps, plan.decision.time_step_s);
    // Traces in the order of result.h5, and one of them after absorption in air.
    std::int64_t buffers = block * (plan.scene.survey ? 2 : 1) + air.own + air.filtering;
    if (const auto& rir =
            plan.scene.outputs.rir) {  // one response at a time, as double, float and file; four as floats
        const std::int64_t sample_bytes = ambisonic_receivers(plan.scene.receivers).empty() ? 16 : 48;
        const auto made = ImpulseResponses::bytes(*rir, plan.decision.steps, plan.decision.time_step_s);
        const auto samples = static_cast<std::int64_t>(plan.scene.duration_s * rir->wav_rate_hz);
        buffers = std::max(buffers, air.own + made.own + plan.decision.steps * 8 +
                                        std::max(air.filtering, std::max(made.dividing, samples * sample_bytes)));
    }
    if (const auto& metrics = plan.scene.outputs.metrics) {  // one trace at a time, filtered and integrated
        constexpr std::int64_t band_bytes = 600;             // of a receiver, as values and as CSV
        const std::int64_t bands = receivers * shot_count(plan.scene) * (metrics->per_octave == 1 ? 8 : 24);
        buffers = std::max(buffers, air.own + air.filtering + 10 * plan.decision.steps * 8) + bands * band_bytes;
    }
    if (wanted.wav_rate_hz) {
        // One sound file per thread: its trace (double and float) and the resampled one (float and file).
        const auto samples = static_cast<std::int64_t>(plan.scene.duration_s * *wanted.wav_rate_hz);
        const std::int64_t each = std::max(plan.decision.steps * 12 + samples * 8, air.filtering);
        buffers = std::max(buffers, air.own + files_at_once(receivers, threads) * each);
    }
    if (wanted.segy) buffers = std::max(buffers, 2 * block);  // some receivers of a shot and their bytes
    if (wanted.gather)                                        // a shot as (receiver, time); sorted by size, or drawn
        buffers =
            std::max(buffers, traces + std::max(traces, bytes_per_pixel * gather_pixels(receivers, *wanted.gather)));
    buffers = std::max(buffers, drawing_bytes(plan, threads));
    return libraries + buffers;
}

}  // namespace wavesim
