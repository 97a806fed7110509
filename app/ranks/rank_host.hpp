// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "app/ranks/job_link.hpp"

namespace wavesim {

struct Machine;

/// The computer of this process.
RankHost this_host();

/// Number of ranks on the host of this rank.
std::int64_t ranks_beside(const std::vector<RankHost>& hosts, std::size_t rank);

/// Default number of threads of a rank. Ranks of a host that may use the same processors divide them.
int threads_of_rank(const std::vector<RankHost>& hosts, std::size_t rank, int allowed);

/// Sum of the free memory of all hosts.
std::int64_t memory_of_all(const std::vector<RankHost>& hosts);

}  // namespace wavesim
