// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/result/state_file.hpp"
#include "io/result/state_queue.hpp"
#include "io/result/takeover.hpp"
#include "solvers/decision/outline.hpp"

namespace wavesim {

/// State files of a result folder. A new checkpoint overwrites the older of the two, so the newer one remains until the
/// new one is complete.
inline constexpr std::array<const char*, 2> checkpoint_names{"checkpoint_1.state", "checkpoint_2.state"};

/// The origin of the states that a run of the plan saves, without the step and the number of the state.
StateOrigin origin_of(const PlanOutline& plan);

/// The checkpoint that a run finds in its folder.
struct FoundCheckpoint {
    std::string file;  ///< relative to the folder; empty: there is none
    StateOrigin origin;
    std::vector<std::string> snapshots;  ///< files of its recorded snapshots, relative to the folder
    std::vector<std::string> lost;       ///< one sentence for each damaged checkpoint
    std::vector<std::string> earlier;    ///< parts computed by other programs than that of this plan, one sentence each
};

/// The origin of the newest checkpoint of a scene whose table of arrays can be read. The arrays themselves are not
/// checked.
std::optional<StateOrigin> newest_origin(const std::filesystem::path& folder, const std::string& scene_hash);

/// The newest undamaged checkpoint of this scene and shot whose snapshots exist. Throws EnvironmentError (io) if
/// another program computed it and `takeover` requires the same program.
FoundCheckpoint find_checkpoint(const std::filesystem::path& folder, const PlanOutline& plan, std::int64_t shot,
                                Takeover takeover);

/// Writes the checkpoints of a run.
class Checkpoints {
  public:
    /// For a folder that holds `found`. At most `most_waiting_bytes` of a state wait in memory for the disk.
    Checkpoints(std::filesystem::path folder, const FoundCheckpoint& found, std::int64_t most_waiting_bytes);
    ~Checkpoints();  ///< waits for the disk

    /// Receives a state; another thread writes it while the time steps continue. Throws EnvironmentError (io) for the
    /// previous state or if the file cannot be created, and what `save_state` throws. Earlier complete checkpoints are
    /// kept.
    void save(StateOrigin origin, const std::function<void(StateSink&)>& save_state);
    /// Whether nothing is being written any more, after waiting at most `seconds`.
    bool idle_within(double seconds) const;
    /// Bytes of the current checkpoint that still wait for the disk.
    std::int64_t waiting_bytes() const { return queue_.waiting_bytes(); }
    /// Waits until the last checkpoint is on the disk. Throws EnvironmentError (io) if this fails.
    void wait();
    /// The longest time from the start of save() until a state was on the disk.
    double longest_s() const { return longest_s_; }
    /// The last checkpoint that is known to be on the disk.
    const std::optional<StateOrigin>& newest() const { return newest_; }

  private:
    std::filesystem::path folder_;
    std::size_t newest_slot_ = 1;
    std::int64_t number_ = 0;
    std::optional<StateOrigin> newest_;
    StateOrigin writing_;
    std::unique_ptr<StateFileWriter> file_;
    StateQueue queue_;
    std::future<double> on_disk_;  ///< duration in seconds
    double longest_s_ = 0;
};

/// Removes the checkpoints of a folder and the remains of a partly written one.
void remove_checkpoints(const std::filesystem::path& folder) noexcept;

}  // namespace wavesim
