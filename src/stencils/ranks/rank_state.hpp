// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/problem/state.hpp"
#include "stencils/ranks/rank_link.hpp"

namespace wavesim {

/// The state of the backend of another rank. The arrays are saved and loaded through messages.
std::vector<StateArray> state_of_rank(RankLink& link, int rank);

// The other rank calls these.
void send_state_list(RankLink& link, const std::vector<StateArray>& arrays);
void send_state_array(RankLink& link, const StateArray& array);
void receive_state_array(RankLink& link, const StateArray& array);

}  // namespace wavesim
