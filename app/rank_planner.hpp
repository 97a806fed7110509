// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "app/ranks/job_link.hpp"
#include "app/run_scene.hpp"
#include "stencils/ranks/rank_server.hpp"

namespace wavesim {

/// Makes the slab of a rank other than 0. It reads and plans the scene like rank 0, cuts its slab from the problem and
/// removes the rest before the fields are allocated. So each rank holds the medium and the lists of the whole grid for
/// a while, but never its fields.
class RankPlanner {
  public:
    RankPlanner(JobLink& link, const RunRequest& request) : link_(link), request_(request) {}

    RankSkills skills();
    /// Reports on standard error which rank is lost and which checkpoint is left.
    void tell(const RankLost& lost) const;

  private:
    void plan(std::int64_t shot);
    std::unique_ptr<StencilBackend> make(const SlabMaking& making, const Slab& own);
    void expect_same_scene(const SlabMaking& making) const;

    JobLink& link_;
    const RunRequest& request_;
    std::optional<LoadedScene> loaded_;
    std::optional<Plan> plan_;
    Machine machine_;
    mutable std::mutex mutex_;  ///< protects the folder, which another thread reads
    std::filesystem::path folder_;
    std::string hash_;
};

}  // namespace wavesim
