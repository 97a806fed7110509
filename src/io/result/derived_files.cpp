// SPDX-License-Identifier: MIT
#include "io/result/derived_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "io/atomic_file.hpp"
#include "io/picture/gather_picture.hpp"
#include "io/result/heard_traces.hpp"
#include "io/result/planned_files.hpp"
#include "io/result/resampler.hpp"
#include "io/result/segy_file.hpp"
#include "io/result/wav_file.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/signal_analysis.hpp"

namespace wavesim {

namespace {

/// Writes `count` files with a team: `bytes(i)` under `name(i)`, in the order of i. Returns their number; after a stop
/// the rest is left out.
template <class Name, class Bytes>
std::size_t write_together(OutputFiles& files, WritingTeam& team, std::size_t count, const Name& name,
                           const Bytes& bytes) {
    std::size_t begun = 0;
    for (; begun < count && !files.leaves_out(); ++begun)
        team.pool.post([&, i = begun] {
            const std::string content = team.clock.encoding([&] { return bytes(i); });
            team.clock.disk([&] { write_file(files.folder() / name(i), content, AtomicFile::Folder::later); });
        });
    team.pool.wait();
    if (begun > 0) sync_folder((files.folder() / name(0)).parent_path());
    for (std::size_t i = 0; i < begun; ++i) files.add(name(i));
    return begun;
}

/// Whether receivers are identified by names instead of offsets along a line: in rooms, and if each was placed
/// individually.
bool has_named_receivers(const Scene& scene) {
    if (scene.survey) return false;
    return scene.boundaries.all_walls() || std::ranges::all_of(scene.receivers, [](const ReceiverRequest& receiver) {
               return receiver.key.ends_with(".position");
           });
}

}  // namespace

double time_of(const PlanOutline& plan, const ShotRecord::Snapshot& snapshot) {
    const double steps = static_cast<double>(snapshot.step) + shown_field(plan.scene).steps_later;
    return steps * plan.decision.time_step_s - time_zero(plan.scene);
}

void write_snapshot_indexes(OutputFiles& files, const PlanOutline& plan, std::int64_t shot, const ShotRecord& record) {
    if (!wants_vtk(plan)) return;
    std::vector<SnapshotEntry> entries;
    for (const ShotRecord::Snapshot& snapshot : record.snapshots())
        entries.push_back({snapshot_name(snapshot.index), time_of(plan, snapshot)});
    const std::string into = shot_folder(plan, "snapshots", shot);
    files.write(into + series_name, series_index(entries));
    files.write(into + xdmf_name, xdmf_index(snapshot_lattice(plan, plan.decision.snapshots->box), entries,
                                             plan.decision.shape.precision, shown_field(plan.scene).name));
}

void write_pictures(OutputFiles& files, WritingTeam& team, const PlanOutline& plan, std::int64_t shot,
                    ShotRecord& record) {
    if (!record.pictures()) return;
    record.pictures()->settle(team.pool);
    const std::vector<ShotRecord::Snapshot>& snapshots = record.snapshots();
    write_together(
        files, team, snapshots.size(), [&](std::size_t i) { return picture_name(plan, shot, snapshots[i].index); },
        [&](std::size_t i) { return record.pictures()->png(i, time_of(plan, snapshots[i])); });
}

void write_gather(OutputFiles& files, const PlanOutline& plan, std::int64_t shot, const TraceSource& traces) {
    if (!plan.scene.outputs.traces.gather || traces.steps(0) == 0) return;
    const GatherStyle style = *plan.scene.outputs.traces.gather;
    GatherView view{plan.scene.name, {}, plan.decision.time_step_s, 0, {}, {}};
    if (plan.scene.survey) view.title += fmt::format(", shot {} of {}", shot + 1, shot_count(plan.scene));
    const std::int64_t receivers = std::min(traces.receivers(), receivers_of_shot(plan.scene, shot));
    for (std::int64_t r = 0; r < receivers; ++r)
        view.offsets_m.push_back(signed_offset(plan.scene, static_cast<std::size_t>(r), shot));
    std::vector<double> values = traces.block(0, 0, receivers);
    view.first_time_s = -time_zero(plan.scene);
    view.gain = plan.scene.outputs.traces.gather_gain;
    if (has_named_receivers(plan.scene))
        for (const ReceiverRequest& receiver : plan.scene.receivers) view.names.push_back(receiver.name);
    apply_gain(values, view.offsets_m.size(), view.gain, view.time_step_s, -view.first_time_s);
    const bool whole = style == GatherStyle::wiggle && !view.names.empty();
    const double scale = whole ? scale_of_peak(values) : gather_scale(values, style);
    files.write(gather_name(plan, shot), draw_gather(view, values, style, scale).png());
}

void write_segy(OutputFiles& files, const PlanOutline& plan, const TraceSource& traces) {
    if (!plan.decision.segy || traces.most_steps() == 0) return;
    write_segy_file(files.folder() / segy_name, plan, traces);
    files.add(segy_name);
}

void set_gain(std::vector<WrittenWav>& wavs, const ShotRecord& record) {
    double peak = 0;
    for (const double p : record.samples())
        if (std::isfinite(p)) peak = std::max(peak, std::abs(p));
    for (WrittenWav& wav : wavs) wav.gain = peak > 0 ? wav_peak / peak : 1;
}

void write_wavs(OutputFiles& files, WritingTeam& team, const PlanOutline& plan, std::vector<WrittenWav>& wavs,
                const ShotRecord& record) {
    if (wavs.empty()) return;
    const double rate = std::round(plan.scene.outputs.traces.wav_rate_hz.value_or(0));
    std::optional<HeardTraces> heard;
    if (plan.scene.medium.air && record.steps(0) > 0) heard.emplace(plan, record);
    const TraceSource& traces = heard ? static_cast<const TraceSource&>(*heard) : record;
    const Resampler resampled(record.steps(0), plan.decision.time_step_s, 1 / rate);
    const auto sound = [&](std::size_t r) {
        std::vector<double> trace = traces.block(0, static_cast<std::int64_t>(r), 1);
        for (double& p : trace) p = std::isfinite(p) ? p * wavs[r].gain : 0.0;
        return wav_bytes(resampled(trace), static_cast<int>(rate));
    };
    wavs.resize(write_together(
        files, team, wavs.size(), [&](std::size_t r) { return wavs[r].file; }, sound));
}

}  // namespace wavesim
