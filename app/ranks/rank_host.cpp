// SPDX-License-Identifier: MIT
#include "app/ranks/rank_host.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>

#include "stencils/backend/machine.hpp"

namespace wavesim {

RankHost this_host() {
    RankHost host;
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) == 0) host.name = name.data();
    host.memory_available = inspect_machine(1).memory_available;
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    sched_getaffinity(0, sizeof allowed, &allowed);
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) host.processors += CPU_ISSET(cpu, &allowed) ? '1' : '0';
    host.processors.erase(host.processors.find_last_of('1') + 1);
    return host;
}

std::int64_t ranks_beside(const std::vector<RankHost>& hosts, std::size_t rank) {
    return std::ranges::count(hosts, hosts[rank].name, &RankHost::name);
}

int threads_of_rank(const std::vector<RankHost>& hosts, std::size_t rank, int allowed) {
    const RankHost& own = hosts[rank];
    const auto sharing = std::ranges::count_if(
        hosts, [&](const RankHost& one) { return one.name == own.name && one.processors == own.processors; });
    const auto processors = std::ranges::count(own.processors, '1');
    return std::max(1, std::min(allowed, static_cast<int>(processors / sharing)));
}

std::int64_t memory_of_all(const std::vector<RankHost>& hosts) {
    std::map<std::string, std::int64_t> of_host;
    for (const RankHost& one : hosts) {
        const auto [place, added] = of_host.try_emplace(one.name, one.memory_available);
        if (!added) place->second = std::min(place->second, one.memory_available);
    }
    std::int64_t all = 0;
    for (const auto& [name, bytes] : of_host) all += bytes;
    return all;
}

}  // namespace wavesim
