// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <vector>

#include "stencils/kernels/tti_arguments.cuh"
#include "stencils/launch/node_table.hpp"

namespace wavesim {

/// Where a TTI problem stands in device memory: rows and planes are apart by as many zeros as the operator reaches, and
/// zeros lie before the first and behind the last plane.
struct TtiDeviceLayout : DeviceLayout {
    std::int64_t origin = 0;  ///< of node (0, 0, 0) in an array
    std::int64_t values = 0;  ///< of an array
};
TtiDeviceLayout tti_device_layout(const StencilProblem& problem);

/// The parameters of all nodes: factor, horizontal, vertical, n_x, n_y, n_z, and for the self-adjoint form m_x, m_y,
/// m_z.
template <class Real>
std::vector<std::vector<Real>> tti_parameters(const StencilProblem& problem, const TtiDeviceLayout& layout);
inline std::size_t tti_parameter_count(TtiForm form) { return form == TtiForm::k73 ? 6 : 9; }
/// Values of the sponge per coordinate along each axis; 0 where there is none.
template <class Real>
std::array<std::vector<Real>, 3> tti_damping(const StencilProblem& problem);
/// Everything but pointers.
template <class Real>
kernels::TtiArguments<Real> tti_arguments(const TtiDeviceLayout& layout);

/// Blocks along x, y and z, of tti_threads threads each.
std::array<int, 3> tti_blocks(const Extent& extent);
inline constexpr int tti_threads = 128;

/// The kernels as one translation unit: wavesim_tti (k73), or wavesim_fluxes and wavesim_tti.
std::string tti_source(const StencilProblem& problem);

/// Empty when a GPU can run the TTI problem, else one sentence why not.
std::string tti_gpu_why_not(const StencilProblem& problem);
/// Device memory that it takes [bytes].
std::int64_t forecast_tti_bytes(const StencilProblem& problem);

/// The sources as they act on the second field.
std::vector<Injection> second_field_sources(const StencilProblem& problem);

}  // namespace wavesim
