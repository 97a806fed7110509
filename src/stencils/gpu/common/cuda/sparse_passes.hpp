// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <memory>

#include "stencils/gpu/common/cuda/kernel_library.hpp"
#include "stencils/gpu/common/cuda/row_end_arrays.hpp"
#include "stencils/gpu/common/node_table.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim {

/// Walls, solids, sources and receivers of one problem on the device, launched after the bulk step.
template <class Real>
class SparsePasses {
  public:
    /// `table`: all nodes on which something acts. If it leaves walls at the ends of rows to the sweep, the sweep must
    /// be given ends().swept(). `early`: the passes are launched while the bulk step still runs (launch_early).
    SparsePasses(const StencilProblem& problem, const DeviceLayout& layout, const KernelLibrary& support,
                 std::int64_t trace_capacity, bool early, NodeTable table);

    /// Queues everything that follows the bulk step of a time step, including the step counter; `parity` is that of the
    /// step.
    void launch_on(cudaStream_t stream, std::int64_t parity, const Real* now, Real* next) const;
    /// The arguments of that launch, for kernels that do its work themselves.
    kernels::PassArguments<Real> arguments(std::int64_t parity, const Real* now, Real* next) const;
    /// Updates the kept levels of branch walls after a level was written from outside. `parity` is that of the step
    /// whose launch overwrites the level: the step itself for u^{n-1}, the next one for u^n.
    void keep_level(std::int64_t parity, const std::vector<Real>& field);
    void set_step(std::int64_t step);
    std::int64_t trace_capacity() const { return trace_capacity_; }
    /// Appends the samples of steps [trace start, trace start + steps) to `traces` and advances the trace start.
    void take_traces(std::vector<double>& traces, std::int64_t steps);
    /// From now on each sample is the sum of the samples of these passes and of `others`, which read another field for
    /// the same receivers. `others` must outlive these passes.
    void add_traces_of(SparsePasses& others) { others_ = &others; }

    /// The lists on the device, without arguments that change from step to step, and both step counters.
    const kernels::PassArguments<Real>& lists() const { return arguments_; }
    long long* counters() const { return step_.data(); }

    DeviceArray<Real>& theta() { return theta_; }
    DeviceArray<Real>& branch_state() { return branch_state_; }
    /// The kept levels of branch walls, per parity of the step that reads and overwrites them.
    DeviceArray<Real>& kept(std::size_t parity) { return before_[parity]; }
    RowEndArrays<Real>& ends() { return *ends_; }

  private:
    void place_receivers(const std::vector<PointWeights>& receivers, const DeviceLayout& layout);
    void place_signals(const std::vector<Injection>& sources);

    kernels::PassArguments<Real> arguments_{};
    cudaKernel_t passes_;
    bool early_;
    std::int64_t trace_capacity_ = 0;
    std::int64_t trace_start_value_ = 0;
    SparsePasses* others_ = nullptr;  ///< set by add_traces_of
    std::vector<long long> kept_node_;
    std::unique_ptr<RowEndArrays<Real>> ends_;

    DeviceArray<kernels::NodeGroup> groups_;
    DeviceArray<kernels::NodeKind> kinds_;
    DeviceArray<int> offset_, source_first_, source_, receiver_first_;
    DeviceArray<long long> correction_neighbour_, receiver_node_, step_, trace_start_;
    DeviceArray<kernels::FaceLaw<Real>> faces_;
    DeviceArray<Real> correction_weight_, theta_, branch_state_;
    std::array<DeviceArray<Real>, 2> before_;  ///< per parity of the step that reads and overwrites it
    DeviceArray<double> source_weight_, receiver_weight_, signals_, traces_;
};

}  // namespace wavesim
