// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim::cpu {

/// Number of threads of a team for the requested number; 0 means all that this process may use.
int team_size(int asked);

}  // namespace wavesim::cpu
