// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <span>

#include "stencils/backend/backend.hpp"
#include "stencils/gpu/common/cuda/kernel_library.hpp"
#include "stencils/gpu/common/node_table.hpp"

namespace wavesim {

/// Field checks on the device.
template <class Real>
class FieldLook {
  public:
    /// `support`: the kernels of support_source; `stream`: that of the time steps. Both must outlive the object.
    FieldLook(const KernelLibrary& support, const DeviceLayout& layout, cudaStream_t stream);

    /// Adds the check of planes [from, to) of a field, which points to node (0, 0, 0), like `before`: the previous
    /// level if the peak and the change are requested, else nullptr. Returns the first bad node, if any.
    std::optional<std::int64_t> look(const Real* field, const Real* before, std::int64_t from, std::int64_t to,
                                     FieldHealth& health) const;

  private:
    cudaKernel_t kernel_;
    DeviceLayout layout_;
    cudaStream_t stream_;
    mutable DeviceArray<unsigned long long> health_;
    DeviceArray<double> changes_;  ///< per row
};

/// Copies the nodes of a box of a field to the host, x fastest.
template <class Real>
void read_nodes(const DeviceArray<Real>& field, const DeviceLayout& layout, const NodeBox& box,
                std::span<double> values);

}  // namespace wavesim
