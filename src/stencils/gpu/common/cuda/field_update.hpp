// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/gpu/common/cuda/kernel_library.hpp"
#include "stencils/gpu/common/cuda/sparse_passes.hpp"
#include "stencils/gpu/common/node_table.hpp"

namespace wavesim {

/// The fields of a problem at one time step, the pressure first.
template <class Real>
using DeviceLevel = std::vector<DeviceArray<Real>>;

/// Pointers to node (0, 0, 0) of each field of a level.
template <class Real>
using FieldOrigins = std::vector<Real*>;

/// How the fields of one kind of medium are advanced on a GPU: kernels, and all device data except the two levels of
/// the fields, which CudaBackend owns. `parity` is that of a step n, which computes u^{n+1} from u^n and u^{n-1} and
/// overwrites u^{n-1}.
template <class Real>
class FieldUpdate {
  public:
    virtual ~FieldUpdate() = default;

    /// Layout of the nodes of every field.
    virtual const DeviceLayout& layout() const = 0;
    /// Names of the fields in state arrays.
    virtual std::vector<std::string> fields() const = 0;
    /// Queues all work of a step on a stream: receivers, fields, passes.
    virtual void queue_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<Real>& now,
                          const FieldOrigins<Real>& next) const = 0;
    /// Steps that one pass over memory can do together; 1: no such passes.
    virtual std::int64_t steps_per_pass() const { return 1; }
    /// Queues such a pass on a stream, from step n on: `now` is u^n, `before` is u^{n-1}. After the pass each level is
    /// in the array of its parity.
    virtual void queue_pass_on(cudaStream_t, std::int64_t /*step*/, const FieldOrigins<Real>& /*now*/,
                               const FieldOrigins<Real>& /*before*/) {}
    /// Called after passes, before single steps and before memory() is read: `now` is u^n.
    virtual void settle_on(cudaStream_t, std::int64_t /*step*/, const FieldOrigins<Real>& /*now*/,
                           const FieldOrigins<Real>& /*before*/) {}
    /// Most steps of one launch, where all steps go by launches of any number of steps; 0: they do not, and queue_on
    /// and passes have them.
    virtual std::int64_t steps_per_launch() const { return 0; }
    /// Queues such a launch, from step n on: `now` is u^n, `before` is u^{n-1}. After it each level is in the array of
    /// its parity.
    virtual void queue_launch_on(cudaStream_t, std::int64_t /*step*/, std::int64_t /*steps*/,
                                 const FieldOrigins<Real>& /*now*/, const FieldOrigins<Real>& /*before*/) {}
    /// Called when the launches up to step n are over; returns the step of the state, which is n if none of them has
    /// failed. A launch that fails leaves the state as it was before it.
    virtual std::int64_t step_reached(std::int64_t step) { return step; }
    /// Called before steps that begin with that parity: levels and state may have been written since the last step.
    virtual void gather_on(cudaStream_t, std::int64_t /*parity*/, const FieldOrigins<Real>& /*now*/,
                           const FieldOrigins<Real>& /*before*/) const {}
    /// The passes that record the receivers.
    virtual SparsePasses<Real>& passes() = 0;

    /// A level with the given pressure in the layout of the field; the other fields follow from it. The next step of
    /// that parity overwrites it.
    virtual std::vector<std::vector<Real>> level_of(std::vector<Real> pressure, std::int64_t parity) = 0;
    /// Random values for measurements in both levels; false: not offered.
    virtual bool fill_with_noise(std::array<DeviceLevel<Real>, 2>&) const { return false; }
    /// Names and arrays of the data, besides the fields and the step, from which time stepping continues.
    virtual std::vector<std::pair<std::string, DeviceArray<Real>*>> memory() = 0;
    virtual void set_step(std::int64_t step) = 0;

    /// Facts of the kernel that dominates the time of a step.
    virtual BackendFacts facts() const = 0;
    virtual std::vector<const KernelLibrary*> libraries() const = 0;
};

}  // namespace wavesim
