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

/// What a run finds in its folder.
struct FoundCheckpoint {
    std::string file;  ///< relative to the folder; empty: there is none to go on from
    StateOrigin origin;
    std::vector<std::string> snapshots;  ///< files of the snapshots that it has recorded, relative to the folder
    std::vector<std::string> lost;       ///< a sentence for each checkpoint that is not as it was written
    std::vector<std::string> earlier;    ///< what other programs than this plan have computed of it, a sentence each
};

/// The origin of the newest checkpoint of a scene whose table of arrays can be read. The arrays themselves are not
/// checked.
std::optional<StateOrigin> newest_origin(const std::filesystem::path& folder, const std::string& scene_hash);

/// The newest whole checkpoint of this scene and shot whose snapshots are there. Throws EnvironmentError (io) where
/// something else than this plan computed it and only what the same program computed is taken over.
FoundCheckpoint find_checkpoint(const std::filesystem::path& folder, const PlanOutline& plan, std::int64_t shot,
                                Takeover takeover);

/// Writes the checkpoints of a run.
class Checkpoints {
  public:
    /// In a folder that holds `found`; of a state at most so many bytes wait in memory for the disk.
    Checkpoints(std::filesystem::path folder, const FoundCheckpoint& found, std::int64_t most_waiting_bytes);
    ~Checkpoints();  ///< waits for the disk

    /// Takes a state, which another thread writes while time goes on. Throws EnvironmentError (io) for the one before,
    /// or where the file cannot be made, and what `save_state` throws; what was whole before stays.
    void save(StateOrigin origin, const std::function<void(StateSink&)>& save_state);
    /// Whether nothing is being written any more after at most so many seconds.
    bool idle_within(double seconds) const;
    /// Bytes of the one that is being written that still wait for the disk.
    std::int64_t waiting_bytes() const { return queue_.waiting_bytes(); }
    /// Waits until the last one is on the disk. Throws EnvironmentError (io) where it is not there then.
    void wait();
    /// The longest time from the start of save() until a state was on the disk.
    double longest_s() const { return longest_s_; }
    /// The last one that is known to be on the disk.
    const std::optional<StateOrigin>& newest() const { return newest_; }

  private:
    std::filesystem::path folder_;
    std::size_t newest_slot_ = 1;
    std::int64_t number_ = 0;
    std::optional<StateOrigin> newest_;
    StateOrigin writing_;
    std::unique_ptr<StateFileWriter> file_;
    StateQueue queue_;
    std::future<double> on_disk_;  ///< seconds that it took
    double longest_s_ = 0;
};

/// Removes the checkpoints of a folder and what is left of one that was being written.
void remove_checkpoints(const std::filesystem::path& folder) noexcept;

}  // namespace wavesim
