// SPDX-License-Identifier: MIT
// Arguments of the kernels of tilted transversely isotropic (TTI) media.
#pragma once
#include "stencils/gpu/common/arguments.cuh"

namespace wavesim::kernels {

/// Memory of the absorbing layers across one axis. It is laid out like the fields, but along that axis it has only the
/// nodes of its layers. Nodes of the low layer have their own index, those of the high layer their index minus `shift`,
/// a multiple of a pack along x.
template <class Real>
struct TtiLayer {
    Real* psi[2];  ///< per field
    Real* xi[2];
    const Real* decay;  ///< b per node along the axis, padded to whole packs
    const Real* gain;   ///< a per node along the axis, padded to whole packs, 0 outside the layers
    Int64 plane;        ///< values between planes and rows
    int pitch;
    int low, high;  ///< nodes of the layers at both sides
    int shift;
};

/// All arrays have the same layout. Pointers point to node (0, 0, 0), with zeros around the grid as far as any kernel
/// reads. The two fields are s = p + q and p (k73), or sigma_H and sigma_V (self-adjoint); the first one is the
/// pressure.
template <class Real>
struct TtiArguments {
    const Real* now[2];
    Real* next[2];
    const Real* factor;       ///< courant^2 (c_i / c)^2
    const Real* horizontal;   ///< 1 + 2 epsilon; self-adjoint: times the factor
    const Real* vertical;     ///< 1 + 2 delta; self-adjoint: its square root times the factor
    const Real* axis[3];      ///< n_d
    Real* flux[3][2];         ///< fluxes along d, of both fields; self-adjoint
    Real* partial[2];         ///< stiffness along z, of both fields; self-adjoint in 3D
    const Real* share[3];     ///< with layers of the self-adjoint form (tti_weights.cuh), with 8 more values on each
                              ///< side
    const Real* damping[3];   ///< of a sponge or of layers, one value per coordinate of each axis, padded to whole
                              ///< packs
    TtiLayer<Real> layer[3];  ///< self-adjoint
    Int64 plane;              ///< values between planes
    int pitch;                ///< values between rows
    int nx, ny, nz;
    int margin[6];                                  ///< nodes per side that the launch omits; in 3D
    int damped;                                     ///< in one pass: there is damping at the nodes of the launch
    int chunk, tiles_x, tiles, whole, left, piece;  ///< of a plane sweep, as in FieldArguments
    Real second[5];                                 ///< second difference, m = 1 .. 4
    Real first[5];                                  ///< first difference of order 8
    Real mixed[3];                                  ///< first difference of order 4
    Real outer[2][3];                               ///< weights of R by field and axis where no tilt is left in layers
    Real change[2][3];                              ///< difference of the weights where no layer rotates the axis
    Real square[2][3];                              ///< the squares of the weights there
    Real keep[2][3];                                ///< factor of g_d in the fluxes (tti_self_adjoint.cuh)
    Real rest[9];                                   ///< weights of R or S
    Real beyond[9];                                 ///< partial sums of `rest` from m on
};

}  // namespace wavesim::kernels
