// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <optional>

namespace wavesim {

/// The number of processors to which the control groups of this process (v2 or v1) limit it, 0.5 for half of one; empty
/// if they set no limit. `groups` and `root` are files of the kernel.
std::optional<double> cpu_quota(const std::filesystem::path& groups = "/proc/self/cgroup",
                                const std::filesystem::path& root = "/sys/fs/cgroup");

}  // namespace wavesim
