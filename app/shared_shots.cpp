// SPDX-License-Identifier: MIT
#include "app/shared_shots.hpp"

#include <chrono>
#include <optional>
#include <thread>

#include "app/errors.hpp"
#include "app/exit_code.hpp"
#include "app/shot_series.hpp"
#include "io/result/shared_survey.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {

namespace {

/// The shots of this process.
class SharedShots {
  public:
    SharedShots(PreparedRun& prepared, Takeover takeover, RunConsole& console)
        : prepared_(prepared),
          console_(console),
          survey_(prepared.folder, prepared.plan, takeover, prepared.machine.threads),
          signals_(Kept::record) {
        control_.stop = &signals_.requested();
        control_.backend.threads = prepared.machine.threads;
        control_.backend.device = prepared.machine.gpu.index;
    }

    SharedShotsEnd run(const std::vector<std::int64_t>& shots) {
        const Stopwatch all;
        auto left = std::ssize(shots);
        for (const std::int64_t shot : shots) {
            if (signals_.requested()) throw EndProgram{exit_code_of_signal(signals_.signal())};
            --left;
            switch (survey_.take(shot)) {
                case SharedSurvey::Turn::done: end_.there.push_back(shot + 1); continue;
                case SharedSurvey::Turn::others: end_.elsewhere.push_back(shot + 1); continue;
                case SharedSurvey::Turn::mine: break;
            }
            control_.on_progress = [&, before_s = all.seconds()](const Progress& progress) {
                console_.progress(of_survey(progress, before_s, left));
            };
            compute(shot);
            end_.computed.push_back(shot + 1);
        }
        console_.end_progress();
        end_.in_folder = survey_.shots_there();
        return end_;
    }

  private:
    void compute(std::int64_t shot) {
        if (!survey_.lost().empty()) console_.warn(survey_.lost());
        Plan& plan = prepared_.plan;
        plan_shot(shot, prepared_.loaded, prepared_.machine, prepared_.choices.plan_options(), plan);
        const RunReport report = simulate(plan, survey_, control_);
        if (report.stopped) throw EndProgram{exit_code_of_signal(signals_.signal())};
        survey_.end_shot();
    }

    PreparedRun& prepared_;
    RunConsole& console_;
    SharedSurvey survey_;
    StopSignals signals_;
    RunControl control_;
    SharedShotsEnd end_;
};

bool is_complete(const PreparedRun& prepared) {
    return inspect_folder(prepared.folder, prepared.loaded.scene.hash) == FolderState::complete;
}

/// Makes the result of all shots, unless another process does.
void make_result(PreparedRun& prepared, Takeover takeover, RunConsole& console) {
    while (!is_complete(prepared)) {
        try {
            SceneRun run(prepared, takeover, console);
            run.keep_shots();
            return run.run();
        } catch (const FolderInUse&) {  // used by processes that are about to end or that make the result
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        } catch (const EnvironmentError&) {
            if (!is_complete(prepared)) throw;
        }
    }
}

}  // namespace

void run_shared_shots(PreparedRun& prepared, const std::vector<std::int64_t>& shots, Takeover takeover,
                      RunConsole& console) {
    const std::int64_t all = shot_count(prepared.plan.scene);
    SharedShotsEnd end;
    end.in_folder = all;
    // A complete result contains all shots, and the process that makes it holds the folder exclusively.
    if (is_complete(prepared)) {
        for (const std::int64_t shot : shots) end.there.push_back(shot + 1);
        return console.shots_end(prepared.folder, end, all);
    }
    end = SharedShots(prepared, takeover, console).run(shots);
    console.shots_end(prepared.folder, end, all);
    if (end.in_folder == all) make_result(prepared, takeover, console);
}

}  // namespace wavesim
