// SPDX-License-Identifier: MIT
#include "io/result/result_folder.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <stdexcept>

#include "io/atomic_file.hpp"
#include "io/result/derived_files.hpp"
#include "io/result/earlier_run.hpp"
#include "io/result/folder_lock.hpp"
#include "io/result/output_files.hpp"
#include "io/result/planned_files.hpp"
#include "io/result/response_files.hpp"
#include "io/result/result_check.hpp"
#include "io/result/resumed_shots.hpp"
#include "io/result/run_numbers.hpp"
#include "io/result/run_origin.hpp"
#include "io/result/shot_files.hpp"
#include "io/result/shot_recording.hpp"
#include "io/result/trace_source.hpp"
#include "solvers/plan/writing_forecast.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

std::string now() { return fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::localtime(std::time(nullptr))); }

std::int64_t steps_of(const TraceSource& traces) {
    std::int64_t sum = 0;
    for (std::int64_t shot = 0; shot < traces.shots(); ++shot) sum += traces.steps(shot);
    return sum;
}

ResultManifest with_origin(ResultManifest manifest, const RunOrigin& origin) {
    manifest.host = origin.host;
    manifest.process = origin.process;
    return manifest;
}

/// Performs an action that may fail on a full disk; returns whether it succeeded.
template <class Action>
bool attempt(const Action& action) noexcept {
    try {
        action();
        return true;
    } catch (...) {  // the caller reports its own earlier failure
        return false;
    }
}

}  // namespace

struct ResultWriter::State {
    PlanView planned;
    const PlanOutline& plan;
    FolderLock lock;
    OutputFiles files;
    std::vector<WrittenWav> wavs;
    RunOrigin origin = run_origin();
    ResultManifest manifest;
    std::string started = now();
    ResumedShots before;                     ///< shots left by an earlier run
    FoundCheckpoint checkpoint;              ///< checkpoint left by it
    std::optional<ReplacedResult> replaced;  ///< its other files, which were removed
    std::optional<ShotFiles> ended;          ///< for a survey: the completed shots
    bool shots_stay = false;                 ///< whether their files stay beside a complete result
    std::int64_t shot = 0;                   ///< the shot being recorded
    std::optional<ResultComparison> comparison;
    std::vector<ResponseNumbers> numbers;  ///< computed when everything has been recorded
    std::unique_ptr<AtomicFile> waiting;   ///< the complete result.h5, until all other files are written
    /// Stages: a run is recorded; all files except the log are written; the folder states whether the result is
    /// complete.
    enum class Stage { recording, kept, finished };
    Stage stage = Stage::recording;

    ShotRecording recording;  ///< declared last: destroyed before the objects to which its jobs refer
    ShotRecord& record = recording.record;
    WritingTeam& team = recording.team;

    State(const fs::path& folder, const PlanView& what, Takeover takeover, int threads)
        : planned(what),
          plan(what.outline()),
          lock(folder),
          files(folder),
          wavs(planned_wavs(plan)),
          manifest(with_origin(plan_manifest(plan, wavs), origin)),
          before(shots_that_stay(folder, plan, takeover)),
          checkpoint(checkpoint_of(folder, plan, before, takeover)),
          replaced(claim_folder(folder, manifest, takeover == Takeover::nothing, files_that_stay(before, checkpoint))),
          recording(planned, files, threads) {
        write_file(folder / log_name, log_head("not yet: it runs, or was killed"), AtomicFile::Folder::neither);
        if (!plan.scene.survey) return;
        ended.emplace(folder, plan);
        ended->adopt(before.whole);
        shot = ended->next();
    }

    const fs::path& folder() const { return files.folder(); }
    /// All recorded traces; for a survey those of the completed shots.
    const TraceSource& traces() const { return ended ? static_cast<const TraceSource&>(*ended) : record; }

    /// Parts computed by other programs, one sentence each.
    std::vector<std::string> earlier() const {
        std::vector<std::string> all = before.earlier;
        all.insert(all.end(), checkpoint.earlier.begin(), checkpoint.earlier.end());
        return all;
    }

    /// The program that computed the shot being recorded.
    std::string program() const {
        std::string text = text_of(program_of(plan));
        if (checkpoint.origin.shot == shot)
            for (const std::string& sentence : checkpoint.earlier) text += "; " + sentence;
        return text;
    }

