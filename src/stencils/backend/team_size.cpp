// SPDX-License-Identifier: MIT
#include "stencils/backend/team_size.hpp"

#include <omp.h>

#include <algorithm>

namespace wavesim::cpu {

int team_size(int asked) { return std::min(asked > 0 ? asked : omp_get_num_procs(), omp_get_thread_limit()); }

}  // namespace wavesim::cpu
