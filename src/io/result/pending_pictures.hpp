// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "io/picture/picture_spool.hpp"
#include "io/picture/slice_picture.hpp"
#include "solvers/plan.hpp"
#include "stencils/state.hpp"

namespace wavesim {

/// Planes of a shot, which become pictures once it is known which pressure the darkest colour stands for.
class PendingPictures {
  public:
    /// Keeps them in `folder` without a name. Throws EnvironmentError (io).
    PendingPictures(const Plan& plan, const std::filesystem::path& folder);

    /// The plane of the next snapshot.
    void add(std::span<const double> values);
    /// Pressure of the darkest colour: the largest 99.5th percentile of |p| of all planes, Pa.
    double scale_pa() const { return scale_pa_; }
    /// Plane `i`, in the order of add, as the bytes of a PNG file; several threads may ask at once.
    std::string png(std::size_t i, double time_s) const;
    /// What a state holds of so many planes: those that were added, or for a load those that will be.
    std::vector<StateArray> state(std::int64_t planes);

  private:
    SliceView view_;
    PictureSpool spool_;
    double scale_pa_ = 0;
};

}  // namespace wavesim
