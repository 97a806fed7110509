// SPDX-License-Identifier: MIT
#include "io/result_folder.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "io/atomic_file.hpp"
#include "io/folder_claim.hpp"
#include "io/folder_lock.hpp"
#include "io/gather_picture.hpp"
#include "io/picture_spool.hpp"
#include "io/planned_files.hpp"
#include "io/resumed_shots.hpp"
#include "io/segy_file.hpp"
#include "io/slice_picture.hpp"
#include "io/snapshot_file.hpp"
#include "io/trace_source.hpp"
#include "io/wav_file.hpp"
#include "solvers/survey.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

std::string now() { return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(std::time(nullptr))); }

}  // namespace

/// Planes of a run, kept until the run's colour scale is known.
struct Pictures {
    SliceView view;
    PictureSpool spool;
    double scale_pa = 0;
    std::vector<std::pair<std::int64_t, double>> taken;  ///< index, time in s

    Pictures(const Plan& plan, const fs::path& folder)
        : view(slice_view(plan)), spool(folder, static_cast<std::size_t>(view.across * view.up), folder / "pictures") {}

    void add(std::int64_t index, double time_s, std::span<const double> values) {
        const std::vector<float> plane(values.begin(), values.end());
        spool.add(plane);
        scale_pa = std::max(scale_pa, picture_peak(view, plane));
        taken.emplace_back(index, time_s);
    }
};

struct ResultWriter::State {
    fs::path folder;
    const Plan& plan;
    std::vector<WrittenWav> wavs;
    FolderLock lock;
    ResultManifest manifest;
    std::string started = now();
    std::int64_t shot = 0;                 ///< that is being recorded
    ResumedShots before;                   ///< left by an earlier run
    std::optional<ShotFiles> shots;        ///< of a survey: the shots before it
    std::vector<double> samples;           ///< of this shot, (step, receiver)
    std::vector<SnapshotEntry> snapshots;  ///< of this shot
    std::unique_ptr<Pictures> pictures;
    std::optional<ResultComparison> comparison;
    std::vector<std::string> files;
    std::unique_ptr<AtomicFile> waiting;  ///< the complete result.h5, until every other file is there
    const std::atomic<bool>* stop = nullptr;
    enum class Stage { recording, kept, finished };
    Stage stage = Stage::recording;
    bool cut_short = false;  ///< files were left out because of a stop

    State(fs::path where, const Plan& what, bool force)
        : folder(std::move(where)),
          plan(what),
          wavs(planned_wavs(plan)),
          lock(folder),
          manifest(plan_manifest(plan, wavs)) {
        if (!force) {
            before = find_whole_shots(folder, plan);
            expect_no_others(folder, plan, before);
        }
        claim_folder(folder, manifest, force, before.files);
        if (plan.scene.survey) {
            shots.emplace(folder, plan.scene.receivers.size(), plan.problem.precision, plan.time_step_s,
                          computed_by(plan));
            shots->adopt(before.count, plan.steps);
            shot = before.count;
        }
        samples.reserve(static_cast<std::size_t>(plan.steps) * plan.scene.receivers.size());
        if (wants_pictures(plan)) pictures = std::make_unique<Pictures>(plan, folder);
    }

    /// Calls use(traces) with all that is recorded; of a survey the shots that have ended.
    template <class Use>
    auto with_traces(const Use& use) const {
        if (shots) return use(static_cast<const TraceSource&>(*shots));
        const RecordedTraces recorded(samples, plan.scene.receivers.size());
        return use(static_cast<const TraceSource&>(recorded));
    }

    std::int64_t steps_done() const {
        return with_traces([](const TraceSource& traces) {
            std::int64_t sum = 0;
            for (std::int64_t i = 0; i < traces.shots(); ++i) sum += traces.steps(i);
            return sum;
        });
    }

    /// Pictures and indexes of a shot; the traces of a survey leave memory.
    void end_shot() {
        write_indexes();
        write_pictures();
        if (!shots) return;
        const RecordedTraces now(samples, plan.scene.receivers.size());
        write_gather(now);
        shots->add(samples);
        samples.clear();
        snapshots.clear();
        if (pictures) pictures = std::make_unique<Pictures>(plan, folder);
        ++shot;
    }

    void write_gather(const TraceSource& source) {
        if (!plan.scene.outputs.traces.gather || source.steps(0) == 0) return;
        const GatherStyle style = *plan.scene.outputs.traces.gather;
        GatherView view{plan.scene.name, {}, plan.time_step_s};
        if (plan.scene.survey) view.title += fmt::format(", shot {} of {}", shot + 1, shot_count(plan.scene));
        for (std::size_t r = 0; r < plan.scene.receivers.size(); ++r)
            view.offsets_m.push_back(signed_offset(plan.scene, r, shot));
        const std::vector<double> values = source.block(0, 0, source.receivers());
        write(gather_name(plan, shot), draw_gather(view, values, style, gather_scale(values, style)).png());
    }

