// SPDX-License-Identifier: MIT
#pragma once

namespace wavesim::cpu {

/// Threads of a team when that many are asked for; 0 asks for all that this process may use.
int team_size(int asked);

}  // namespace wavesim::cpu
