// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <string>

#include "app/progress.hpp"
#include "app/scene_input.hpp"
#include "app/scene_run.hpp"
#include "io/result/takeover.hpp"

namespace wavesim {

/// The arguments of `wavesim run`.
struct RunRequest {
    SceneInput input;
    std::string output;  ///< result folder; empty: results/<scene name>
    std::string progress = "auto";
    Takeover takeover = Takeover::same_program;
    std::string checkpoint_every;  ///< empty: as in the scene
    std::string time_limit;        ///< empty: none
    std::string shots;             ///< 1-10,20: of a survey, in a folder that other processes share; empty: all, alone
    bool refine = false;           ///< run once more on a finer grid and compare (refinement.hpp)
    std::string isa;               ///< of the CPU; empty: the best that this machine has
    double lost_after_s = 10;      ///< several processes or GPUs: one that does not answer for so long is lost
};

/// Returns the machine that computes a drafted scene. May refuse what does not fit, like expect_to_fit().
using MachineSource = std::function<Machine(const RunChoices&, PlanDraft&)>;

/// Says where a run is computed.
struct RunPlace {
    MachineSource machine;
    std::function<void(const PreparedRun&)> accept = {};  ///< may refuse what is planned, before anything is opened
    decltype(RunControl::open) open = {};
};

/// Reads the scene, gets the machine and plans. Throws for any fault of these.
PreparedRun prepare_run(const RunRequest& request, const MachineSource& machine);

/// Reads, plans, computes and writes one scene, on this machine where no other place is given. Throws
/// EndProgram{128 + signal} when a signal stopped it.
void run_scene(const RunRequest& request);
void run_scene(const RunRequest& request, const RunPlace& place);

}  // namespace wavesim
