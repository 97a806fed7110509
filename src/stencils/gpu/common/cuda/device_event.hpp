// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

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
    /// Waits on the host.
    void wait() const { cuda_check(cudaEventSynchronize(event_), "waiting for a mark"); }
    bool reached() const { return cudaEventQuery(event_) == cudaSuccess; }

  private:
    cudaEvent_t event_ = nullptr;
};

/// Marks of one stream, one after the other. The host is at most `most_ahead` marks ahead of the device, so that it
/// knows how far the device is.
class StreamMarks {
  public:
    void record(cudaStream_t stream) {
        const std::int64_t number = recorded_.load(std::memory_order_relaxed);
        if (number >= most_ahead) mark(number - most_ahead).wait();
        marks_[static_cast<std::size_t>(number % kept)].record(stream);
        recorded_.store(number + 1, std::memory_order_release);
    }
    /// The last one.
    const StreamMark& last() const { return mark(recorded_.load(std::memory_order_acquire) - 1); }
    /// Number of marks that the device has reached. Another thread may ask.
    std::int64_t reached() const {
        std::int64_t number = recorded_.load(std::memory_order_acquire);
        const std::int64_t least = number > most_ahead ? number - most_ahead : 0;
        while (number > least && !mark(number - 1).reached()) --number;
        return number;
    }

  private:
    static constexpr std::int64_t most_ahead = 32, kept = 2 * most_ahead;
    const StreamMark& mark(std::int64_t number) const { return marks_[static_cast<std::size_t>(number % kept)]; }

    std::array<StreamMark, kept> marks_;
    std::atomic<std::int64_t> recorded_{0};
};

}  // namespace wavesim
