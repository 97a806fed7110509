// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "stencils/grid/enum_words.hpp"

namespace wavesim {

/// The batch system that allocates the nodes of a cluster.
enum class BatchSystem { slurm, sge, pbs };
template <>
struct EnumWords<BatchSystem> {
    static constexpr auto words = std::to_array<std::string_view>({"slurm", "sge", "pbs"});
};

/// How jobs are sent to a cluster.
struct ClusterProfile {
    BatchSystem system = BatchSystem::slurm;
    std::string partition, account, gres, memory;  ///< in the syntax of the batch system; empty: not given
    std::string time_limit = "01:00:00";           ///< of a task, in the syntax of the batch system
    std::int64_t cpus = 1;                         ///< of a task
    std::int64_t at_once = 0;                      ///< largest number of tasks; 0: as many as the forecasts require
    std::int64_t attempts = 3;                     ///< failed attempts after which a case is not sent again
    std::vector<std::string> modules;              ///< to load
    std::string container;                         ///< words before the program, such as `apptainer exec image.sif`
    std::string program = "wavesim";
    std::string checkpoint_every = "10m";
    std::vector<std::string> lines;  ///< user lines of the script before the work begins; those for the batch system
                                     ///< first
};

/// Reads a profile (YAML, configs/clusters/). Throws SceneFileError with all faults, EnvironmentError (io).
ClusterProfile read_cluster_profile(const std::filesystem::path& file);

}  // namespace wavesim
