// SPDX-License-Identifier: MIT
#include "stencils/backend/machine.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "stencils/backend/cpu_quota.hpp"
#include "stencils/backend/isa.hpp"
#include "stencils/backend/team_size.hpp"
#include "stencils/backend/thread_limit.hpp"

namespace wavesim {

namespace {

/// Value of a line such as `MemAvailable:  123 kB` of /proc/meminfo, bytes; 0 when absent.
std::int64_t meminfo(const std::string& key) {
    std::ifstream file("/proc/meminfo");
    std::string name;
    std::int64_t kilobytes = 0;
    std::string rest;
    while (file >> name >> kilobytes && std::getline(file, rest))
        if (name == key + ":") return kilobytes * 1024;
    return 0;
}

/// Largest cache of the first core, bytes; 0: not known. (sysconf multiplies it by the cores of some processors.)
std::int64_t last_level_cache() {
    std::int64_t largest = 0;
    for (int index = 0; index < 5; ++index) {
        std::ifstream file("/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/size");
        std::int64_t kilobytes = 0;  // followed by K
        if (file >> kilobytes) largest = std::max(largest, kilobytes * 1024);
    }
    return largest;
}

/// A number in a control-group file; -1 when absent or `max`.
std::int64_t group_number(const std::string& path) {
    std::ifstream file(path);
    std::int64_t value = -1;
    return file >> value ? value : -1;
}

/// Page cache that the kernel can free on demand but counts as used by the group.
std::int64_t group_cache(const std::string& folder) {
    std::ifstream file(folder + "/memory.stat");
    std::string name;
    std::int64_t value = 0;
    while (file >> name >> value)
        if (name == "inactive_file" || name == "total_inactive_file") return value;
    return 0;
}

/// Folders of the memory control groups of this process, innermost first.
std::vector<std::string> group_folders() {
    std::vector<std::string> folders;
    std::ifstream file("/proc/self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const bool unified = line.starts_with("0::");
        if (!unified && line.find(":memory:") == std::string::npos) continue;
        const std::string root = unified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
        std::string path = line.substr(line.find('/'));
        while (path.size() > 1) {
            folders.push_back(root + path);
            path.resize(path.rfind('/'));
        }
        folders.push_back(root);
    }
    return folders;
}

/// Bytes that the control groups of this process still allow (v2 or v1); -1: no limit.
std::int64_t group_memory_left() {
    std::int64_t left = -1;
    for (const std::string& folder : group_folders())
        for (const auto& [limit_file, used_file] : {std::pair{"/memory.max", "/memory.current"},
                                                    std::pair{"/memory.limit_in_bytes", "/memory.usage_in_bytes"}}) {
            const std::int64_t limit = group_number(folder + limit_file);
            const std::int64_t used = group_number(folder + used_file);
            if (limit <= 0 || limit >= (std::int64_t{1} << 60) || used < 0) continue;
            const std::int64_t free = std::max<std::int64_t>(0, limit - used + group_cache(folder));
            left = left < 0 ? free : std::min(left, free);
        }
    return left;
}

/// Sets as many threads as processors, control groups and the environment allow.
void allow_threads(Machine& machine) {
    machine.threads = cpu::team_size(0);
    if (const auto quota = cpu_quota())
        machine.threads = std::clamp(static_cast<int>(std::ceil(*quota)), 1, machine.threads);
    const auto limit = thread_limit();
    if (!limit || limit->threads > machine.threads) return;
    machine.threads = limit->threads;
    machine.threads_from = limit->variable;
}

}  // namespace

Machine Machine::with_gpu(std::int64_t k) const {
    Machine machine = *this;
    machine.gpu = gpu_at(k);
    machine.other_gpus.clear();
    machine.profile.reset();
    return machine;
}

Machine inspect_machine(int threads) {
    Machine machine;
    if (threads == 0)
        allow_threads(machine);
    else
        machine.threads = cpu::team_size(threads);
    machine.isa = cpu::to_string(cpu::choose_isa(""));
    machine.memory_total = meminfo("MemTotal");
    machine.memory_available = meminfo("MemAvailable");
    machine.cache_bytes = last_level_cache();
    const std::int64_t left = group_memory_left();
    if (left >= 0) machine.memory_available = std::min(machine.memory_available, left);
    return machine;
}

}  // namespace wavesim
