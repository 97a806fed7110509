// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include "boundary/trace_time.hpp"
#include "stencils/problem/wall_ports.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// Stencils whose walls can be ports at the vertices, by the branches that are known for them.
const std::vector<std::string>& stencils_with_ports();
/// Least number of points per wavelength at the highest frequency for such a stencil; infinity for others.
double least_port_points(const Stencil& stencil);

/// The grid for which branches are fitted.
struct PortGrid {
    double courant = 0;
    double points_per_wavelength = 0;  ///< at the highest frequency
    TraceTime traces = TraceTime::steps;
    double admittance = 0.1;  ///< of the wall; those of other walls differ in traces without time dispersion only
};

/// Branches of a wall of specific admittance 1 behind the ports of a stencil; divided by g they are those of a wall of
/// admittance g. They compensate the error of the scheme in the losses, from a twentieth of the highest frequency on.
/// Those of usual grids, at the largest stable time step, are in a table. Others are fitted and cached. Where a stencil
/// needs none, the result is one resistance. Throws std::domain_error where the scheme has no wave or several.
std::vector<PortBranch> unit_branches(const Stencil& stencil, const PortGrid& grid);

/// Branches of a wall of specific admittance g > 0, from those of one of admittance 1.
std::vector<PortBranch> branches_of(std::vector<PortBranch> unit, double admittance);

/// Ports need a time step of at most this fraction of the largest stable one: at the limit itself waves of two cells,
/// which ports do not see, grow linearly. The second value is the smallest fraction: the branches were fitted at the
/// limit.
inline constexpr double most_port_step = 0.999;
inline constexpr double least_port_step = 0.95;

/// Walls of larger specific admittance lose accuracy in float.
inline constexpr double most_port_admittance = 100;

}  // namespace wavesim
