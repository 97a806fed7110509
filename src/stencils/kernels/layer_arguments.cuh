// SPDX-License-Identifier: MIT
// What the host passes to the kernels of absorbing layers.
#pragma once
#include "stencils/kernels/arguments.cuh"

namespace wavesim::kernels {

/// Memory of one axis: laid out like the field, but along its own axis only the nodes of its layers, low ones first.
template <class Real>
struct LayerAxis {
    Real* psi;
    Real* zeta;
    const Real* decay;  ///< b per stored node
    const Real* gain;   ///< a per stored node
    Int64 plane;        ///< values between planes and rows
    int pitch;
    int low, high;  ///< nodes of the layers at both sides
};

/// Nodes [from, to) of a box; its blocks begin at first_block.
struct LayerBox {
    int from[3];
    int to[3];
    int first_block;
};

template <class Real>
struct LayerArguments {
    static constexpr int most_boxes = 6;
    FieldArguments<Real> field;
    Real courant_squared;
    Real first[21];   ///< c_m, m = 1 .. M
    Real second[21];  ///< beta_m
    LayerAxis<Real> axis[3];
    LayerBox box[most_boxes];  ///< do not overlap
    int boxes;
};

}  // namespace wavesim::kernels
