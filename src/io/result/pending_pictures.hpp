// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/picture/picture_spool.hpp"
#include "io/picture/slice_picture.hpp"
#include "io/worker_pool.hpp"
#include "solvers/plan/plan_view.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

/// Planes of a shot, which become pictures once it is known which pressure the darkest colour stands for. Some are
/// drawn before, with the darkest colour so far: those that had the final one are used, the others drawn again.
class PendingPictures {
  public:
    /// Keeps them in `folder` without a name. Throws EnvironmentError (io).
    PendingPictures(const PlanView& plan, const std::filesystem::path& folder);

    /// The plane of the next snapshot.
    void add(std::span<const double> values);
    /// Draws the plane that was added last, where a thread of the pool has nothing else to do. The pool must be gone
    /// or at rest before this is.
    void draw_ahead(WorkerPool& pool, double time_s);
    /// Finds the darkest colour of all planes so far, with a pool that is at rest.
    void settle(WorkerPool& pool);

    /// Pressure of the darkest colour: the largest 99.5th percentile of |p| of all planes, Pa. After settle().
    double scale_pa() const { return scale_pa_; }
    /// Plane `i`, in the order of add, as the bytes of a PNG file; several threads may ask at once. After settle().
    std::string png(std::size_t i, double time_s) const;
    /// What a state holds of so many planes, after settle(): those that were added, or for a load those that will be.
    std::vector<StateArray> state(std::int64_t planes);

  private:
    struct Drawn {
        double scale_pa;
        std::int64_t place;  ///< of its bytes
        std::size_t size;
    };
    struct Plane {
        std::int64_t place;
        std::optional<double> peak_pa;
        std::optional<Drawn> drawn;
    };
    std::vector<float> read(std::size_t i) const;
    double find_peak(std::size_t i, std::span<const float> plane);
    std::string draw(std::span<const float> plane, double scale_pa, double time_s) const;

    SliceView view_;
    PictureSpool spool_;
    double scale_pa_ = 0;
    mutable std::mutex mutex_;  ///< of what follows, while pictures are drawn ahead
    std::vector<Plane> planes_;
    double scale_so_far_pa_ = 0;
};

}  // namespace wavesim
