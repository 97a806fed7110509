// SPDX-License-Identifier: MIT
// An NVIDIA H200 as the model of step times sees it.
#pragma once
#include "stencils/backend/backend.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim::test {

inline constexpr double promised = 0.15;  ///< relative error of predicted times

/// With the rate of F that a run had, in ps per node.
inline Machine h200(Precision precision, double floor_ps) {
    Machine machine;
    machine.gpu = some_gpu();
    machine.gpu.triad.of(precision) = 3e12 * static_cast<double>(bytes_of(precision)) / floor_ps;
    return machine;
}

/// A box of rigid sides, in 2D where it has one node along y.
inline StencilProblem box(const std::string& stencil, const Extent& extent, Precision precision) {
    StencilProblem problem;
    problem.extent = extent;
    problem.precision = precision;
    problem.stencil = make_stencil(stencil, extent.ny == 1 ? 2 : 3);
    problem.halo.fill(HaloRule::mirror_half);
    return problem;
}

}  // namespace wavesim::test