    /// The arrays of a state: the number of the shot, which is first so that another shot is refused early, and its
    /// record.
    std::vector<StateArray> state(std::vector<StateArray> of_record) {
        of_record.insert(of_record.begin(),
                         {{"shot", ElementType::int64, {}},
                          [this](StateSink& sink) { save_memory(sink, std::as_bytes(std::span(&shot, 1))); },
                          [this](StateSource& source) { expect_shot(source); }});
        return of_record;
    }

    void expect_shot(StateSource& source) const {
        std::int64_t saved = 0;
        load_memory(source, std::as_writable_bytes(std::span(&saved, 1)));
        if (saved != shot)
            throw StateError(fmt::format("the state is that of shot {}, not of shot {}", saved + 1, shot + 1));
    }

    /// Writes indexes and pictures of a shot. In a survey it then moves the traces of the shot from
    /// memory to a file.
    void end_shot() {
        recording.write_files(shot);
        if (!ended) return;
        write_gather(files, plan, shot, record);
        ended->add(shot, record.samples(), program());
        record.clear();
        shot = ended->next();
    }

    /// Writes result.h5. A complete result stays under a temporary name until name_result().
    void write_result(const RunReport& report, const std::string& end_summary, bool complete) {
        waiting.reset();
        const fs::path file = folder() / result_name;
        const ResultContent content{planned,    traces(), report,    end_summary, complete,
                                    comparison, wavs,     earlier(), numbers};
        if (!complete) return write_result_file(file, content);
        waiting = std::make_unique<AtomicFile>(file);
        prepare_result_file(*waiting, content);
    }

    void name_result() {
        if (waiting) waiting->commit(AtomicFile::Folder::later);
        waiting.reset();
    }

    /// The files of the manifest without those from which a later run would continue.
    std::vector<std::string> files_of_result() const {
        std::vector<std::string> names = manifest.files;
        std::erase_if(names, [this](const std::string& name) {
            return std::ranges::count(checkpoint_names, name) > 0 || (!shots_stay && name.starts_with("shots/"));
        });
        return names;
    }

    /// Removes the files from which a later run would continue.
    void remove_what_was_to_resume() noexcept {
        if (ended && !shots_stay) ended->remove();
        remove_checkpoints(folder());
    }

    /// Writes all files except the log.
    void write_all(const RunReport& report, const std::string& end_summary, bool complete) {
        team.pool.wait();
        if (report.stopped && !report.resumable) files.ignore_stop();  // no later run can write them
        if (report.unstable && plan.decision.time_correction.on) record.leave_uncorrected();
        set_gain(wavs, record);
        if (ended && !record.empty()) end_shot();  // shot that was cut off
        if (!report.unstable) numbers = run_numbers(plan, traces());
        write_result(report, end_summary, complete);
        files.add_first(result_name);
        if (!ended) write_gather(files, plan, shot, record);
        write_segy(files, plan, traces());
        write_wavs(files, team, plan, wavs, record);
        if (!report.unstable) write_response_wavs(files, plan, traces());
        write_number_files(files, numbers);
        if (!ended) end_shot();
        stage = Stage::kept;
    }

    /// Writes the log, then gives the result its final names. The folder is fsynced once, together with the manifest.
    /// If power is lost before and only the manifest survives, the length of result.h5 in it reveals this.
    void finish(const std::string& log_end, bool complete) {
        write_log(log_end, complete);
        name_result();
        if (!complete) remove_empty_parts(folder(), manifest);
        if (complete) manifest.contents = contents_of(folder(), files_of_result());
        manifest.state = complete ? ResultManifest::State::complete : ResultManifest::State::incomplete;
        write_manifest(folder(), manifest);
        if (complete) remove_what_was_to_resume();  // last, so that a run killed earlier can still be continued
        stage = Stage::finished;
    }

