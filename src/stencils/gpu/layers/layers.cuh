// SPDX-License-Identifier: MIT
// Absorbing layers (stencils/problem/absorbing_layers.hpp), after the bulk step, with one launch per axis d that has
// layers (layers updated by a plane sweep: sweep_layer.cuh):
//   psi_d := b psi_d + a D_d u                  at layer nodes
//   zeta_d := b zeta_d + a (D2_d u + D_d psi_d) there
//   u+ += courant^2 factor (D_d psi_d + zeta_d)  there and at M nodes beside them
// D_d and D2_d are the central first and second difference of order 2M along axis d; where Spec::averaged they act on
// [1/4, 1/2, 1/4] u along each of the other axes. psi is 0 outside the layers of its axis.
// A block processes whole lines across a layer, so that D_d psi_d can use the new psi after a barrier.
// Where Spec::second, the same is added to a second field u' (SecondField): u'+ += courant^2 factor (D_d psi_d +
// zeta_d).
// Cost per layer node and axis in values: u once, the factor once, u+ (and u'+), psi and zeta twice each.
#pragma once
#include "stencils/gpu/layers/layer_columns.cuh"
#include "stencils/gpu/layers/layer_rows.cuh"
