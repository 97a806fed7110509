// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <vector>

#include "stencils/kernels/tti_arguments.cuh"
#include "stencils/launch/launch_choice.hpp"
#include "stencils/launch/layer_plan.hpp"
#include "stencils/launch/node_table.hpp"
#include "stencils/launch/tti_boxes.hpp"

namespace wavesim {

/// Where a TTI problem stands in device memory: rows and planes are apart by as many zeros as the operator reaches, and
/// zeros lie before the first and behind the last plane.
DeviceLayout tti_device_layout(const StencilProblem& problem);

/// The parameters of all nodes: factor, horizontal, vertical, n_x, n_y, n_z; in the self-adjoint form the second and
/// the third times the factor.
template <class Real>
std::vector<std::vector<Real>> tti_parameters(const TtiProblem& problem, const DeviceLayout& layout);
inline constexpr std::size_t tti_parameter_count = 6;
/// TurnShare (hourglass_weights.hpp) per coordinate along each axis, from 8 before the grid to 8 behind it.
template <class Real>
std::array<std::vector<Real>, 3> tti_turn_shares(const TtiProblem& problem);
inline constexpr std::size_t tti_shares_before = 8;
/// Damping of a sponge or in layers per coordinate along each axis, to whole fours; 0 where there is none.
template <class Real>
std::array<std::vector<Real>, 3> tti_damping(const TtiProblem& problem);
/// A table of absorbing layers (AbsorbingLayers::decay, gain) to whole fours.
template <class Real>
std::vector<Real> tti_layer_table(const std::vector<double>& table);
/// Where the memory of absorbing layers across an axis stands; without pointers.
template <class Real>
kernels::TtiLayer<Real> tti_layer(const LayerPlan::Axis& axis);
/// Everything else but pointers.
template <class Real>
kernels::TtiArguments<Real> tti_arguments(const TtiProblem& problem, const DeviceLayout& layout);

/// A kernel of a step, in the order of their launches.
struct TtiKernel {
    std::string name;    ///< wavesim_...
    std::string header;  ///< in stencils/kernels
    std::string form;    ///< the class template of its Spec, and what it calls of it
    std::string entry;
    KernelTile tile;  ///< nodes of a block along x and y (z in 2D)
    int threads = 0;
    int shared_bytes = 0;
    int resident = 0;     ///< blocks on a multiprocessor, for which it has registers
    bool sweeps = false;  ///< walks along z; else a block per tile of a plane
    int reach = 0;        ///< planes that it reads beyond its chunk
    TtiRegion region = TtiRegion::all;
    bool one_pass = false;  ///< of the self-adjoint form
};
/// How often the self-adjoint form goes over the memory: as is fastest, or once wherever it can.
enum class TtiPasses { fewest_seconds, one };
inline constexpr const char* tti_one_pass_wherever_it_can = "one pass";  ///< as BackendOptions::tile
/// k73: one kernel, in 3D a plane sweep, which has fewer rows where a block may have less shared memory; self-adjoint:
/// one for the fluxes and one for the update, before which in 3D one does its part along z. Or one for all of it: in
/// 3D in float, where a block may have the shared memory, and where there are layers in the box between them.
std::vector<TtiKernel> tti_kernels(const StencilProblem& problem, int shared_limit = most_shared_bytes,
                                   TtiPasses passes = TtiPasses::fewest_seconds);
/// Whether one kernel goes over the memory once.
bool tti_in_one_pass(const StencilProblem& problem, int shared_limit = most_shared_bytes);
/// Share of the nodes of the self-adjoint form that move in one pass.
double tti_one_pass_share(const StencilProblem& problem, int shared_limit = most_shared_bytes);
/// The kernels as one translation unit. Layers of k73 have kernels of their own (layer_source), which run after these.
std::string tti_source(const StencilProblem& problem, const std::vector<TtiKernel>& kernels);

/// Blocks along x, y and z that move a box. Those that walk along z share it so that `slots` resident blocks do it
/// soonest. They find the box and their share in the arguments.
template <class Real>
std::array<int, 3> place_blocks(const TtiKernel& kernel, const NodeBox& box, std::int64_t slots,
                                kernels::TtiArguments<Real>& arguments);
/// What the kernel of one pass takes in a box: weights as without layers, and whether a sponge damps there.
template <class Real>
void set_for_one_pass(const TtiProblem& problem, const NodeBox& box, kernels::TtiArguments<Real>& arguments);

/// Empty when a GPU can run the TTI problem, else one sentence why not.
std::string tti_gpu_why_not(const StencilProblem& problem);
/// Device memory that it takes [bytes].
std::int64_t forecast_tti_bytes(const StencilProblem& problem, int shared_limit = most_shared_bytes);

/// The sources as they act on the second field.
std::vector<Injection> second_field_sources(const TtiProblem& problem);
/// The receivers as they read the second field: one per receiver, without nodes where it does not; none where no one
/// does.
std::vector<PointWeights> second_field_receivers(const StencilProblem& problem);

}  // namespace wavesim
