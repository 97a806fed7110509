// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/backend.hpp"
#include "stencils/launch/bulk_parts.hpp"

namespace wavesim {

// Predicted time per node [s] of a whole step, per row of the registry and kind of medium.

/// On a CPU: the memory time (2 or 3 values per node at the triad rate) plus the arithmetic time of the row kernel for
/// this ISA level and thread count. They add up, since measured kernels hide little of one behind the other.
/// `steps_between_looks`: pairs of steps that share their memory traffic end where somebody wants to read the field.
double cpu_scalar_ctpn(const StencilProblem& problem, const Machine& machine, std::int64_t steps_between_looks);
double cpu_density_ctpn(const StencilProblem& problem, const Machine& machine);
double cpu_tti_ctpn(const StencilProblem& problem, const Machine& machine);

/// On a GPU: the values that a step must move at the rate of the triad, wall nodes and layers included, and what the
/// threads of the forms and their launches take besides. Fitted to measurements on compute capability 9.0
/// (docs/performance.md), which it meets within 15 %, on grids that stay in the L2 cache mostly within 20 %. 0 where
/// that rate is not known.
double gpu_ctpn(const RegionForms& forms, const StencilProblem& problem, const Machine& machine);
/// Several steps per pass over memory, and single ones for what is left where somebody looks at the field. A pass takes
/// the same for every plane that it walks, however many tiles there are. From grids of 300^3 to 2048 x 1400 x 600 nodes
/// on an NVIDIA H200. In 2D a pass takes what the rows of its warps take, or its memory traffic.
double gpu_temporal_ctpn(const StencilProblem& problem, const Machine& machine, std::int64_t steps_between_looks);
double gpu_tti_ctpn(const StencilProblem& problem, const Machine& machine);
/// The 73-point form in the strategy that has that form for isotropic media.
double gpu_k73_ctpn(const KernelForm& form, const StencilProblem& problem, const Machine& machine);

}  // namespace wavesim
