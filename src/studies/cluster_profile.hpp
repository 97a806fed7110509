// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace wavesim {

/// How jobs are sent to a cluster that runs Slurm.
struct ClusterProfile {
    std::string partition, account, gres, memory;  ///< as sbatch takes them; empty: not given
    std::string time_limit = "01:00:00";           ///< of a task
    std::int64_t cpus = 1;                         ///< of a task
    std::int64_t at_once = 0;                      ///< tasks at a time; 0: as many as there is room for
    std::vector<std::string> modules;              ///< to load
    std::string container;                         ///< words before the program, such as `apptainer exec image.sif`
    std::string program = "wavesim";
    std::string checkpoint_every = "10m";
    std::vector<std::string> lines;  ///< of one's own, before the work begins: #SBATCH lines first
};

/// Reads a profile (YAML, configs/clusters/). Throws SceneFileError with all faults, EnvironmentError (io).
ClusterProfile read_cluster_profile(const std::filesystem::path& file);

/// An array of tasks, each of which computes the case whose number stands in its line of a file.
struct JobArray {
    std::string name;
    std::filesystem::path study, output, list, logs;
    std::vector<std::string> options;  ///< of `study run`, more than these
    std::size_t tasks = 0;
};

/// The text that sbatch gets. A task that ends with 75 is put back into the queue.
std::string job_script(const ClusterProfile& profile, const JobArray& array);

}  // namespace wavesim
