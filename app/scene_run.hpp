// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/checkpointing.hpp"
#include "app/run_choices.hpp"
#include "app/run_summary.hpp"
#include "app/run_talk.hpp"
#include "app/shot_series.hpp"
#include "app/stop_signal.hpp"
#include "io/result/result_folder.hpp"
#include "io/scene/reader.hpp"
#include "solvers/accuracy/comparison.hpp"
#include "stencils/backend/stopwatch.hpp"

namespace wavesim {

/// A run whose folder is not opened yet: what was asked for, where it will be computed and what will be done.
struct PreparedRun {
    Stopwatch total;  ///< since the program began to work on it
    LoadedScene loaded;
    RunChoices choices;
    Machine machine;
    Plan plan;
    std::filesystem::path folder;
    CheckpointRequest checkpoints;
    RunCost cost;  ///< so far
};

/// A prepared run from the opening of its folder to the summary.
class SceneRun {
  public:
    /// Opens the folder and says what will be done. Both must outlive it. Throws EnvironmentError.
    SceneRun(PreparedRun& prepared, Takeover takeover, RunTalk& talk);
    ~SceneRun();

    /// Room acoustic numbers of the run that has ended, where its scene asks for them.
    const std::vector<ResponseNumbers>& numbers() const { return writer_.numbers(); }
    /// Leaves the files of the shots beside the result.
    void keep_shots() { writer_.keep_shots(); }
    /// Computes all shots and writes the result. Throws EndProgram{128 + signal} when a signal stopped it,
    /// UnstableError when the field grew without bound, EnvironmentError that says what is kept.
    void run();

  private:
    // The phases of run(), in their order.
    void compute();
    bool finish(bool complete);  ///< whether the result is complete

    bool compare();
    std::string summary() const;
    int exit_code(bool complete) const;

    PreparedRun& prepared_;
    RunTalk& talk_;
    ResultWriter writer_;
    ShotSeries shots_;
    std::optional<StopSignals> signals_;  ///< once it is said what will be done
    std::unique_ptr<Checkpointing> checkpointing_;
    std::optional<Comparison> comparison_;
    double compared_s_ = 0;
};

}  // namespace wavesim
