// SPDX-License-Identifier: MIT
#pragma once
#include <memory>

#include "stencils/backend/backend.hpp"

namespace wavesim {

/// Shortest time of one sample; in shorter samples the resolution of the clock and the start of the threads would
/// matter.
inline constexpr double sample_seconds = 0.05;
/// Number of repetitions that fill a sample.
std::int64_t repetitions(double seconds_each);

double median(std::vector<double> values);

/// Random values in [-1, 1], 0 in solids.
std::vector<double> noise(const StencilProblem& problem);

/// A warmed-up backend with equal random values in both levels (a field at rest), and the number of steps of one
/// sample: as many as the clock needs, or the requested number.
class Stepper {
  public:
    Stepper(const Problem& problem, const BackendEntry& entry, const BackendOptions& options, std::int64_t steps = 0);
    /// Seconds per step of one sample.
    double seconds_per_step() { return backend_->advance_timed(steps_) / static_cast<double>(steps_); }
    /// Seconds per step and node of one sample.
    double ctpn() { return seconds_per_step() / nodes_; }
    double nodes() const { return nodes_; }
    std::int64_t steps() const { return steps_; }
    StencilBackend& backend() { return *backend_; }

  private:
    std::unique_ptr<StencilBackend> backend_;
    double nodes_;
    std::int64_t steps_ = 1;
};

}  // namespace wavesim
