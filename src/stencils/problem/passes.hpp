// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/grid/grid.hpp"
#include "stencils/problem/corrections.hpp"
#include "stencils/problem/wall_ports.hpp"

namespace wavesim {

/// The values in a halo beyond one side of the grid; j = 0, 1, ... counts outwards, N nodes along the axis.
enum class HaloRule {
    zero,          ///< u_{-1-j} = 0
    mirror_half,   ///< u_{-1-j} = u_j: wall on the cell face, half a cell from the first node
    mirror_whole,  ///< u_{-1-j} = u_{1+j}: wall on the first node
    odd_half,      ///< u_{-1-j} = -u_j: pressure release on the cell face
};

/// Interior node whose value a halo node at coordinate t (t < 0 or t >= n) copies, and its sign (0 for
/// HaloRule::zero). Runs shorter than the halo reflect repeatedly. Interior t returns itself.
struct HaloImage {
    std::int64_t node;
    int sign;
};
HaloImage halo_image(std::int64_t t, std::int64_t n, HaloRule low, HaloRule high);

// Sparse passes: the differences to the bulk step, as data. `boundary/` builds them, and any backend runs them without
// knowledge of the physics. Nodes are logical indices (Extent::index), ascending in every list. Every pass acts on one
// node only, so a backend may run them row by row, in this order:
//   bulk: u* = 2u - u- + courant^2 L u   (solid nodes hold 0; times the factor of the node where the medium varies)
//   corrections, injections, explicit walls, wall ports, branch walls, solids := 0, halo.
// Only wall ports read several nodes: a backend runs them before the step changes the values that they read.

/// Solid nodes [node, node + count) within one row; their pressure is kept at 0.
struct SolidSpan {
    std::int64_t node;
    std::int32_t count;
};

/// One wall law in grid units (X = c = 1): specific resistance E = 1/g, half cell of air D0, and the
/// weight A of the face (area; divided by the end mass where the wall is lumped into it).
struct WallLaw {
    double resistance = 0;  ///< E = 1/g [-]
    double air_mass = 0;    ///< D0 [-]
    double area = 1;        ///< A [-]
    double mass = 1;        ///< m, end mass of the node (branch walls: 1, 1/2, 1/4 or 1/8)
    bool operator==(const WallLaw&) const = default;
};

/// Explicit walls (form BE), one entry per wall face, state theta per face (at n-1/2, starts at 0):
///   Phi = (u^n - E theta) / (D0 + E courant/2);  theta += courant Phi;  u* -= courant^2 A Phi
/// Several faces of one node stand side by side.
struct ExplicitWalls {
    std::vector<std::int64_t> nodes;
    std::vector<std::uint16_t> laws;  ///< index into `law`
    std::vector<WallLaw> law;
};

/// Branch walls (form BI), node by node; faces [first_i, first_{i+1}) belong to nodes[i], state V per face:
///   beta_f = 1/(2 D0/courant + E);  B = sum_f A beta;  h = sum_f A beta (2 D0/courant) V_f
///   (m + courant B/2) u+ = m u* + (courant B/2) u- - courant^2 h
///   Vbar = beta [(2 D0/courant) V + (u+ - u-)/(2 courant)];  V := 2 Vbar - V
/// u* already holds every other pass; u- is the value that the bulk step overwrote. D0 = 0 is the lumped wall.
struct BranchWalls {
    std::vector<std::int64_t> nodes;
    std::vector<std::int64_t> first{0};
    std::vector<std::uint16_t> laws;
    std::vector<WallLaw> law;
};

/// Everything that walls and solids change in a step.
struct WallPasses {
    std::vector<SolidSpan> solids;
    Corrections corrections;
    ExplicitWalls explicit_walls;
    BranchWalls branch_walls;
    WallPorts ports;
};

/// Interpolation weights of a point over nodes. Before folding at sides their sum is 1.
struct PointWeights {
    std::vector<std::int64_t> nodes;
    std::vector<double> weights;
    /// Weights for the second field of a TTI medium at the same nodes. If empty, a source adds to it in proportion to
    /// its pressure (tti::second_field_share), and a receiver reads the pressure alone.
    std::vector<double> second_weights{};
};

/// A source: u*_i += weights_i * signal[n] at step n (the signal is already scaled; beyond its end it is 0).
struct Injection {
    PointWeights at;
    std::vector<double> signal;
};

}  // namespace wavesim
