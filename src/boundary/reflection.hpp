// SPDX-License-Identifier: MIT
#pragma once
#include <complex>

#include "boundary/half_cell.hpp"
#include "stencils/problem/passes.hpp"
#include "stencils/scheme/stencil.hpp"

namespace wavesim {

/// The time discretisations of a wall: ExplicitWalls, BranchWalls and WallPorts.
enum class WallTime { explicit_form, branch, ports };

/// Flux per node pressure of one wall face at angular frequency omega, in grid units, D = D0, E = 1/g and
/// w = (2 i / courant) tan(omega T / 2):
///   explicit 1 / (D + E / w),  branch (i sin(omega T) / courant) / (D w + E).
std::complex<double> wall_port(const WallLaw& law, WallTime time, double courant, double omega_t);
/// The same for a port of area 1: 1 / (D + Z / w), where 1/Z is the sum of 1 / (D_m w + E_m + F_m / w).
std::complex<double> wall_port(const PortLaw& law, double courant, double omega_t);

/// A plane wave of frequency omega that runs along the wall with wavenumbers ky and kz, rad per node.
struct WallWave {
    double omega_t = 0;  ///< omega T
    double ky = 0;       ///< 0 in 2D
    double kz = 0;
};

/// Reflection of a wave of the scheme by a flat wall x = const.
struct WallReflection {
    std::complex<double> coefficient;  ///< exact reflection coefficient R of the scheme, phase referred to the wall
    double kx = 0;                     ///< wavenumber normal to the wall, of the wave in the scheme, rad per node
};

/// Exact reflection of any stencil with mirrored halo and wall passes. With P(z) the symbol of the scheme along x,
/// Y the port and G_n = sum over outgoing roots z^n / (z P'(z)), C the term of the propagating one:
///   half: R = 1 + 4 cos^2(kx/2) C Y / (1 - Y (G_0 + G_1)),  whole: R = 1 + 4 C Y / (1 - 2 Y G_0).
/// Throws std::domain_error when no wave, or more than one, propagates at that frequency.
WallReflection wall_reflection(const Stencil& stencil, double courant, const WallLaw& law, WallTime time,
                               WallPosition position, const WallWave& wave);
/// The same for a flat wall of ports at the vertices. They read means over the nodes around, so Y is multiplied by
/// cos^2(ky/2) cos^2(kz/2).
WallReflection wall_reflection(const Stencil& stencil, double courant, const PortLaw& law, const WallWave& wave);

/// The properties of a wave on which its reflection by a flat wall of ports depends: R = 1 + echo Y / (1 - loop Y),
/// where Y is the port.
struct PortWave {
    std::complex<double> echo;
    std::complex<double> loop;
};
/// Throws as wall_reflection() does.
PortWave port_wave(const Stencil& stencil, double courant, const WallWave& wave);

}  // namespace wavesim
