// SPDX-License-Identifier: MIT
#include "app/alone.hpp"

#include <fmt/core.h>

#include "app/errors.hpp"
#include "app/ranks/rank_job.hpp"

namespace wavesim {

void expect_alone(const std::string& command) {
    const RankJob job = rank_job();
    if (job.alone()) return;
    if (job.speaks())
        throw UsageError(
            fmt::format("{} has started {} processes of `wavesim {}`, which shares its cases among processes of its "
                        "own; start it once, or give each process its --cases",
                        job.launcher, job.size, command));
    throw EndProgram{code_of_silent_end};
}

}  // namespace wavesim
