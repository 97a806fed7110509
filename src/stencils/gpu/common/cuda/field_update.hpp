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

/// The fields of a problem, the pressure first, at one time step.
template <class Real>
using DeviceLevel = std::vector<DeviceArray<Real>>;

/// Node (0, 0, 0) of each field of a level.
template <class Real>
using FieldOrigins = std::vector<Real*>;

/// How the fields of a medium of one kind go from step to step on a GPU: kernels, and all that they keep on the device
/// besides the two levels of the fields, which CudaBackend has. `parity` is that of a step n, which makes u^{n+1} out
/// of u^n and u^{n-1}, in place of this one.
template <class Real>
class FieldUpdate {
  public:
    virtual ~FieldUpdate() = default;

    /// Where the nodes of every field stand.
    virtual const DeviceLayout& layout() const = 0;
    /// What state arrays of the fields are called.
    virtual std::vector<std::string> fields() const = 0;
    /// Puts everything that a step does on a stream: receivers, fields, passes.
    virtual void queue_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<Real>& now,
                          const FieldOrigins<Real>& next) const = 0;
    /// Steps that one pass over memory can do together; 1: there are no passes.
    virtual std::int64_t steps_per_pass() const { return 1; }
    /// Puts such a pass on a stream, from step n on: `now` has u^n, `before` u^{n-1}, and the levels after the pass
    /// stand where their parities say.
    virtual void queue_pass_on(cudaStream_t, std::int64_t /*step*/, const FieldOrigins<Real>& /*now*/,
                               const FieldOrigins<Real>& /*before*/) {}
    /// After passes, before single steps and before memory() is read: `now` has u^n.
    virtual void settle_on(cudaStream_t, std::int64_t /*step*/, const FieldOrigins<Real>& /*now*/,
                           const FieldOrigins<Real>& /*before*/) {}
    /// Before steps, the first of that parity: levels and state may have been written since the last one.
    virtual void gather_on(cudaStream_t, std::int64_t /*parity*/, const FieldOrigins<Real>& /*now*/,
                           const FieldOrigins<Real>& /*before*/) const {}
    /// The passes that record the receivers.
    virtual SparsePasses<Real>& passes() = 0;

    /// A level with the given pressure in the layout of the field. The next step of that parity overwrites it.
    virtual std::vector<std::vector<Real>> level_of(std::vector<Real> pressure, std::int64_t parity) = 0;
    /// Random values for measurements in both levels; false: not offered.
    virtual bool fill_with_noise(std::array<DeviceLevel<Real>, 2>&) const { return false; }
    /// What time goes on from besides the fields and the step: names and arrays.
    virtual std::vector<std::pair<std::string, DeviceArray<Real>*>> memory() = 0;
    virtual void set_step(std::int64_t step) = 0;

    /// Of the kernel that decides how long a step takes.
    virtual BackendFacts facts() const = 0;
    virtual std::vector<const KernelLibrary*> libraries() const = 0;
};

}  // namespace wavesim
