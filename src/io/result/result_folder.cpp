// SPDX-License-Identifier: MIT
#include "io/result/result_folder.hpp"

#include <stdexcept>

#include "io/result/writer_state.hpp"

namespace wavesim {

namespace fs = std::filesystem;

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
