// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace wavesim {

/// A TTI medium: every node has its own Thomsen parameters and its own symmetry axis, by logical index. Together with
/// the speed along the axis (NodeFactors) they define the pseudo-acoustic equations
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
    std::size_t layer_axis = 2;  ///< the grid axis to which absorbing layers rotate n
    bool turned_far = false;     ///< some nodes in layers are nearer to another axis
    /// The mean of n_d^2 from which the self-adjoint form derives the weights of its fields (tti::mean_axis). A part of
    /// a grid has that of the whole grid. Empty: the mean of the nodes in this medium.
    std::optional<std::array<double, 3>> mean_axis;
    /// The damping G = g T of sponges and, weakly, of some layers. The damping of a node is the sum of one value per
    /// coordinate (empty: none):
    ///   u_tt + 2 g u_t + g^2 u = right-hand side, as (1 + G/2)^2 u+ = 2 (1 - G^2/4) u - (1 - G/2)^2 u- + change,
    /// This removes energy for every G >= 0 and needs no smaller time step.
    std::array<std::vector<float>, 3> damping;
};

/// Largest stable Courant number (of the fastest speed along the axis) if no epsilon exceeds `most_epsilon`; proven for
/// k73 with constant tilt. For the self-adjoint form it is proven unless 3 (in 2D: 2) of its terms have their maxima at
/// the same wave vector, which was never observed.
double tti_courant_limit(int dims, double most_epsilon);

}  // namespace wavesim
