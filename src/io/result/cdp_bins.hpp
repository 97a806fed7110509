// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "solvers/scene/scene.hpp"

namespace wavesim {

/// Common depth points: numbers of the bins in which the midpoints of sources and receivers lie, along the line of the
/// shots. A bin is half as wide as two receivers are apart, or half the distance of shots where there is one receiver.
class CdpBins {
  public:
    explicit CdpBins(const Scene& scene);
    /// Width of a bin, m; 0 where nothing tells it.
    double bin_m() const { return bin_m_; }
    /// From 1 on, counted along the way of the line; 0 without bins.
    std::int64_t number(std::size_t receiver, std::int64_t shot) const;

  private:
    double midpoint(std::size_t receiver, std::int64_t shot) const;

    const Scene& scene_;
    Point way_;  ///< unit vector along the ground
    double bin_m_ = 0;
    double first_m_ = 0;  ///< of the first midpoint, along the way
};

}  // namespace wavesim
