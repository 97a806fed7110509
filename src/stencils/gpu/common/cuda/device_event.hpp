// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/cuda/device_memory.hpp"

namespace wavesim {

/// A mark in a stream by the device's clock.
class DeviceEvent {
  public:
    DeviceEvent() { cuda_check(cudaEventCreate(&event_), "cudaEventCreate"); }
    DeviceEvent(const DeviceEvent&) = delete;
    DeviceEvent& operator=(const DeviceEvent&) = delete;
    ~DeviceEvent() { cudaEventDestroy(event_); }

    void record(cudaStream_t stream) { cuda_check(cudaEventRecord(event_, stream), "cudaEventRecord"); }
    /// Waits until the device is here.
    double seconds_since(const DeviceEvent& start) const {
        float milliseconds = 0;
        cuda_check(cudaEventSynchronize(event_), "cudaEventSynchronize");
        cuda_check(cudaEventElapsedTime(&milliseconds, start.event_, event_), "cudaEventElapsedTime");
        return 1e-3 * milliseconds;
    }

  private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace wavesim
