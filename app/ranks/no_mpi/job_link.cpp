// SPDX-License-Identifier: MIT
#include "app/ranks/job_link.hpp"

#include <fmt/core.h>

#include "solvers/scene/fault.hpp"

namespace wavesim {

std::unique_ptr<JobLink> join_job(const RankJob& job, double /*silence_s*/) {
    throw EnvironmentError(EnvironmentError::Kind::device,
                           fmt::format("{} has started {} processes, and this wavesim was built without MPI; start it "
                                       "once, or build it with -DWAVESIM_MPI=ON (package libopenmpi-dev)",
                                       job.launcher, job.size));
}

std::string mpi_library() { return {}; }

}  // namespace wavesim
