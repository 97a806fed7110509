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

/// What a result folder holds before a run. A complete result whose result.h5 is gone or cut counts as incomplete.
enum class FolderState { absent, empty, complete, same_scene_incomplete, other_scene, foreign };
FolderState inspect_folder(const std::filesystem::path& folder, const std::string& scene_hash);

/// One result folder: result.h5, traces.sgy, snapshots/, audio/, pictures/, log.txt and wavesim.json (its list of
/// files). Every file is written to a temporary name, fsynced and renamed; folders of many files are fsynced once,
/// before the result or a checkpoint counts on them. On failure the temporary is removed and EnvironmentError (io)
/// names file and reason. The folder is locked until the writer is destroyed.
class ResultWriter : public Recorder {
  public:
    /// Creates the folder. Throws EnvironmentError (io) when it exists and may not be reused: a complete result and
    /// that of another scene are replaced only where nothing is taken over, foreign files never. `plan` must outlive
    /// the writer. Snapshots, pictures and sound files are made by writing_threads(threads) threads, snapshots while
    /// steps run; on a GPU, which leaves the processors idle, pictures too.
    ResultWriter(const std::filesystem::path& folder, const PlanView& plan, Takeover takeover, int threads = 1);
    /// Without finish() (after a failure) does what give_up() does.
    ~ResultWriter() override;

    void traces(std::int64_t first_step, std::int64_t steps, std::span<const double> values) override;
    double correct_traces(const TraceCorrection& correction) override;
    void snapshot(std::int64_t index, std::int64_t step, std::span<const double> values) override;
    /// Returns when every snapshot taken is on the disk. Throws EnvironmentError where one is not.
    void settle();
    /// What the shot at hand has recorded: samples, which snapshots were taken, planes that wait to become pictures.
    void save(StateSink& sink) override;
    /// The files of the snapshots must be in the folder.
    void load(StateSource& source) override;

    const std::filesystem::path& folder() const;
    /// The shot that is recorded next; the number of all shots when each one is there.
    std::int64_t shot() const;
    /// Shots of a survey that an earlier run has left in the folder and that need not run again, and the largest
    /// |pressure| in them.
    std::int64_t shots_before() const;
    double peak_before_pa() const;
    /// The checkpoint of this shot that an earlier run left, from which this run continues.
    const FoundCheckpoint& checkpoint() const;
    /// What other programs than that of the plan have computed of the result, a sentence each.
    std::vector<std::string> earlier() const;
    /// One sentence where the file system has no locks (FolderLock); else empty.
    const std::string& lock_warning() const;
    /// A sentence for each shot that an earlier run left and that has been damaged or changed since.
    const std::vector<std::string>& lost_shots() const;
    /// Ends a shot of a survey, the next may begin: its traces go to a file of their own until finish(), so that they
    /// are not lost; its pictures and indexes are written.
    void end_shot();
    /// Leaves the files of the shots beside a complete result, for surveys that get more shots.
    void keep_shots();
    /// The result that was in the folder before.
    const std::optional<ReplacedResult>& replaced() const;
    /// Samples of this shot so far, (step, receiver).
    const std::vector<double>& samples() const;
    /// Leaves out the rest of the files once `stop` is set while files are written, unless the run itself was stopped:
    /// then what it recorded is written. `stop` must outlive the writing.
    void stop_on(const std::atomic<bool>& stop);
    /// Writes all but the log, result.h5 marked incomplete: what takes long may follow before finish(). False when it
    /// was stopped.
    bool keep(const RunReport& report, const std::string& end_summary);
    /// The exact solution, stored by finish() beside the traces.
    void compare_with(ResultComparison comparison);
    /// Writes result.h5, WAV files, indexes, pictures (unless keep() has) and the log; also after a stop or an
    /// instability (`complete` false). `last_words` is called when all but the log is written; its text ends the log.
    /// Returns whether the result is complete: false when it was stopped before the end.
    bool finish(RunReport report, const std::string& end_summary, bool complete,
                const std::function<std::string()>& last_words = {});
    /// After a failure: keeps the traces so far in an incomplete result.h5, where the disk allows, and marks the folder
    /// incomplete. Says in a few words what is kept.
    std::string give_up();
    /// The numbers of ISO 3382-1, if the scene asks for them and all other files are written.
    const std::vector<ResponseNumbers>& numbers() const;
    /// Files written, relative to the folder.
    std::vector<std::string> files() const;
    /// What its threads have done so far.
    WritingEffort effort() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace wavesim
