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

/// Largest v^2 (1 + 2 epsilon), relative to the square of the fastest speed along the axis; at least 1. The time step
/// is reduced by its square root.
double anisotropy_factor(const Scene& scene);

/// Largest (epsilon - delta) / (1 + 2 delta) of the scene; 0 for elliptical media.
double anellipticity(const Scene& scene);

/// Additional reflection of a kind of layers compared with the rock in which they were measured
/// (more_of_tilted_pulses_db), for the worst rock of the scene.
double layer_strength(const Scene& scene, TiltedEnd end);

/// Reflection of self-adjoint layers that comes from their limited speed (layer_speed_cut), relative to the incident
/// wave. `waves`: wavelengths that fit into the part of the layer in which the axis turns. The value is for the rock
/// with the largest reflection.
double layer_speed_echo(const Scene& scene, double waves);

/// Whether a sponge absorbs: for programs, if the scene requests it, or by default for k73 with sides too thin for
/// layers.
bool has_sponge(const Scene& scene);

/// What ends the grid of a TTI medium, in place of the walls of other scenes.
std::string tti_ends(const Scene& scene);

/// Finds impossible settings of a scene with a TTI medium: delta above epsilon, walls, solids, other stencils, exact
/// solutions. None if the medium is isotropic.
void find_anisotropy_faults(const Scene& scene, const GridChoice& grid, WallPosition walls, std::vector<Fault>& faults);

/// Whether the scene has k73 with varying tilt in a medium that is not elliptical: its field may grow without bound.
/// Such a scene is refused unless it accepts this.
bool k73_may_grow(const Scene& scene);

/// Warnings about risks and changes: k73 with varying tilt, clamped values.
std::vector<std::string> anisotropy_warnings(const Scene& scene, const GridChoice& grid, WallPosition walls);

/// The parameters of the nodes in a part of the grid. `layers` cells per side surround the domain; there the medium
/// continues as at the side.
TiltedMedium make_tilted_medium(const Scene& scene, const GridChoice& grid, WallPosition walls,
                                const std::array<std::int64_t, 6>& layers, const NodeBox& part);

/// Damping of a sponge with that many cells per side, for a Courant number of the fastest wave.
std::array<std::vector<float>, 3> sponge(const Extent& grid, const std::array<std::int64_t, 6>& layers, double courant);

}  // namespace wavesim
