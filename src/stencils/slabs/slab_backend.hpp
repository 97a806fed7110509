// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/problem/state.hpp"
#include "stencils/slabs/slab_plan.hpp"
#include "stencils/slabs/slab_team.hpp"

namespace wavesim {

/// A problem cut into slabs. Each is updated by its own backend and host thread; after every step, or every second one,
/// they exchange the planes at their cuts. Traces, fields, field checks and state are those of the whole problem bit
/// for bit. A state can be continued with any number of slabs, or by one backend of the same kind. Only if a backend
/// lists no planes for some array of its state must the slabs be the same. When one slab fails or does not answer all
/// stop, and the backend can no longer be used: the exception is SlabLost if the slab is on a GPU or does not answer.
class SlabBackend final : public StencilBackend {
  public:
    /// Opens a backend for each slab on its GPU, or on the CPU with `options.threads` threads each. `row`: the backend
    /// in the registry. Several steps between exchanges are only for media of one density without averaged layers and
    /// without walls that have a memory (BranchWalls). A slab that makes no progress in its steps for `lost_after_s` is
    /// lost. Throws std::invalid_argument if the backend does not support slabs, and passes on errors of opening.
    SlabBackend(const Problem& problem, const SlabPlan& plan, const BackendEntry& row, const BackendOptions& options,
                double lost_after_s = std::numeric_limits<double>::infinity());
    ~SlabBackend() override;

    void advance(std::int64_t steps) override;
    std::int64_t step() const override { return parts_.front().backend->step(); }
    void start_advance(std::int64_t steps) override;
    double finish_advance() override;
    void take_traces(std::vector<double>& traces) override;
    void read(FieldLevel level, const NodeBox& box, std::span<double> values) const override;
    void write(FieldLevel level, std::span<const double> values) override;
    FieldHealth health() const override;
    BackendFacts facts() const override { return parts_.front().backend->facts(); }

    // These give the state of the backend of a slab to the code that runs slabs in other processes (ranks/).
    static std::vector<StateArray> state_of(StencilBackend& of_slab) { return of_slab.state(); }
    static void resume_of(StencilBackend& of_slab) { of_slab.resume(); }

  private:
    struct Part {
        Slab slab;
        std::unique_ptr<StencilBackend> backend;
        std::vector<std::size_t> receivers{};      ///< indices in the whole problem
        double seconds = 0;                        ///< time of the last steps
        std::atomic<std::int64_t> steps_begun{0};  ///< steps that the host thread has started
    };
    using Parts = std::deque<Part>;
    void open(const Problem& problem, const SlabPlan& plan, const BackendEntry& row, const BackendOptions& options);
    void close();
    std::vector<Slab> slabs() const;
    static void do_steps(Parts& parts, std::size_t member, std::int64_t steps, std::int64_t steps_together,
                         MeetingPoint& meeting);
    static bool do_step(Parts& parts, std::size_t member, MeetingPoint& meeting);
    static bool do_pair(Parts& parts, std::size_t member, std::int64_t steps, bool copied, MeetingPoint& meeting);
    static void start_step(Part& part);
    static void take_planes(Parts& parts, std::size_t member);
    static std::int64_t progress_of(const Part& part);
    std::vector<StateArray> state() override;
    void resume() override;

    Extent extent_;
    std::size_t receivers_;
    std::int64_t steps_together_;
    double lost_after_s_;
    std::shared_ptr<Parts> shared_parts_ = std::make_shared<Parts>();  ///< shared with work that may be given up
    Parts& parts_ = *shared_parts_;
    std::unique_ptr<SlabTeam> team_;
};

}  // namespace wavesim
