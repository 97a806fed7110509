// SPDX-License-Identifier: MIT
#include "app/ranked_run.hpp"

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>
#include <utility>

#include "app/errors.hpp"
#include "app/rank_leader.hpp"
#include "app/rank_planner.hpp"
#include "app/ranks/job_link.hpp"
#include "app/report_error.hpp"
#include "app/stop_signal.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/ranks/rank_orders.hpp"
#include "stencils/ranks/rank_server.hpp"

namespace wavesim {

namespace {

/// Returns the exit code. All messages have been written then.
int lead(const RunRequest& request, JobLink& link) {
    const int code = exit_code_of([&] {
        RankLeader leader(link, request);
        run_scene(request, leader.place());
        return 0;
    });
    if (link.broken()) link.end_all(code);
    link.part();
    for (int rank = 1; rank < link.size(); ++rank) link.send_value(rank, RankOrder{RankOrder::Kind::end, code});
    return code;
}

/// Rank 0 reports the loss and ends the job. If rank 0 itself is lost, rank 1 does.
[[noreturn]] void leave_after(const RankLost& lost, const RankPlanner& planner, const JobLink& link) {
    if (lost.rank() == 0 && link.rank() == 1)
        planner.tell(lost);
    else
        std::this_thread::sleep_for(std::chrono::seconds(5));  // the end of one process ends the others
    _exit(lost.code());
}

int serve(const RunRequest& request, JobLink& link) {
    RankPlanner planner(link, request);
    link.on_loss([&](const RankLost& lost) { leave_after(lost, planner, link); });
    try {
        const int code = serve_rank(link, planner.skills());
        link.part();
        return code;
    } catch (const RankLost& lost) {
        leave_after(lost, planner, link);
    }
}

int run_one(const RunRequest& request, const RankJob& job) {
    // A silent rank is noticed before a neighbour has waited for its planes for too long.
    const std::unique_ptr<JobLink> link = join_job(job, 0.6 * request.lost_after_s);
    return job.speaks() ? lead(request, *link) : serve(request, *link);
}

/// Signals are sent to all processes of a job. Rank 0 alone acts on them.
void leave_signals_to_rank_0() {
    for (const int number : stop_signals) std::signal(number, SIG_IGN);
}

}  // namespace

void run_on_ranks(RunRequest request, const RankJob& job) {
    request.input.ranks = job.size;
    if (job.speaks()) throw EndProgram{exit_code_of([&] { return run_one(request, job); })};
    leave_signals_to_rank_0();
    try {
        throw EndProgram{run_one(request, job)};
    } catch (const EnvironmentError&) {  // of join_job(): rank 0 has the same fault and reports it
        throw EndProgram{code_of_silent_end};
    }
}

}  // namespace wavesim
