// SPDX-License-Identifier: MIT
#pragma once
#include <optional>

#include "stencils/cuda/kernel_library.hpp"
#include "stencils/cuda/node_table.hpp"
#include "stencils/problem.hpp"

namespace wavesim {

/// Walls, solids, sources and receivers of one problem on the device, launched after the bulk step.
template <class Real>
class SparsePasses {
  public:
    SparsePasses(const StencilProblem& problem, const DeviceLayout& layout, const KernelLibrary& support,
                 std::int64_t trace_capacity);

    /// Everything that follows the bulk step of one time step, the step counter included.
    void launch_on(cudaStream_t stream, const Real* now, Real* next) const;
    /// Brings the kept u^{n-1} of branch walls in line with a field that was written from outside.
    void keep_previous(const std::vector<Real>& field);
    void set_step(std::int64_t step);
    std::int64_t trace_capacity() const { return trace_capacity_; }
    /// Copies the samples of steps [trace start, trace start + steps) behind `traces` and moves the start on.
    void take_traces(std::vector<double>& traces, std::int64_t steps);

    DeviceArray<Real>& theta() { return theta_; }
    DeviceArray<Real>& branch_state() { return branch_state_; }
    std::int64_t bytes() const { return bytes_; }

  private:
    kernels::NodeArguments<Real> node_arguments_{};
    kernels::PointArguments<Real> point_arguments_{};
    kernels::SolidArguments<Real> solid_arguments_{};
    cudaKernel_t nodes_, points_, solids_, step_kernel_;
    int solid_spans_ = 0;
    std::int64_t trace_capacity_ = 0;
    std::int64_t trace_start_value_ = 0;
    std::int64_t bytes_ = 0;
    std::vector<long long> host_nodes_;

    DeviceArray<long long> node_, neighbour_, solid_node_, receiver_node_, source_node_, step_, trace_start_;
    DeviceArray<int> correction_first_, explicit_first_, branch_first_, solid_count_, receiver_first_, source_first_,
        source_;
    DeviceArray<unsigned short> explicit_law_, branch_law_;
    DeviceArray<kernels::Law<Real>> explicit_laws_, branch_laws_;
    DeviceArray<Real> weight_, theta_, branch_state_, before_;
    DeviceArray<double> receiver_weight_, source_weight_, signals_, traces_;
};

}  // namespace wavesim
