// SPDX-License-Identifier: MIT
// What the host passes to the kernels of absorbing layers.
#pragma once
#include "stencils/kernels/arguments.cuh"

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
    int from[2], to[2];  ///< lines of nodes [from, to) across the layers; one where they would overlap
    int rows;            ///< nodes of the longer line, rounded up to what a block takes
    int image[2];        ///< a place beyond a side, taken from this, gives the node that it shows
    int sign[2];         ///< and with which sign, 0 for none
};

template <class Real>
struct LayerArguments {
    FieldArguments<Real> field;
    Real courant_squared;
    Real first[21];   ///< c_m, m = 1 .. M
    Real second[21];  ///< beta_m
    LayerAxis<Real> axis[3];
};

}  // namespace wavesim::kernels
