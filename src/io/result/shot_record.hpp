// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "io/result/pending_pictures.hpp"
#include "io/result/snapshot_file.hpp"
#include "io/result/trace_source.hpp"
#include "solvers/accuracy/time_correction.hpp"
#include "solvers/plan/plan_view.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

/// The recorded part of a shot: its traces, in memory, and the list of its snapshots, with planes that wait to become
/// pictures.
class ShotRecord final : public TraceSource {
  public:
    struct Snapshot {
        std::int64_t index;
        std::int64_t step;
    };
    /// `plan` must outlive this object; planes are stored in `folder`. Throws EnvironmentError (io).
    ShotRecord(const PlanView& plan, const std::filesystem::path& folder);

    /// Samples (step, receiver) of the next steps, Pa.
    void add_samples(std::span<const double> values);
    void add_snapshot(const Snapshot& snapshot) { snapshots_.push_back(snapshot); }
    /// Keeps only the snapshots that have been written.
    void keep_snapshots_if(const std::function<bool(const Snapshot&)>& written) {
        std::erase_if(snapshots_, [&written](const Snapshot& snapshot) { return !written(snapshot); });
    }
    /// Whether time dispersion is still to be removed, if the plan requests it.
    enum class Correction { due, done, left_out };
    Correction correction() const { return correction_; }
    /// Removes the time dispersion. Returns the largest |sample| after it.
    double correct(const TraceCorrection& correction);
    /// Keeps the time dispersion. Removes the late samples that only the correction needs, and one more step, so that
    /// the shot does not count as complete.
    void leave_uncorrected();
    /// Prepares for the next shot.
    void clear();

    /// The arrays of a state, with as many samples and snapshots as are recorded.
    std::vector<StateArray> state();
    /// The same with the numbers of a source, for an empty record. Throws StateError if they exceed those of the plan.
    std::vector<StateArray> state_as_in(const StateSource& source);

    bool empty() const { return samples_.empty() && snapshots_.empty(); }
    const std::vector<double>& samples() const { return samples_; }
    const std::vector<Snapshot>& snapshots() const { return snapshots_; }
    /// Planes of snapshots(), in their order; nullptr if the plan has no pictures.
    const PendingPictures* pictures() const { return pictures_.get(); }
    PendingPictures* pictures() { return pictures_.get(); }
    /// Frees the disk space of the planes.
    void drop_pictures() { pictures_.reset(); }

    std::int64_t shots() const override { return 1; }
    std::int64_t receivers() const override { return recorded().receivers(); }
    std::int64_t steps(std::int64_t shot) const override { return recorded().steps(shot); }
    std::vector<double> block(std::int64_t shot, std::int64_t first, std::int64_t count) const override {
        return recorded().block(shot, first, count);
    }

  private:
    std::vector<StateArray> state(std::int64_t steps, std::int64_t snapshots);
    void make_room();
    RecordedTraces recorded() const { return {samples_, plan_.scene.receivers.size()}; }

    PlanView planned_;
    const PlanOutline& plan_;
    std::filesystem::path folder_;
    std::vector<double> samples_;
    Correction correction_ = Correction::due;
    std::vector<Snapshot> snapshots_;
    std::unique_ptr<PendingPictures> pictures_;
};

}  // namespace wavesim
