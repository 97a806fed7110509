// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/atomic_file.hpp"
#include "io/result/derived_files.hpp"
#include "io/result/earlier_run.hpp"
#include "io/result/folder_lock.hpp"
#include "io/result/output_files.hpp"
#include "io/result/planned_files.hpp"
#include "io/result/result_folder.hpp"
#include "io/result/resumed_shots.hpp"
#include "io/result/run_origin.hpp"
#include "io/result/shot_files.hpp"
#include "io/result/shot_recording.hpp"
#include "io/result/trace_source.hpp"

namespace wavesim {

/// What a writer of a result folder has recorded and written so far, and how it ends.
struct ResultWriter::State {
    PlanView planned;
    const PlanOutline& plan;
    FolderLock lock;
    OutputFiles files;
    std::vector<WrittenWav> wavs;
    RunOrigin origin = run_origin();
    ResultManifest manifest;
    std::string started;
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

    State(const std::filesystem::path& folder, const PlanView& what, Takeover takeover, int threads);

    const std::filesystem::path& folder() const { return files.folder(); }
    /// All recorded traces; for a survey those of the completed shots.
    const TraceSource& traces() const { return ended ? static_cast<const TraceSource&>(*ended) : record; }

    /// Parts computed by other programs, one sentence each.
    std::vector<std::string> earlier() const;

    /// The program that computed the shot being recorded.
    std::string program() const;

    /// The arrays of a state: the number of the shot, which is first so that another shot is refused early, and its
    /// record.
    std::vector<StateArray> state(std::vector<StateArray> of_record);

    void expect_shot(StateSource& source) const;

    /// Writes indexes and pictures of a shot. In a survey it then moves the traces of the shot from
    /// memory to a file.
    void end_shot();

    /// Writes result.h5. A complete result stays under a temporary name until name_result().
    void write_result(const RunReport& report, const std::string& end_summary, bool complete);

    void name_result();

    /// The files of the manifest without those from which a later run would continue.
    std::vector<std::string> files_of_result() const;

    /// Removes the files from which a later run would continue.
    void remove_what_was_to_resume() noexcept;

    /// Writes all files except the log.
    void write_all(const RunReport& report, const std::string& end_summary, bool complete);

    /// Writes the log, then gives the result its final names. The folder is fsynced once, together with the manifest.
    /// If power is lost before and only the manifest survives, the length of result.h5 in it reveals this.
    void finish(const std::string& log_end, bool complete);

    /// Saves the traces of a failed run and the index of its snapshots, as far as the disk allows.
    void keep_what_is_recorded() noexcept;

    void keep_written_snapshots() noexcept;

    void write_what_is_recorded();

    std::string kept_text() const;

    /// The first part of the log.
    std::string log_start(const std::string& ended) const;
    void write_log(const std::string& end_summary, bool complete);
};

}  // namespace wavesim
