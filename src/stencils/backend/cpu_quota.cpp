// SPDX-License-Identifier: MIT
#include "stencils/backend/cpu_quota.hpp"

#include <algorithm>
#include <fstream>
#include <string>

namespace wavesim {

namespace {

namespace fs = std::filesystem;

/// The quota of one group; empty if it sets no limit (`max`, or a quota of -1).
std::optional<double> quota_of(const fs::path& group) {
    double quota = 0, period = 0;
    std::ifstream unified(group / "cpu.max");
    if (!(unified >> quota >> period)) {
        std::ifstream(group / "cpu.cfs_quota_us") >> quota;
        std::ifstream(group / "cpu.cfs_period_us") >> period;
    }
    return quota > 0 && period > 0 ? std::optional(quota / period) : std::nullopt;
}

/// The folder for a line of /proc/self/cgroup and the path of the group in it; empty for other controllers.
std::pair<fs::path, std::string> group_of(const std::string& line, const fs::path& root) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == line.npos) return {};
    const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
    if (controllers == ",,") return {root, line.substr(second + 1)};
    if (controllers.find(",cpu,") != controllers.npos) return {root / "cpu", line.substr(second + 1)};
    return {};
}

}  // namespace

std::optional<double> cpu_quota(const fs::path& groups, const fs::path& root) {
    std::optional<double> least;
    std::ifstream file(groups);
    for (std::string line; std::getline(file, line);) {
        auto [folder, path] = group_of(line, root);
        // The limits of enclosing groups apply too. In a container the innermost group is the visible root.
        while (!folder.empty()) {
            const std::size_t first = path.find_first_not_of('/');
            if (const auto quota = quota_of(first == path.npos ? folder : folder / path.substr(first)))
                least = std::min(least.value_or(*quota), *quota);
            if (first == path.npos) break;
            path.resize(path.rfind('/') == path.npos ? 0 : path.rfind('/'));
        }
    }
    return least;
}

}  // namespace wavesim
