// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "stencils/backend/proposal.hpp"
#include "stencils/gpu/common/node_table.hpp"
#include "stencils/gpu/layers/layer_plan.hpp"
#include "stencils/gpu/tti/tti_arguments.cuh"
#include "stencils/gpu/tti/tti_kernels.hpp"

namespace wavesim {

/// Layout of a TTI problem in device memory. Rows and planes are separated by as many zeros as the operator reaches.
/// Zeros also lie before the first and after the last plane.
DeviceLayout tti_device_layout(const StencilProblem& problem);

inline constexpr std::size_t tti_parameter_count = 6;
/// The parameters of the nodes of one plane: factor, horizontal, vertical, n_x, n_y, n_z. In the self-adjoint form the
/// second and the third are multiplied by the factor.
template <class Real>
using TtiPlane = std::array<std::vector<Real>, tti_parameter_count>;
/// Passes the parameters of every plane to `take`, with their start in an array of the layout. All other values there
/// are 0.
template <class Real>
void for_each_tti_plane(const TtiProblem& problem, const DeviceLayout& layout,
                        const std::function<void(const TtiPlane<Real>& plane, std::int64_t at)>& take);
/// TurnShare (hourglass_weights.hpp) per coordinate along each axis, from 8 nodes before the grid to 8 behind it.
template <class Real>
std::array<std::vector<Real>, 3> tti_turn_shares(const TtiProblem& problem);
inline constexpr std::size_t tti_shares_before = 8;
/// Damping of a sponge or of layers per coordinate along each axis, padded to a multiple of four; 0 where there is
/// none.
template <class Real>
std::array<std::vector<Real>, 3> tti_damping(const TtiProblem& problem);
/// A table of absorbing layers (AbsorbingLayers::decay, gain), padded to a multiple of four.
template <class Real>
std::vector<Real> tti_layer_table(const std::vector<double>& table);
/// Layout of the memory of absorbing layers across an axis; pointers are not set.
template <class Real>
kernels::TtiLayer<Real> tti_layer(const LayerPlan::Axis& axis);
/// All other arguments; pointers are not set.
template <class Real>
kernels::TtiArguments<Real> tti_arguments(const TtiProblem& problem, const DeviceLayout& layout);

/// Numbers of blocks along x, y and z that update a box. Blocks that walk along z divide it into chunks, such that
/// `slots` resident blocks finish soonest. Box and chunk are stored in the arguments.
template <class Real>
std::array<int, 3> place_blocks(const TtiKernel& kernel, const NodeBox& box, std::int64_t slots,
                                kernels::TtiArguments<Real>& arguments);
/// Sets the arguments of the one-pass kernel for a box: weights without layers, and whether a sponge damps there.
template <class Real>
void set_for_one_pass(const TtiProblem& problem, const NodeBox& box, kernels::TtiArguments<Real>& arguments);

/// Empty when a GPU can run the TTI problem, else one sentence why not.
std::string tti_gpu_why_not(const StencilProblem& problem);
/// Device memory for such a problem [bytes].
std::int64_t forecast_tti_bytes(const Inquiry& asked);

/// The sources in the second field.
std::vector<Injection> second_field_sources(const TtiProblem& problem);
/// The receivers in the second field: one per receiver, without nodes if it does not read this field. Empty if no
/// receiver reads it.
std::vector<PointWeights> second_field_receivers(const StencilProblem& problem);

}  // namespace wavesim
