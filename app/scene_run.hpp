// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/checkpointing.hpp"
#include "app/run_choices.hpp"
#include "app/run_console.hpp"
#include "app/run_summary.hpp"
#include "app/shot_series.hpp"
#include "app/stop_signal.hpp"
#include "io/result/result_folder.hpp"
#include "io/scene/reader.hpp"
#include "solvers/accuracy/comparison.hpp"
#include "stencils/backend/stopwatch.hpp"

namespace wavesim {

/// A run whose folder is not opened yet: the request, the machine and the plan.
struct PreparedRun {
    Stopwatch total;  ///< since the program began to work on it
    LoadedScene loaded;
    RunChoices choices;
    Machine machine;
    Plan plan;
    std::filesystem::path folder;
    CheckpointRequest checkpoints;
    RunCost cost;                          ///< cost so far
    decltype(RunControl::open) open = {};  ///< opens the backend if several processes share the grid
    double lost_after_s = 10;              ///< time after which a process or GPU that does not answer is lost
};

/// Executes a prepared run, from opening its folder to the summary.
class SceneRun {
  public:
    /// Opens the folder and prints what will be done. Both references must outlive this object. Throws
    /// EnvironmentError.
    SceneRun(PreparedRun& prepared, Takeover takeover, RunConsole& console);
    ~SceneRun();

    /// Room acoustic numbers of the completed run, if its scene requests them.
    const std::vector<ResponseNumbers>& numbers() const { return writer_.numbers(); }
    /// Keeps the files of the shots beside the result.
    void keep_shots() { writer_.keep_shots(); }
    /// Computes all shots and writes the result. Throws EndProgram{128 + signal} when a signal stopped it,
    /// UnstableError when the field grew without bound, and EnvironmentError, RankLost or SlabLost with a text that
    /// states what is kept.
    void run();

  private:
    // The phases of run(), in their order.
    void compute();
    bool finish(bool complete);  ///< whether the result is complete

    bool compare();
    std::string summary() const;
    std::string with_what_is_left(const std::exception& error);
    int exit_code(bool complete) const;

    PreparedRun& prepared_;
    RunConsole& console_;
    ResultWriter writer_;
    ShotSeries shots_;
    std::optional<StopSignals> signals_;  ///< created after the head of the run has been printed
    std::unique_ptr<Checkpointing> checkpointing_;
    std::optional<Comparison> comparison_;
    double compared_s_ = 0;
};

}  // namespace wavesim
