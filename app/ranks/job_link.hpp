// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/ranks/rank_job.hpp"
#include "stencils/ranks/rank_link.hpp"

namespace wavesim {

/// The computer that a rank runs on.
struct RankHost {
    std::string name;
    std::int64_t memory_available = 0;  ///< bytes
    std::string processors;             ///< a digit for each processor: 1 if the rank may use it
};

/// The link between the ranks of a job. While it exists, ranks watch each other. The destructor waits until all ranks
/// destroy theirs.
class JobLink : public RankLink {
  public:
    /// The hosts of all ranks.
    virtual const std::vector<RankHost>& hosts() const = 0;
    /// Sets what is done if a rank is lost while this one is busy. The program ends afterwards.
    virtual void on_loss(std::function<void(const RankLost&)> last_words) = 0;
    /// Whether a rank is lost. Then the link cannot be used any more.
    virtual bool broken() const = 0;
    /// Is called before the last order. From now on ranks may end.
    virtual void part() = 0;
    /// Ends this process and all others at once.
    [[noreturn]] virtual void end_all(int code) = 0;
};

/// Meets the other ranks of the job; all do so. A rank without a sign of life for `silence_s` is lost. Throws
/// EnvironmentError (device) where MPI does not know of them, or this build has none.
std::unique_ptr<JobLink> join_job(const RankJob& job, double silence_s);

/// Name and version of the MPI that this program was built with; empty: none.
std::string mpi_library();

}  // namespace wavesim
