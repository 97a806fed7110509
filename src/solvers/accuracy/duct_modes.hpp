// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <vector>

#include "solvers/accuracy/echo_ways.hpp"

namespace wavesim {

/// Modes of a duct between walls and free surfaces that lie so near to each other that sound spreads along one axis:
/// cosines between two walls, sines between two free surfaces, quarter waves between one of each. Walls with losses are
/// taken as rigid.
class DuctModes {
  public:
    /// Modes that a wave of `shortest` cells excites, and evanescent modes that decay over a few cells. They are in
    /// ascending order of wave number across the duct.
    DuctModes(const PlanOutline& plan, const OpenSpace& space, double shortest);

    /// Radians per cell across the duct, of each mode.
    const std::vector<double>& turns() const { return turns_; }
    /// Weight of each mode for a source at `from` and a receiver at `to`; 1 for a plane wave.
    std::vector<double> shares(const Point& from, const Point& to) const;

  private:
    /// Along one axis: cos(turn x - shift), x in cells.
    struct Factor {
        double turn = 0, shift = 0, weight = 1;
    };
    double cell_m_;
    std::vector<std::array<Factor, 3>> modes_;
    std::vector<double> turns_;
};

}  // namespace wavesim