    void write_segy() {
        if (!plan.segy || steps_done() == 0) return;
        with_traces([this](const TraceSource& traces) { return write_segy_file(folder / segy_name, plan, traces); });
        files.emplace_back(segy_name);
    }

    bool stop_asked() {
        cut_short = cut_short || (stop && stop->load());
        return cut_short;
    }

    /// A complete result takes its place on the disk now and its name in name_result().
    void write_result(const RunReport& report, const std::string& end_summary, bool complete) {
        waiting.reset();
        with_traces([&](const TraceSource& traces) {
            const fs::path file = folder / result_name;
            const ResultContent content{plan, traces, report, end_summary, complete, comparison, wavs};
            if (!complete) return write_result_file(file, content);
            waiting = std::make_unique<AtomicFile>(file);
            prepare_result_file(*waiting, content);
        });
    }

    void name_result() {
        if (waiting) waiting->commit();
        const bool complete = waiting != nullptr;
        waiting.reset();
        if (shots && complete) shots->remove();  // else a later run goes on from them
    }

    /// Everything but the log.
    void write_all(const RunReport& report, const std::string& end_summary, bool complete) {
        if (report.stopped) {
            stop = nullptr;
            cut_short = false;
        }
        set_gain();
        if (shots && !(samples.empty() && snapshots.empty())) end_shot();  // cut off
        write_result(report, end_summary, complete);
        files.insert(files.begin(), result_name);
        if (!shots) with_traces([this](const TraceSource& traces) { write_gather(traces); });
        write_segy();
        write_wavs();
        if (!shots) end_shot();
        stage = Stage::kept;
    }

    void write(const std::string& name, std::string_view bytes) {
        write_file(folder / name, bytes);
        files.push_back(name);
    }

    void set_gain() {
        double peak = 0;
        for (const double value : samples)
            if (std::isfinite(value)) peak = std::max(peak, std::abs(value));
        for (WrittenWav& wav : wavs) wav.gain = peak > 0 ? wav_peak / peak : 1;
    }

    void write_wavs() {
        const std::size_t receivers = plan.scene.receivers.size();
        const double rate = std::round(plan.scene.outputs.traces.wav_rate_hz.value_or(0));
        for (std::size_t r = 0; r < wavs.size(); ++r) {
            if (stop_asked()) return wavs.resize(r);
            std::vector<double> trace;
            trace.reserve(samples.size() / receivers);
            for (std::size_t i = r; i < samples.size(); i += receivers)
                trace.push_back(std::isfinite(samples[i]) ? samples[i] * wavs[r].gain : 0.0);
            write(wavs[r].file, wav_bytes(resample(trace, 1 / plan.time_step_s, rate), static_cast<int>(rate)));
        }
    }

    void write_indexes() {
        if (!wants_vtk(plan)) return;
        const std::string into = shot_folder(plan, "snapshots", shot);
        write(into + series_name, series_index(snapshots));
        write(into + xdmf_name,
              xdmf_index(snapshot_lattice(plan, plan.snapshots->box), snapshots, plan.problem.precision));
    }

    void write_pictures() {
        if (!pictures) return;
        const double scale = pictures->scale_pa > 0 ? pictures->scale_pa : 1;
        for (std::size_t i = 0; i < pictures->taken.size(); ++i) {
            if (stop_asked()) return;
            const auto [index, time] = pictures->taken[i];
            write(picture_name(plan, shot, index),
                  draw_slice(pictures->view, pictures->spool.read(i), scale, time).png());
        }
    }

    /// After a failure: the traces and the index of the snapshots, as far as the disk allows.
    void keep_what_is_recorded() noexcept {
        const auto attempt = [](const auto& action) {
            try {
                action();
            } catch (...) {  // the first failure is the one that is reported
            }
        };
        pictures.reset();  // gives its disk space back
        waiting.reset();   // so does this, to the incomplete one
        attempt([this] {
            if (fs::exists(folder / result_name)) return;
            if (shots && !samples.empty()) shots->add(samples);
            RunReport report;
            report.steps_done = steps_done();
            if (report.steps_done == 0) return;
            report.backend = plan.regions.empty() ? "" : plan.regions[0].backend;
            report.isa = plan.regions.empty() ? "" : plan.regions[0].isa;
            for (const double p : samples) report.peak_pa = std::max(report.peak_pa, std::abs(p));
            with_traces([&](const TraceSource& traces) {
                write_result_file(folder / result_name, {plan, traces, report, "", false, std::nullopt, {}});
            });
        });
        if (!snapshots.empty()) attempt([this] { write_indexes(); });  // of the shot that was cut off
        remove_empty_parts(folder, manifest);
        manifest.state = ResultManifest::State::incomplete;
        bool marked = false;
        attempt([&] {
            write_manifest(folder, manifest);
            marked = true;
        });
        if (!marked) attempt([this] { overwrite_manifest(folder, manifest); });
        stage = Stage::finished;
    }

