// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/visible_gpus.hpp"

#include <chrono>
#include <cstdlib>

#include "stencils/gpu/common/cuda/device_memory.hpp"
#include "stencils/rtc/kernel_cache.hpp"
#include "stencils/rtc/nvrtc.hpp"

namespace wavesim {

namespace {

/// Text about the environment variable that hides devices, if it is set.
std::string visible_text() {
    const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
    return visible == nullptr ? std::string{} : std::string(" (CUDA_VISIBLE_DEVICES is '") + visible + "')";
}

int attribute(cudaDeviceAttr which, int index) {
    int value = 0;
    cuda_check(cudaDeviceGetAttribute(&value, which, index), "cudaDeviceGetAttribute");
    return value;
}

}  // namespace

Gpu properties_of(int index) {
    cudaDeviceProp device{};
    cuda_check(cudaGetDeviceProperties(&device, index), "cudaGetDeviceProperties");
    Gpu gpu;
    gpu.fault = nvrtc_why_not();
    gpu.index = index;
    gpu.name = device.name;
    gpu.capability_major = device.major;
    gpu.capability_minor = device.minor;
    gpu.multiprocessors = device.multiProcessorCount;
    gpu.threads_per_block = device.maxThreadsPerBlock;
    gpu.threads_per_multiprocessor = device.maxThreadsPerMultiProcessor;
    gpu.shared_per_block = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, index);
    gpu.shared_per_multiprocessor = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor, index);
    gpu.cache_bytes = device.l2CacheSize;
    gpu.compiler = nvrtc_version();
    return gpu;
}

namespace {

/// The same, with its memory and its kernels in the cache; creates the context.
Gpu report_of(int index) {
    Gpu gpu = properties_of(index);
    std::size_t free = 0;
    std::size_t total = 0;
    cuda_check(cudaSetDevice(index), "cudaSetDevice");
    cuda_check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    gpu.memory_free = static_cast<std::int64_t>(free);
    gpu.memory_total = static_cast<std::int64_t>(total);
    gpu.cached_kernels = cached_kernel_files();
    return gpu;
}

int device_count() {
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

}  // namespace

std::string cuda_why_not() {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status == cudaErrorInsufficientDriver) return "no NVIDIA driver is loaded that CUDA 12 or newer can use";
    if (status == cudaErrorNoDevice || (status == cudaSuccess && count == 0))
        return "no NVIDIA GPU is visible" + visible_text();
    if (status != cudaSuccess) return std::string("the CUDA runtime reports: ") + cudaGetErrorString(status);
    return nvrtc_why_not();
}

std::vector<Gpu> visible_gpus() {
    std::vector<Gpu> gpus;
    const int count = device_count();
    for (int index = 0; index < count; ++index) gpus.push_back(report_of(index));
    if (count > 0) cuda_check(cudaSetDevice(0), "cudaSetDevice");
    return gpus;
}

std::string device_why_not(int index) {
    if (const std::string reason = cuda_why_not(); !reason.empty())
        return "GPU " + std::to_string(index) + " cannot be used: " + reason;
    const int count = device_count();
    if (index >= 0 && index < count) return properties_of(index).why_not();
    std::string known;
    for (int i = 0; i < count; ++i)
        known += (i > 0 ? ", " : "") + std::to_string(i) + " (" + properties_of(i).name + ")";
    return "there is no GPU " + std::to_string(index) + "; there is " + known + visible_text();
}

Gpu open_gpu(int index) {
    if (const std::string reason = device_why_not(index); !reason.empty()) throw KernelError(reason);
    const auto start = std::chrono::steady_clock::now();
    cuda_check(cudaSetDevice(index), "cudaSetDevice");
    cuda_check(cudaFree(nullptr), "creating the device context");
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    Gpu gpu = report_of(index);
    gpu.context_s = seconds;
    return gpu;
}

Gpu first_gpu() {
    // A GPU without a run-time compiler is still reported.
    if (device_count() == 0) return Gpu::none(cuda_why_not());
    Gpu first = properties_of(0);
    return first.usable() ? open_gpu(0) : first;
}

}  // namespace wavesim
