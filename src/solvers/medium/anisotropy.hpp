// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <vector>

#include "boundary/absorbing.hpp"
#include "solvers/scene/fault.hpp"
#include "solvers/scene/scene.hpp"
#include "solvers/space/grid_choice.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Unit vector along the symmetry axis.
std::array<double, 3> axis_of(const Thomsen& parameters);

/// Largest v^2 (1 + 2 epsilon) over the square of the fastest speed along the axis: the square of what the time step
/// shrinks by. At least 1.
double anisotropy_factor(const Scene& scene);

/// Largest (epsilon - delta) / (1 + 2 delta) of the scene: 0 where waves spread elliptically.
double anellipticity(const Scene& scene);

/// How much more layers of a kind send back than in the rock where they were measured (more_of_tilted_pulses_db), of
/// the rock for which it is most.
double layer_strength(const Scene& scene, TiltedEnd end);

/// Reflection of self-adjoint layers that comes from their limited speed (layer_speed_cut), relative to the incident
/// wave. `waves`: wavelengths that fit into the part of the layer in which the axis turns. The value is for the rock
/// with the largest reflection.
double layer_speed_echo(const Scene& scene, double waves);

/// Whether a sponge absorbs: where the scene says so, and where it says nothing and k73 has sides too thin for layers.
bool has_sponge(const Scene& scene);

/// What its grid ends in, where other scenes have walls.
std::string tti_ends(const Scene& scene);

/// What a scene with a TTI medium asks for that cannot be: delta above epsilon, walls, solids, other stencils, exact
/// solutions. Nothing where the medium is isotropic.
void find_anisotropy_faults(const Scene& scene, const GridChoice& grid, WallPosition walls, std::vector<Fault>& faults);

/// Whether the scene has k73 where the tilt varies and the medium is not elliptical: its field may grow without bound.
/// Such a scene is refused unless it accepts that.
bool k73_may_grow(const Scene& scene);

/// What is risky or changed: k73 where the tilt varies, clamped values.
std::vector<std::string> anisotropy_warnings(const Scene& scene, const GridChoice& grid, WallPosition walls);

/// The parameters of the nodes of a part of the grid, in which `layers` cells per side surround the domain and go on as
/// at the side.
TiltedMedium make_tilted_medium(const Scene& scene, const GridChoice& grid, WallPosition walls,
                                const std::array<std::int64_t, 6>& layers, const NodeBox& part);

/// The sponge of layers of that many cells per side, for a Courant number of the fastest wave.
std::array<std::vector<float>, 3> sponge(const Extent& grid, const std::array<std::int64_t, 6>& layers, double courant);

}  // namespace wavesim
