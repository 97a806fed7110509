// SPDX-License-Identifier: MIT
#pragma once
#include "stencils/gpu/common/cuda/device_memory.hpp"

namespace wavesim {

/// A time stamp in a stream, by the device's clock.
class DeviceEvent {
  public:
    DeviceEvent() { cuda_check(cudaEventCreate(&event_), "cudaEventCreate"); }
    DeviceEvent(const DeviceEvent&) = delete;
    DeviceEvent& operator=(const DeviceEvent&) = delete;
    ~DeviceEvent() { cudaEventDestroy(event_); }

    void record(cudaStream_t stream) { cuda_check(cudaEventRecord(event_, stream), "cudaEventRecord"); }
    /// Waits until the device has reached the event.
    double seconds_since(const DeviceEvent& start) const {
        float milliseconds = 0;
        cuda_check(cudaEventSynchronize(event_), "cudaEventSynchronize");
        cuda_check(cudaEventElapsedTime(&milliseconds, start.event_, event_), "cudaEventElapsedTime");
        return 1e-3 * milliseconds;
    }

  private:
    cudaEvent_t event_ = nullptr;
};

/// A point in a stream for which streams of other devices can wait. It has no time stamp, so that waiting is cheap.
class StreamMark {
  public:
    StreamMark() { cuda_check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreate"); }
    StreamMark(const StreamMark&) = delete;
    StreamMark& operator=(const StreamMark&) = delete;
    ~StreamMark() { cudaEventDestroy(event_); }

    void record(cudaStream_t stream) { cuda_check(cudaEventRecord(event_, stream), "cudaEventRecord"); }
    /// Later work in a stream waits until this point is reached.
    void hold(cudaStream_t stream) const {
        cuda_check(cudaStreamWaitEvent(stream, event_, 0), "waiting for a neighbour");
    }

  private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace wavesim
