// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace wavesim {

/// A TTI medium in which every node has its own Thomsen parameters and its own symmetry axis, by logical index; with
/// the speed along the axis (NodeFactors) that is all that the pseudo-acoustic equations need:
///   p_tt = v^2 [(1 + 2 delta) (Laplace - H)(p + q) + H p]    q_tt = v^2 2 (epsilon - delta) (Laplace - H)(p + q)
/// with H = (n . grad)^2; the pressure is p + q. epsilon >= delta everywhere, else the second wave grows without bound.
/// 2D grids lie in the (x, z) plane: n_y = 0.
struct TiltedMedium {
    std::vector<float> epsilon;
    std::vector<float> delta;
    std::array<std::vector<float>, 3> axis;  ///< unit vector n
    std::vector<float> layer_speed;          ///< factor of v^2 in absorbing layers; empty: 1
    /// The fraction of its tilt that the axis of a node keeps in absorbing layers: the product of one value per
    /// coordinate (empty: 1).
    std::array<std::vector<double>, 3> kept;
    std::size_t layer_axis = 2;  ///< of the axes of the grid the one to which absorbing layers turn n
    bool turned_far = false;     ///< some of their nodes are nearer to another axis
    /// The mean of n_d^2 that the self-adjoint form weighs its fields by (tti::mean_axis). A part of a grid has that of
    /// the whole; empty: that of the nodes that are here.
    std::optional<std::array<double, 3>> mean_axis;
    /// The damping G = g T of sponges and, weakly, of some layers. The damping of a node is the sum of one value per
    /// coordinate (empty: none):
    ///   u_tt + 2 g u_t + g^2 u = right-hand side, as (1 + G/2)^2 u+ = 2 (1 - G^2/4) u - (1 - G/2)^2 u- + change,
    /// This takes energy away for every G >= 0 and needs no smaller time step.
    std::array<std::vector<float>, 3> damping;
};

/// Largest stable Courant number (fastest speed along the axis) where no node's epsilon exceeds `most_epsilon`; proven
/// for k73 with constant tilt. For the self-adjoint form it is proven unless 3 (in 2D: 2) of its terms peak at once,
/// which was never seen.
double tti_courant_limit(int dims, double most_epsilon);

}  // namespace wavesim
