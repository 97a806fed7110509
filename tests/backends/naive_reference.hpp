// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "backends/definitions.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim::testing {

/// The definition of a problem, run literally: direct sums over the points of every shell, halo values looked
/// up one by one, every pass as its formula stands in passes.hpp. Neither images nor weights are those of the product.
/// Double throughout, but the weights courant^2 a are rounded to the problem's precision, as every backend must store
/// them.
class NaiveReference {
  public:
    explicit NaiveReference(ScalarProblem problem);

    void step();
    std::vector<double>& previous() { return previous_; }
    std::vector<double>& current() { return current_; }
    const std::vector<double>& theta() const { return theta_; }
    const std::vector<double>& velocity() const { return velocity_; }
    /// (step, receiver)
    const std::vector<double>& traces() const { return traces_; }

  private:
    double value_at(std::int64_t x, std::int64_t y, std::int64_t z) const;
    /// What the differences of the layers along an axis act on: u, or its mean over the other axes.
    double layer_value(int axis, Node n) const;
    /// Adds courant^2 factor (D psi + zeta) to `next` and advances psi and zeta.
    void step_layers(std::vector<double>& next);
    /// Moves the ports by a step, and pushes `next`.
    void step_ports(std::vector<double>& next);
    double factor(std::size_t node) const;
    /// courant^2 L u
    double change(std::int64_t x, std::int64_t y, std::int64_t z) const;

    ScalarProblem problem_;
    static constexpr std::int64_t reach_ = 24;
    std::vector<std::vector<Offset>> points_;
    std::vector<double> weights_;
    std::array<std::vector<test::Image>, 3> images_;
    std::vector<double> previous_;
    std::vector<double> current_;
    std::vector<double> theta_;
    std::vector<double> velocity_;
    std::vector<std::vector<double>> port_theta_, port_y_;  ///< by port and branch
    std::array<std::vector<double>, 3> psi_;                ///< per axis and node; empty without layers
    std::array<std::vector<double>, 3> zeta_;
    std::vector<double> traces_;
    std::int64_t step_ = 0;
};

}  // namespace wavesim::testing