    std::string kept_text() const {
        const std::string snapshots_text =
            snapshots.empty() ? "" : fmt::format("{} snapshot{}", snapshots.size(), snapshots.size() == 1 ? "" : "s");
        if (fs::exists(folder / result_name))
            return fmt::format("{} keeps {} ({} recorded steps){}", folder.string(), result_name, steps_done(),
                               snapshots.empty() ? "" : " and " + snapshots_text);
        if (!snapshots.empty()) return fmt::format("{} keeps {}, no traces", folder.string(), snapshots_text);
        return fmt::format("nothing could be kept in {}", folder.string());
    }

    void write_log(const std::string& end_summary, bool complete) {
        std::string text =
            fmt::format("wavesim {}\nscene: {} ({})\nstarted: {}\nended: {}, {}\n", wavesim_version(), plan.scene.name,
                        plan.scene.hash, started, now(), complete ? "complete" : "incomplete");
        for (const std::string& warning : plan.warnings) text += "warning: " + warning + "\n";
        if (!wavs.empty())
            text += fmt::format("sound files: sample = {:.6g} /Pa x pressure (one gain for all)\n", wavs[0].gain);
        if (pictures)
            text += fmt::format("pictures: darkest colour = {:.6g} Pa (largest 99.5th percentile of |p|)\n",
                                pictures->scale_pa);
        text += "\n" + end_summary;
        if (!text.ends_with('\n')) text += '\n';
        write(log_name, text);
    }
};

ResultWriter::ResultWriter(const fs::path& folder, const Plan& plan, bool force) {
    if (inspect_folder(folder, plan.scene.hash) == FolderState::absent) make_folder(folder);
    state_ = std::make_unique<State>(folder, plan, force);
}

ResultWriter::~ResultWriter() {
    if (state_ && state_->stage != State::Stage::finished) state_->keep_what_is_recorded();
}

std::string ResultWriter::give_up() {
    state_->keep_what_is_recorded();
    return state_->kept_text();
}

void ResultWriter::traces(std::int64_t, std::int64_t, std::span<const double> values) {
    if (state_->samples.empty())  // no growth by doubling: the forecast counts each sample once
        state_->samples.reserve(static_cast<std::size_t>(state_->plan.steps) * state_->plan.scene.receivers.size());
    state_->samples.insert(state_->samples.end(), values.begin(), values.end());
}

void ResultWriter::snapshot(std::int64_t index, std::int64_t step, std::span<const double> values) {
    State& s = *state_;
    const double time = static_cast<double>(step) * s.plan.time_step_s;
    if (s.pictures) s.pictures->add(index, time, values);
    if (!wants_vtk(s.plan)) return;
    const std::string name = snapshot_name(index);
    const std::string path = shot_folder(s.plan, "snapshots", s.shot) + name;
    write_snapshot_file(s.folder / path, snapshot_lattice(s.plan, s.plan.snapshots->box), time, values,
                        s.plan.problem.precision);
    s.snapshots.push_back({name, time});
    s.files.push_back(path);
}

std::int64_t ResultWriter::shots_before() const { return state_->before.count; }

double ResultWriter::peak_before_pa() const { return state_->before.peak_pa; }

void ResultWriter::end_shot() { state_->end_shot(); }

const std::vector<double>& ResultWriter::samples() const { return state_->samples; }

void ResultWriter::compare_with(ResultComparison comparison) { state_->comparison = std::move(comparison); }

void ResultWriter::stop_on(const std::atomic<bool>& stop) { state_->stop = &stop; }

bool ResultWriter::keep(const RunReport& report, const std::string& end_summary) {
    state_->write_all(report, end_summary, false);
    return !state_->cut_short;
}

bool ResultWriter::finish(RunReport report, const std::string& end_summary, bool complete,
                          const std::function<std::string()>& last_words) {
    State& s = *state_;
    const bool kept = s.stage == State::Stage::kept;
    if (!kept) s.write_all(report, end_summary, complete);
    if (s.cut_short || (!complete && s.stop && s.stop->load())) {
        report.stopped = true;
        complete = false;
    }
    if (kept || s.cut_short) s.write_result(report, end_summary, complete);
    s.write_log(end_summary + (last_words ? "\n" + last_words() : ""), complete);
    s.name_result();
    if (!complete) remove_empty_parts(s.folder, s.manifest);
    s.manifest.state = complete ? ResultManifest::State::complete : ResultManifest::State::incomplete;
    write_manifest(s.folder, s.manifest);
    s.stage = State::Stage::finished;
    return complete;
}

std::vector<std::string> ResultWriter::files() const { return state_->files; }

}  // namespace wavesim