    /// Saves the traces of a failed run and the index of its snapshots, as far as the disk allows.
    void keep_what_is_recorded() noexcept {
        attempt([this] { team.pool.wait(); });
        keep_written_snapshots();
        record.drop_pictures();  // frees their disk space
        waiting.reset();         // frees that of the complete result.h5
        attempt([this] { write_what_is_recorded(); });
        if (!record.snapshots().empty()) attempt([this] { write_snapshot_indexes(files, plan, shot, record); });
        attempt([this] { write_file(folder() / log_name, log_head(now() + ", failed")); });
        remove_empty_parts(folder(), manifest);
        manifest.state = ResultManifest::State::incomplete;
        if (!attempt([this] { write_manifest(folder(), manifest); }))
            attempt([this] { overwrite_manifest(folder(), manifest); });
        stage = Stage::finished;
    }

    void keep_written_snapshots() noexcept {
        if (!wants_vtk(plan)) return;
        record.keep_snapshots_if([this](const ShotRecord::Snapshot& taken) {
            std::error_code error;
            return fs::exists(folder() / snapshot_path(plan, shot, taken.index), error);
        });
    }

    void write_what_is_recorded() {
        const fs::path file = folder() / result_name;
        if (fs::exists(file)) return;
        if (plan.decision.time_correction.on && record.correction() == ShotRecord::Correction::due)
            record.correct(TraceCorrection(plan));
        if (ended && !record.samples().empty()) ended->add(shot, record.samples(), program());
        RunReport report;
        report.unstable = record.correction() == ShotRecord::Correction::left_out;
        report.steps_done = steps_of(traces());
        if (report.steps_done == 0) return;
        report.backend = plan.decision.backend;
        report.isa = plan.decision.regions.empty() ? "" : plan.decision.regions[0].isa;
        for (const double p : record.samples()) report.peak_pa = std::max(report.peak_pa, std::abs(p));
        write_result_file(file, {planned, traces(), report, "", false, std::nullopt, {}, earlier()});
    }

    std::string kept_text() const {
        const std::size_t snapshots = wants_vtk(plan) ? record.snapshots().size() : 0;
        const std::string snapshots_text = fmt::format("{} snapshot{}", snapshots, snapshots == 1 ? "" : "s");
        if (fs::exists(folder() / result_name))
            return fmt::format("{} keeps {} ({} recorded steps){}", folder().string(), result_name, steps_of(traces()),
                               snapshots == 0 ? "" : " and " + snapshots_text);
        if (snapshots > 0) return fmt::format("{} keeps {}, no traces", folder().string(), snapshots_text);
        return fmt::format("nothing could be kept in {}", folder().string());
    }

    /// The first part of the log, which is known from the start.
    std::string log_head(const std::string& end) const {
        std::string text =
            fmt::format("wavesim {}\nscene: {} ({})\nhost: {}, process {}\nuser: {}\n", wavesim_version(),
                        plan.scene.name, plan.scene.hash, origin.host, origin.process, origin.user);
        if (!origin.job.empty()) text += fmt::format("job: {}\n", origin.job);
        text += fmt::format("command: {}\nstarted: {}\nended: {}\n", origin.command, started, end);
        for (const std::string& warning : plan.report.warnings) text += "warning: " + warning + "\n";
        if (!lock.warning().empty()) text += "warning: " + lock.warning() + "\n";
        for (const std::string& warning : before.lost) text += "warning: " + warning + "\n";
        for (const std::string& warning : checkpoint.lost) text += "warning: " + warning + "\n";
        if (!checkpoint.file.empty())
            text += fmt::format("went on from the checkpoint of step {}\n", checkpoint.origin.step);
        for (const std::string& sentence : earlier()) text += "warning: " + sentence + "\n";
        return text;
    }

    void write_log(const std::string& end_summary, bool complete) {
        std::string text = log_head(now() + (complete ? ", complete" : ", incomplete"));
        if (!wavs.empty())
            text += fmt::format("sound files: sample = {:.6g} /Pa x pressure (one gain for all)\n", wavs[0].gain);
        if (record.pictures() && plan.scene.survey)
            text += "pictures: the darkest colour is that of the shot (largest 99.5th percentile of |p|)\n";
        else if (record.pictures() && record.pictures()->scale_pa() == 0)
            text += "pictures: all white, the pressure is 0 at 99.5 % of every plane\n";
        else if (record.pictures())
            text += fmt::format("pictures: darkest colour = {:.6g} Pa (largest 99.5th percentile of |p|)\n",
                                record.pictures()->scale_pa());
        text += "\n" + end_summary;
        if (!text.ends_with('\n')) text += '\n';
        write_file(folder() / log_name, text, AtomicFile::Folder::neither);
        files.add(log_name);
    }
};

