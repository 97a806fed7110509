// SPDX-License-Identifier: MIT
// Arguments of the kernels of absorbing layers.
#pragma once
#include "stencils/gpu/common/arguments.cuh"

namespace wavesim::kernels {

/// Memory of one axis. It is laid out like the field, but along its own axis it has only the nodes of its layers, low
/// ones first. Also the nodes on which the layers act.
template <class Real>
struct LayerAxis {
    Real* psi;
    Real* zeta;
    const Real* decay;  ///< b per stored node
    const Real* gain;   ///< a per stored node
    Int64 plane;        ///< values between planes and rows
    int pitch;
    int low, high;       ///< nodes of the layers at both sides
    int shift;           ///< index of a node of the high layer minus its stored index
    int from[2], to[2];  ///< nodes [from, to) of each line across the layers; a single line where both would overlap
    int rows;            ///< nodes of the longer line, rounded up to the size of a block
    int image[2];        ///< this minus a coordinate beyond a side gives the node that it mirrors
    int sign[2];         ///< sign of the mirror image, 0 for zero
};

/// Lines of a launch are numbered consecutively: from number `at` on, `by` nodes are skipped.
struct LineGap {
    int at = 0, by = 0;
};

/// The second field of the 73-point form of TTI media, to which layers add the same as to the first. The medium is
/// isotropic where they damp, and there the fields stay equal to the last bit.
template <class Real>
struct SecondField {
    Real* next;        ///< u+ of the second field
    const Real* push;  ///< courant^2 factor of each node, at the positions of the field
};

template <class Real>
struct LayerArguments {
    FieldArguments<Real> field;
    SecondField<Real> second_field;  ///< where Spec::second
    Real courant_squared;
    Real first[21];   ///< c_m, m = 1 .. M
    Real second[21];  ///< beta_m
    LayerAxis<Real> axis[3];
    LineGap first_gap;   ///< gap of lines along x, in y
    LineGap second_gap;  ///< gap of lines in z, and of lines along z in y
};

/// Layers of one axis inside a plane sweep, in whose frame rows may be planes of the field and planes its rows. A slab
/// contains the layer of one side and at least M nodes beside it, in one tile.
template <class Real>
struct SweepLayer {
    Real* psi;
    Real* zeta;
    const Real* decay;
    const Real* gain;
    Int64 row, plane;    ///< values of psi between rows and planes
    int low, high_from;  ///< layer nodes along the axis: [0, low) and those from high_from on
    int shift;
    int from[2], to[2];  ///< range of nodes along the axis, per slab
    Real courant_squared;
    Real first[7];  ///< as in LayerArguments
    Real second[7];
};

}  // namespace wavesim::kernels
