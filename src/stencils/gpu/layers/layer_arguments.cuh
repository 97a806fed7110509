// SPDX-License-Identifier: MIT
// What the host passes to the kernels of absorbing layers.
#pragma once
#include "stencils/gpu/common/arguments.cuh"

namespace wavesim::kernels {

/// Memory of one axis, laid out like the field, but along its own axis only the nodes of its layers, low ones first;
/// and the nodes that the layers act on.
template <class Real>
struct LayerAxis {
    Real* psi;
    Real* zeta;
    const Real* decay;  ///< b per stored node
    const Real* gain;   ///< a per stored node
    Int64 plane;        ///< values between planes and rows
    int pitch;
    int low, high;       ///< nodes of the layers at both sides
    int shift;           ///< a node of the high layer is stored at its number less this
    int from[2], to[2];  ///< lines of nodes [from, to) across the layers; one where they would overlap
    int rows;            ///< nodes of the longer line, rounded up to what a block takes
    int image[2];        ///< a place beyond a side, taken from this, gives the node that it shows
    int sign[2];         ///< and with which sign, 0 for none
};

/// Lines of a launch are numbered through: from number `at` on, `by` nodes are left out.
struct LineGap {
    int at = 0, by = 0;
};

/// The second field of the 73-point form of TTI media, to which layers add what they add to the first one: the medium
/// is isotropic where they damp, and there the fields stay equal to the last bit.
template <class Real>
struct SecondField {
    Real* next;        ///< u+ of it
    const Real* push;  ///< courant^2 factor of each node, at the places of the field
};

template <class Real>
struct LayerArguments {
    FieldArguments<Real> field;
    SecondField<Real> second_field;  ///< where Spec::second
    Real courant_squared;
    Real first[21];   ///< c_m, m = 1 .. M
    Real second[21];  ///< beta_m
    LayerAxis<Real> axis[3];
    LineGap first_gap;   ///< of lines along x: along y
    LineGap second_gap;  ///< along z, of lines along z along y
};

/// Layers of one axis inside a plane sweep, in whose frame rows may be planes of the field and planes its rows. A slab
/// holds the layer of one side and at least M nodes beside it, in one tile.
template <class Real>
struct SweepLayer {
    Real* psi;
    Real* zeta;
    const Real* decay;
    const Real* gain;
    Int64 row, plane;    ///< values of psi between rows and planes
    int low, high_from;  ///< layer nodes along the axis are [0, low) and those from high_from on
    int shift;
    int from[2], to[2];  ///< nodes along the axis of each slab
    Real courant_squared;
    Real first[7];  ///< as in LayerArguments
    Real second[7];
};

}  // namespace wavesim::kernels
