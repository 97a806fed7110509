// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "io/result/folder_lock.hpp"
#include "io/result/output_files.hpp"
#include "io/result/shot_locks.hpp"
#include "io/result/shot_recording.hpp"
#include "io/result/takeover.hpp"
#include "solvers/run/recorder.hpp"

namespace wavesim {

/// A result folder in which several processes compute shots of one survey at the same time. It remains incomplete. When
/// no process uses it any more, a ResultWriter assembles the result from the shots. The class is also the recorder of
/// the shot that this process has locked.
class SharedSurvey final : public Recorder {
  public:
    /// Joins the processes in a folder, or creates it. An earlier result of the same survey with fewer shots is
    /// continued; its files stay until the new result is made. Throws FolderInUse if a run uses the folder alone.
    /// Throws EnvironmentError (io) if the folder holds anything else, or shots of another program that `takeover` does
    /// not allow. `plan` may be that of any shot and must outlive this object.
    SharedSurvey(const std::filesystem::path& folder, const PlanView& plan, Takeover takeover, int threads);

    /// The process that computes a shot: this one (until end_shot() or pass_over()); none, since it is complete;
    /// another one.
    enum class Turn { mine, done, others };
    /// Tries to lock a shot. Throws EnvironmentError (io) if a program that `takeover` does not allow computed it.
    Turn take(std::int64_t shot);
    /// Why the shot taken last is computed again although its files exist; else empty.
    const std::string& lost() const { return lost_; }
    /// Writes the files of the shot.
    void end_shot();
    void pass_over();
    /// Number of shots with traces in the folder.
    std::int64_t shots_there() const;

    void traces(std::int64_t first_step, std::int64_t steps, std::span<const double> values) override;
    double correct_traces(const TraceCorrection& correction) override;
    void snapshot(std::int64_t index, std::int64_t step, std::span<const double> values) override;
    /// Shots of a shared survey have no checkpoints.
    void save(StateSink& sink) override;
    void load(StateSource& source) override;

  private:
    void claim();

    const PlanOutline& plan_;
    Takeover takeover_;
    FolderLock folder_lock_;
    ShotLocks locks_;
    OutputFiles files_;
    ShotRecording recording_;
    std::int64_t shot_ = -1;
    std::string lost_;
};

}  // namespace wavesim