ResultWriter::ResultWriter(const fs::path& folder, const PlanView& plan, Takeover takeover, int threads) {
    if (inspect_folder(folder, plan.outline().scene.hash) == FolderState::absent) make_folder(folder);
    state_ = std::make_unique<State>(folder, plan, takeover, threads);
}

ResultWriter::~ResultWriter() {
    if (state_ && state_->stage != State::Stage::finished) state_->keep_what_is_recorded();
}

std::string ResultWriter::give_up() {
    state_->keep_what_is_recorded();
    return state_->kept_text();
}

void ResultWriter::traces(std::int64_t, std::int64_t, std::span<const double> values) {
    state_->record.add_samples(values);
}

double ResultWriter::correct_traces(const TraceCorrection& correction) { return state_->record.correct(correction); }

void ResultWriter::snapshot(std::int64_t index, std::int64_t step, std::span<const double> values) {
    state_->recording.take_snapshot(state_->shot, {index, step}, values);
}

void ResultWriter::settle() { state_->recording.settle(state_->shot); }

const fs::path& ResultWriter::folder() const { return state_->folder(); }

std::int64_t ResultWriter::shot() const { return state_->shot; }

void ResultWriter::save(StateSink& sink) {
    state_->recording.settle(state_->shot);
    save_state(sink, state_->state(state_->record.state()));
}

void ResultWriter::load(StateSource& source) {
    State& s = *state_;
    if (!s.record.empty()) throw std::logic_error("a writer that has recorded something cannot load a state");
    load_state(source, s.state(s.record.state_as_in(source)));
    if (!wants_vtk(s.plan)) return;
    for (const ShotRecord::Snapshot& taken : s.record.snapshots())
        s.files.add(snapshot_path(s.plan, s.shot, taken.index));
}

std::int64_t ResultWriter::shots_before() const { return std::ssize(state_->before.whole); }

std::vector<std::string> ResultWriter::earlier() const { return state_->earlier(); }
const std::string& ResultWriter::lock_warning() const { return state_->lock.warning(); }

const std::vector<std::string>& ResultWriter::lost_shots() const { return state_->before.lost; }

const std::optional<ReplacedResult>& ResultWriter::replaced() const { return state_->replaced; }

const FoundCheckpoint& ResultWriter::checkpoint() const { return state_->checkpoint; }

double ResultWriter::peak_before_pa() const { return state_->before.peak_pa; }

void ResultWriter::keep_shots() { state_->shots_stay = true; }

void ResultWriter::end_shot() { state_->end_shot(); }

const std::vector<double>& ResultWriter::samples() const { return state_->record.samples(); }

void ResultWriter::compare_with(ResultComparison comparison) { state_->comparison = std::move(comparison); }

void ResultWriter::stop_on(const std::atomic<bool>& stop) { state_->files.stop_on(stop); }

bool ResultWriter::keep(const RunReport& report, const std::string& end_summary) {
    state_->write_all(report, end_summary, false);
    return !state_->files.left_out_some();
}

bool ResultWriter::finish(RunReport report, const std::string& end_summary, bool complete,
                          const std::function<std::string()>& last_words) {
    State& s = *state_;
    const bool kept = s.stage == State::Stage::kept;
    if (!kept) s.write_all(report, end_summary, complete);
    if (s.files.left_out_some() || (!complete && s.files.stop_asked())) {
        report.stopped = true;
        complete = false;
    }
    if (kept || s.files.left_out_some()) s.write_result(report, end_summary, complete);
    s.finish(end_summary + (last_words ? "\n" + last_words() : ""), complete);
    return complete;
}

WritingEffort ResultWriter::effort() const { return state_->team.clock.effort(); }

const std::vector<ResponseNumbers>& ResultWriter::numbers() const { return state_->numbers; }

std::vector<std::string> ResultWriter::files() const { return state_->files.names(); }

}  // namespace wavesim
