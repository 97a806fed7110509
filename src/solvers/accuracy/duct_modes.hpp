// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <vector>

#include "solvers/accuracy/echo_ways.hpp"

namespace wavesim {

/// Modes of a duct: its walls or free surfaces are so close together that sound spreads along one axis only. The modes
/// are cosines between two walls, sines between two free surfaces, and quarter waves between one of each. Lossy walls
/// are treated as rigid.
class DuctModes {
  public:
    /// All modes that a wave of `shortest` cells excites, and evanescent modes that decay over a few cells, in
    /// ascending order of their wave number across the duct.
    DuctModes(const PlanOutline& plan, const OpenSpace& space, double shortest);

    /// Wave number of each mode across the duct, radians per cell.
    const std::vector<double>& turns() const { return turns_; }
    /// Weight of each mode for a source at `from` and a receiver at `to`; 1 for a plane wave.
    std::vector<double> shares(const Point& from, const Point& to) const;

  private:
    /// Factor of a mode along one axis: cos(turn x - shift), x in cells.
    struct Factor {
        double turn = 0, shift = 0, weight = 1;
    };
    double cell_m_;
    std::vector<std::array<Factor, 3>> modes_;
    std::vector<double> turns_;
};

}  // namespace wavesim
