// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Common depth points: numbers of the bins that contain the midpoints of sources and receivers, along the line of the
/// shots. The width of a bin is half the receiver distance, or half the shot distance if there is only one receiver.
class CdpBins {
  public:
    explicit CdpBins(const Scene& scene);
    /// Width of a bin, m; 0 if it cannot be determined.
    double bin_m() const { return bin_m_; }
    /// Number from 1 on, in the direction of the line; 0 without bins.
    std::int64_t number(std::size_t receiver, std::int64_t shot) const;

  private:
    double midpoint(std::size_t receiver, std::int64_t shot) const;

    const Scene& scene_;
    Point way_;  ///< unit vector along the ground
    double bin_m_ = 0;
    double first_m_ = 0;  ///< position of the first midpoint along the line
};

}  // namespace wavesim
