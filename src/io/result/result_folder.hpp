// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/result/checkpoints.hpp"
#include "io/result/folder_claim.hpp"
#include "io/result/result_file.hpp"
#include "io/result/writing_team.hpp"
#include "solvers/plan/plan_view.hpp"
#include "solvers/run/recorder.hpp"

namespace wavesim {

/// State of a result folder before a run. A complete result whose result.h5 is missing or truncated counts as
/// incomplete.
enum class FolderState { absent, empty, complete, same_scene_incomplete, other_scene, foreign };
FolderState inspect_folder(const std::filesystem::path& folder, const std::string& scene_hash);

/// Writes one result folder: result.h5, traces.sgy, snapshots/, audio/, pictures/, log.txt and wavesim.json (its list
/// of files). Every file is written under a temporary name, fsynced and renamed. Folders of many files are fsynced
/// once, before the result or a checkpoint refers to them. On failure the temporary file is removed, and
/// EnvironmentError (io) names file and reason. The folder is locked until the writer is destroyed.
class ResultWriter : public Recorder {
  public:
    /// Creates the folder. Throws EnvironmentError (io) if it exists and may not be reused. A complete result or that
    /// of another scene is replaced only if nothing is taken over; foreign files are never replaced. `plan` must
    /// outlive the writer. Snapshots, pictures and sound files are made by writing_threads(threads) threads. Snapshots
    /// are written while steps run; on a GPU, where the processors are idle, also pictures.
    ResultWriter(const std::filesystem::path& folder, const PlanView& plan, Takeover takeover, int threads = 1);
    /// Calls give_up() unless finish() has been called, i.e. after a failure.
    ~ResultWriter() override;

    void traces(std::int64_t first_step, std::int64_t steps, std::span<const double> values) override;
    double correct_traces(const TraceCorrection& correction) override;
    void snapshot(std::int64_t index, std::int64_t step, std::span<const double> values) override;
    /// Returns when all snapshots are on the disk. Throws EnvironmentError if one of them failed.
    void settle();
    /// Saves the recorded part of the current shot: samples, list of snapshots, planes that wait to become pictures.
    void save(StateSink& sink) override;
    /// The files of the snapshots must be in the folder.
    void load(StateSource& source) override;

    const std::filesystem::path& folder() const;
    /// The shot that is recorded next; the number of all shots if all are complete.
    std::int64_t shot() const;
    /// Number of shots of a survey that an earlier run left and that need not run again, and the largest |pressure| in
    /// them.
    std::int64_t shots_before() const;
    double peak_before_pa() const;
    /// The checkpoint of this shot from an earlier run, from which this run continues.
    const FoundCheckpoint& checkpoint() const;
    /// Parts of the result computed by other programs than that of the plan, one sentence each.
    std::vector<std::string> earlier() const;
    /// One sentence if the file system has no locks (FolderLock); else empty.
    const std::string& lock_warning() const;
    /// One sentence for each shot of an earlier run that has been damaged or changed.
    const std::vector<std::string>& lost_shots() const;
    /// Ends a shot of a survey, after which the next may begin. Its traces are stored in a separate file until
    /// finish(), so that they are not lost; its pictures and indexes are written.
    void end_shot();
    /// Keeps the files of the shots beside a complete result, for surveys that will get more shots.
    void keep_shots();
    /// The earlier result that this one replaces.
    const std::optional<ReplacedResult>& replaced() const;
    /// Samples of the current shot so far, (step, receiver).
    const std::vector<double>& samples() const;
    /// Once `stop` is set while files are written, the remaining files are left out. But if the run itself was stopped,
    /// its recorded data is written. `stop` must outlive the writing.
    void stop_on(const std::atomic<bool>& stop);
    /// Writes all files except the log, with result.h5 marked as incomplete, so that long computations may follow
    /// before finish(). False if it was stopped.
    bool keep(const RunReport& report, const std::string& end_summary);
    /// The exact solution, which finish() stores with the traces.
    void compare_with(ResultComparison comparison);
    /// Writes result.h5, WAV files, indexes, pictures (unless keep() has done so) and the log; also after a stop or an
    /// instability (`complete` false). `last_words` is called when all files except the log are written; its text ends
    /// the log. Returns whether the result is complete, i.e. was not stopped before the end.
    bool finish(RunReport report, const std::string& end_summary, bool complete,
                const std::function<std::string()>& last_words = {});
    /// After a failure: saves the traces so far in an incomplete result.h5, if the disk allows it, and marks the folder
    /// as incomplete. Returns a few words about what is kept.
    std::string give_up();
    /// The numbers of ISO 3382-1, if the scene requests them and all other files have been written.
    const std::vector<ResponseNumbers>& numbers() const;
    /// Files written, relative to the folder.
    std::vector<std::string> files() const;
    /// Time that its threads have spent so far.
    WritingEffort effort() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace wavesim
