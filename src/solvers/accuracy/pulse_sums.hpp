// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <functional>
#include <vector>

#include "solvers/accuracy/pulse_tones.hpp"

namespace wavesim {

/// A pulse at a receiver: its path as requested and on the grid.
struct ShiftedArrival {
    double asked_m, gridded_m;
    double level;  ///< signed, relative to the loudest sound
};

/// Sum of pulses at a receiver, relative to the peak of one pulse of level 1: its largest value, and the largest
/// difference between the sum on the grid and the requested one.
struct LoudestSum {
    double level = 0, error = 0;
};

/// Adds pulses in time. The pulse is the sum of its tones, all in phase at its centre; in 2D a line source turns each
/// of them by 45 degrees (Morse and Ingard, Theoretical Acoustics, 7.3). On the grid every tone is delayed by
/// `late_per_m` times the path. Energies are no measure here: pulses that overlap by halves add up to a larger
/// difference than to a level.
class PulseSums {
  public:
    /// `longest_m`: of the paths with errors of the speed. `tones` must be close enough for the pulse to repeat itself
    /// after more than it lasts; `late_per_m` is the delay at a frequency, s/m.
    PulseSums(const std::vector<PulseTone>& tones, const std::function<double(double hz)>& late_per_m, double speed_m_s,
              bool line_source, double longest_m);

    /// Paths whose pulses begin until the centre of one with a path of `until_m` arrives.
    double begun_m(double until_m) const;

    /// Over the time until the centre of a pulse with a path of `until_m` arrives. `arrivals` need not be in order.
    LoudestSum of(const std::vector<ShiftedArrival>& arrivals, double until_m) const;

  private:
    struct Shape {
        std::ptrdiff_t first = 0;  ///< sample number of the first value, relative to the time of the path
        std::vector<double> values;
    };
    Shape shape(const std::vector<PulseTone>& tones, const std::function<double(double hz)>& delay_s,
                bool line_source) const;
    void add(std::vector<double>& sum, const Shape& shape, double way_m, double level) const;

    double metres_per_sample_ = 1;
    double longest_m_;
    std::ptrdiff_t half_ = 0;     ///< samples after which the tones repeat themselves / 2
    Shape asked_;                 ///< the pulse without errors of its speed
    std::vector<Shape> on_grid_;  ///< the same after paths of 0 ... longest_m
};

}  // namespace wavesim
