// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/picture/slice_picture.hpp"
#include "io/picture/waiting_pictures.hpp"
#include "io/worker_pool.hpp"
#include "solvers/plan/plan_view.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

/// Planes of a shot that become pictures once the pressure of the darkest colour is known. Some are drawn before, with
/// the darkest colour up to then. Those drawn with the final one are used, the others are drawn again.
class PendingPictures {
  public:
    /// Keeps the planes in an unnamed file in `folder`. Throws EnvironmentError (io).
    PendingPictures(const PlanView& plan, const std::filesystem::path& folder);

    /// The plane of the next snapshot.
    void add(std::span<const double> values);
    /// Draws the plane that was added last if a thread of the pool is idle. The pool must be destroyed or idle before
    /// this object is destroyed.
    void draw_ahead(WorkerPool& pool, double time_s);
    /// Determines the darkest colour of all planes so far; the pool must be idle.
    void settle(WorkerPool& pool);

    /// Pressure of the darkest colour: the largest 99.5th percentile of |p| of all planes, Pa. After settle().
    double scale_pa() const { return scale_pa_; }
    /// Plane `i`, in the order of add(), as the bytes of a PNG file. Several threads may call this at once. After
    /// settle().
    std::string png(std::size_t i, double time_s) const;
    /// The arrays of a state for `planes` planes, after settle(): for saving the planes added so far, for loading those
    /// to be added.
    std::vector<StateArray> state(std::int64_t planes);

  private:
    struct Drawn {
        double scale_pa;
        std::int64_t place;  ///< position of its bytes
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
    WaitingPictures waiting_;
    double scale_pa_ = 0;
    mutable std::mutex mutex_;  ///< protects the members below while pictures are drawn ahead
    std::vector<Plane> planes_;
    double scale_so_far_pa_ = 0;
};

}  // namespace wavesim
