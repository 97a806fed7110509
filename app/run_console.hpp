// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "acoustics/room_quantities.hpp"
#include "app/progress.hpp"
#include "app/report_error.hpp"
#include "app/run_summary.hpp"
#include "io/result/result_folder.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// The shots of one process that shares a survey with others; numbers of shots count from 1.
struct SharedShotsEnd {
    std::vector<std::int64_t> computed;
    std::vector<std::int64_t> there;      ///< complete before this process began
    std::vector<std::int64_t> elsewhere;  ///< being computed by other processes
    std::int64_t in_folder = 0;           ///< shots of all processes
};

/// All output of a run. With JSON progress, standard output holds one object per line (events start, warning, progress,
/// saving, stopping, comparing, shots, end, error) and nothing else; otherwise text.
class RunConsole {
  public:
    enum class Says { all, progress };  ///< `progress` is enough for the workers of a study
    explicit RunConsole(ProgressStyle style, Says says = Says::all)
        : json_(style == ProgressStyle::json), progress_only_(says == Says::progress), progress_(style) {}

    /// `writer` knows what an earlier run has left in the folder.
    void start(const PlanOutline& plan, const std::filesystem::path& folder, const ResultWriter& writer);
    void warn(const std::string& sentence);
    /// The run stops early by its own decision.
    void stopping(const std::string& why);
    void progress(const Progress& progress) { progress_.show(progress); }
    void comparing(const ComparisonProgress& progress) { progress_.show(progress); }
    void saving(const SavingProgress& progress) { progress_.show(progress); }
    void end_progress() { progress_.close(); }

    struct End {
        const PlanOutline& plan;
        const RunReport& report;
        std::filesystem::path folder;
        std::vector<std::string> files;
        std::string summary;  ///< text of the end summary
        std::string effort;   ///< its last line
        double total_s = 0;
        double write_s = 0;  ///< time after the last step: comparison, sound files, pictures, result.h5
        std::int64_t peak_bytes = 0;
        Bound bound = Bound::steps;
        bool complete = true;
        int exit_code = 0;
    };
    void end(const End& end);
    /// Prints the changes of the numbers on a finer grid, as a table or as JSON.
    void refinement(const std::vector<ResponseNumbers>& coarse, const std::vector<ResponseNumbers>& fine);
    /// This process has computed its part of `shots`. The result is still to be made, or was made before.
    void shots_end(const std::filesystem::path& folder, const SharedShotsEnd& end, std::int64_t shots);
    /// The run fails. Returns whether this was reported (JSON only, if standard output works). If not, main reports it
    /// on standard error.
    bool failed(const Failure& failure);

  private:
    void show_before(const PlanOutline& plan, const std::filesystem::path& folder, const ResultWriter& writer) const;

    bool json_;
    bool progress_only_;
    ProgressReporter progress_;
};

}  // namespace wavesim
