// SPDX-License-Identifier: MIT
#pragma once
#include <span>

#include "stencils/gpu/common/cuda/kernel_library.hpp"
#include "stencils/gpu/common/device_pages.hpp"
#include "stencils/gpu/common/node_table.hpp"

namespace wavesim {

/// Copies boxes of a field to the host while time steps continue. The nodes are gathered on the device between two
/// steps and copied through pinned memory on a separate stream. Boxes larger than most_read_bytes are copied in parts;
/// all parts but the last delay the time steps.
template <class Real>
class FieldReader {
  public:
    /// `steps` is the stream of the time steps.
    FieldReader(const KernelLibrary& support, cudaStream_t steps);
    FieldReader(const FieldReader&) = delete;
    FieldReader& operator=(const FieldReader&) = delete;
    ~FieldReader();
    /// `field` is node (0, 0, 0). `values` is filled when finish() returns.
    void start(const Real* field, const DeviceLayout& layout, const NodeBox& box, std::span<double> values);
    void finish();

  private:
    void make_room(std::int64_t values);

    cudaKernel_t gather_;
    cudaStream_t steps_;
    cudaStream_t copies_ = nullptr;
    cudaEvent_t gathered_ = nullptr;
    DeviceArray<Real> nodes_;
    Real* pinned_ = nullptr;
    std::span<double> pending_;  ///< the caller's values that are not copied yet
};

}  // namespace wavesim
