// SPDX-License-Identifier: MIT
#include "io/result/writer_state.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "io/result/response_files.hpp"
#include "io/result/result_check.hpp"
#include "io/result/run_log.hpp"
#include "io/result/run_numbers.hpp"
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

ResultWriter::State::State(const fs::path& folder, const PlanView& what, Takeover takeover, int threads)
    : planned(what),
      plan(what.outline()),
      lock(folder),
      files(folder),
      wavs(planned_wavs(plan)),
      manifest(with_origin(plan_manifest(plan, wavs), origin)),
      started(now()),
      before(shots_that_stay(folder, plan, takeover)),
      checkpoint(checkpoint_of(folder, plan, before, takeover)),
      replaced(claim_folder(folder, manifest, takeover == Takeover::nothing, files_that_stay(before, checkpoint))),
      recording(planned, files, threads) {
    write_file(folder / log_name, log_start("not yet: it runs, or was killed"), AtomicFile::Folder::neither);
    if (!plan.scene.survey) return;
    ended.emplace(folder, plan);
    ended->adopt(before.whole);
    shot = ended->next();
}

std::vector<std::string> ResultWriter::State::earlier() const {
    std::vector<std::string> all = before.earlier;
    all.insert(all.end(), checkpoint.earlier.begin(), checkpoint.earlier.end());
    return all;
}

std::string ResultWriter::State::program() const {
    std::string text = text_of(program_of(plan));
    if (checkpoint.origin.shot == shot)
        for (const std::string& sentence : checkpoint.earlier) text += "; " + sentence;
    return text;
}

std::vector<StateArray> ResultWriter::State::state(std::vector<StateArray> of_record) {
    of_record.insert(of_record.begin(),
                     {{"shot", ElementType::int64, {}},
                      [this](StateSink& sink) { save_memory(sink, std::as_bytes(std::span(&shot, 1))); },
                      [this](StateSource& source) { expect_shot(source); }});
    return of_record;
}

void ResultWriter::State::expect_shot(StateSource& source) const {
    std::int64_t saved = 0;
    load_memory(source, std::as_writable_bytes(std::span(&saved, 1)));
    if (saved != shot)
        throw StateError(fmt::format("the state is that of shot {}, not of shot {}", saved + 1, shot + 1));
}

void ResultWriter::State::end_shot() {
    recording.write_files(shot);
    if (!ended) return;
    write_gather(files, plan, shot, record);
    ended->add(shot, record.samples(), program());
    record.clear();
    shot = ended->next();
}

void ResultWriter::State::write_result(const RunReport& report, const std::string& end_summary, bool complete) {
    waiting.reset();
    const fs::path file = folder() / result_name;
    const ResultContent content{planned, traces(), report, end_summary, complete, comparison, wavs, earlier(), numbers};
    if (!complete) return write_result_file(file, content);
    waiting = std::make_unique<AtomicFile>(file);
    prepare_result_file(*waiting, content);
}

void ResultWriter::State::name_result() {
    if (waiting) waiting->commit(AtomicFile::Folder::later);
    waiting.reset();
}

std::vector<std::string> ResultWriter::State::files_of_result() const {
    std::vector<std::string> names = manifest.files;
    std::erase_if(names, [this](const std::string& name) {
        return std::ranges::count(checkpoint_names, name) > 0 || (!shots_stay && name.starts_with("shots/"));
    });
    return names;
}

void ResultWriter::State::remove_what_was_to_resume() noexcept {
    if (ended && !shots_stay) ended->remove();
    remove_checkpoints(folder());
}

void ResultWriter::State::write_all(const RunReport& report, const std::string& end_summary, bool complete) {
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

void ResultWriter::State::finish(const std::string& log_end, bool complete) {
    write_log(log_end, complete);
    name_result();
    if (!complete) remove_empty_parts(folder(), manifest);
    if (complete) manifest.contents = contents_of(folder(), files_of_result());
    manifest.state = complete ? ResultManifest::State::complete : ResultManifest::State::incomplete;
    write_manifest(folder(), manifest);
    if (complete) remove_what_was_to_resume();  // last, so that a run killed earlier can still be continued
    stage = Stage::finished;
}

void ResultWriter::State::keep_what_is_recorded() noexcept {
    attempt([this] { team.pool.wait(); });
    keep_written_snapshots();
    record.drop_pictures();  // frees their disk space
    waiting.reset();         // frees that of the complete result.h5
    attempt([this] { write_what_is_recorded(); });
    if (!record.snapshots().empty()) attempt([this] { write_snapshot_indexes(files, plan, shot, record); });
    attempt([this] { write_file(folder() / log_name, log_start(now() + ", failed")); });
    remove_empty_parts(folder(), manifest);
    manifest.state = ResultManifest::State::incomplete;
    if (!attempt([this] { write_manifest(folder(), manifest); }))
        attempt([this] { overwrite_manifest(folder(), manifest); });
    stage = Stage::finished;
}

void ResultWriter::State::keep_written_snapshots() noexcept {
    if (!wants_vtk(plan)) return;
    record.keep_snapshots_if([this](const ShotRecord::Snapshot& taken) {
        std::error_code error;
        return fs::exists(folder() / snapshot_path(plan, shot, taken.index), error);
    });
}

void ResultWriter::State::write_what_is_recorded() {
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

std::string ResultWriter::State::kept_text() const {
    const std::size_t snapshots = wants_vtk(plan) ? record.snapshots().size() : 0;
    const std::string snapshots_text = fmt::format("{} snapshot{}", snapshots, snapshots == 1 ? "" : "s");
    if (fs::exists(folder() / result_name))
        return fmt::format("{} keeps {} ({} recorded steps){}", folder().string(), result_name, steps_of(traces()),
                           snapshots == 0 ? "" : " and " + snapshots_text);
    if (snapshots > 0) return fmt::format("{} keeps {}, no traces", folder().string(), snapshots_text);
    return fmt::format("nothing could be kept in {}", folder().string());
}

std::string ResultWriter::State::log_start(const std::string& ended) const {
    std::vector<std::string> notes;
    const auto warn = [&notes](const std::vector<std::string>& sentences) {
        for (const std::string& sentence : sentences) notes.push_back("warning: " + sentence);
    };
    warn(plan.report.warnings);
    if (!lock.warning().empty()) warn({lock.warning()});
    warn(before.lost);
    warn(checkpoint.lost);
    if (!checkpoint.file.empty())
        notes.push_back(fmt::format("went on from the checkpoint of step {}", checkpoint.origin.step));
    warn(earlier());
    return log_head(plan, origin, started, ended, notes);
}

void ResultWriter::State::write_log(const std::string& end_summary, bool complete) {
    std::string text = log_start(now() + (complete ? ", complete" : ", incomplete")) +
                       log_scales(plan, wavs, record.pictures()) + "\n" + end_summary;
    if (!text.ends_with('\n')) text += '\n';
    write_file(folder() / log_name, text, AtomicFile::Folder::neither);
    files.add(log_name);
}

}  // namespace wavesim
