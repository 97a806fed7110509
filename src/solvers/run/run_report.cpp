// SPDX-License-Identifier: MIT
#include "solvers/run/run_report.hpp"

#include <algorithm>

namespace wavesim {

void add_shot(RunReport& sum, const RunReport& shot, std::int64_t nodes) {
    if (sum.steps_done == 0) {
        const RunReport before = sum;
        sum = shot;
        sum.steps_before = before.steps_before;
        sum.peak_pa = std::max(shot.peak_pa, before.peak_pa);
        return;
    }
    sum.steps_done += shot.steps_done;
    sum.steps_run += shot.steps_run;
    sum.stopped = shot.stopped;
    sum.resumable = shot.resumable;
    sum.unstable = sum.unstable || shot.unstable;
    sum.setup_s += shot.setup_s;
    sum.step_loop_s += shot.step_loop_s;
    sum.output_s += shot.output_s;
    sum.health_s += shot.health_s;
    sum.peak_pa = std::max(sum.peak_pa, shot.peak_pa);
    sum.ctpn_s = sum.step_loop_s / (static_cast<double>(sum.steps_run) * static_cast<double>(nodes));
}

}  // namespace wavesim
