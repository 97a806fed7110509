// SPDX-License-Identifier: MIT
#pragma once
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

/// Throws KernelError that names the call when a CUDA call fails.
inline void cuda_check(cudaError_t status, const char* call) {
    if (status != cudaSuccess) throw KernelError(std::string(call) + ": " + cudaGetErrorString(status));
}

/// Device memory of `size` values, freed with its owner. Not copyable.
template <class T>
class DeviceArray {
  public:
    DeviceArray() = default;
    explicit DeviceArray(std::int64_t size) : size_(size) {
        if (size > 0) {
            void* memory = nullptr;
            cuda_check(cudaMalloc(&memory, bytes()), "cudaMalloc");
            data_ = static_cast<T*>(memory);
        }
    }
    explicit DeviceArray(const std::vector<T>& values) : DeviceArray(static_cast<std::int64_t>(values.size())) {
        if (size_ > 0) cuda_check(cudaMemcpy(data_, values.data(), bytes(), cudaMemcpyHostToDevice), "cudaMemcpy");
    }
    DeviceArray(DeviceArray&& other) noexcept { swap(other); }
    DeviceArray& operator=(DeviceArray&& other) noexcept {
        swap(other);
        return *this;
    }
    ~DeviceArray() { cudaFree(data_); }

    T* data() const { return data_; }
    std::int64_t size() const { return size_; }
    std::size_t bytes() const { return static_cast<std::size_t>(size_) * sizeof(T); }
    void clear() { fill_bytes(0); }
    void fill_bytes(int byte) {
        if (size_ > 0) cuda_check(cudaMemset(data_, byte, bytes()), "cudaMemset");
    }
    void upload(const T* values, std::int64_t count, std::int64_t at = 0) {
        cuda_check(cudaMemcpy(data_ + at, values, static_cast<std::size_t>(count) * sizeof(T), cudaMemcpyHostToDevice),
                   "cudaMemcpy");
    }
    void download(T* values, std::int64_t count, std::int64_t at = 0) const {
        cuda_check(cudaMemcpy(values, data_ + at, static_cast<std::size_t>(count) * sizeof(T), cudaMemcpyDeviceToHost),
                   "cudaMemcpy");
    }

  private:
    void swap(DeviceArray& other) {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
    }
    T* data_ = nullptr;
    std::int64_t size_ = 0;
};

/// Uploads a block and copies it on the device until the array is full.
template <class T>
void fill_with_copies(DeviceArray<T>& array, const std::vector<T>& block) {
    const auto most = static_cast<std::int64_t>(block.size());
    array.upload(block.data(), most);
    for (std::int64_t at = most; at < array.size(); at += most) {
        const auto bytes = static_cast<std::size_t>(std::min(most, array.size() - at)) * sizeof(T);
        cuda_check(cudaMemcpy(array.data() + at, array.data(), bytes, cudaMemcpyDeviceToDevice), "cudaMemcpy");
    }
}

}  // namespace wavesim
