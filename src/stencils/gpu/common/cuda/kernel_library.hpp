// SPDX-License-Identifier: MIT
#pragma once
#include <cuda_runtime_api.h>

#include <string>
#include <utility>

#include "stencils/backend/gpu.hpp"
#include "stencils/gpu/common/cuda/device_memory.hpp"
#include "stencils/rtc/kernel_cache.hpp"

namespace wavesim {

/// True if a launch can start before earlier launches of its stream are done (launch_early).
inline bool starts_early(const Gpu& gpu) { return gpu.capability_major >= 9; }

/// Number of multiprocessors of the current device that this process may use; a service for several processes can limit
/// it.
inline int usable_multiprocessors() {
    int device = 0;
    int count = 0;
    cuda_check(cudaGetDevice(&device), "cudaGetDevice");
    cuda_check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device), "cudaDeviceGetAttribute");
    return count;
}

/// Resources of one loaded kernel, from the driver.
struct KernelResources {
    int registers = 0;
    int local_bytes = 0;  ///< per thread: spills and stack
    int blocks_per_multiprocessor = 0;
};

/// Machine code loaded on the current device; finds its kernels by name.
class KernelLibrary {
  public:
    KernelLibrary(const std::string& name, const std::string& source, const std::string& architecture)
        : cached_(cached_compile(name, source, architecture)) {
        cuda_check(cudaLibraryLoadData(&library_, cached_.cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
                   "cudaLibraryLoadData");
    }
    KernelLibrary(const KernelLibrary&) = delete;
    KernelLibrary& operator=(const KernelLibrary&) = delete;
    ~KernelLibrary() { cudaLibraryUnload(library_); }

    cudaKernel_t kernel(const char* name) const {
        cudaKernel_t found = nullptr;
        cuda_check(cudaLibraryGetKernel(&found, library_, name), name);
        return found;
    }
    bool from_cache() const { return cached_.from_cache; }
    double compile_s() const { return cached_.compile_s; }

  private:
    CachedKernel cached_;
    cudaLibrary_t library_ = nullptr;
};

inline const void* handle(cudaKernel_t kernel) { return reinterpret_cast<const void*>(kernel); }

/// Registers, spills and occupancy; also raises the kernel's shared-memory limit to what it needs.
inline KernelResources prepare_kernel(cudaKernel_t kernel, int threads, int shared_bytes) {
    cuda_check(cudaFuncSetAttribute(handle(kernel), cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes),
               "cudaFuncSetAttribute");
    cudaFuncAttributes attributes{};
    cuda_check(cudaFuncGetAttributes(&attributes, handle(kernel)), "cudaFuncGetAttributes");
    KernelResources resources{attributes.numRegs, static_cast<int>(attributes.localSizeBytes), 0};
    cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resources.blocks_per_multiprocessor, handle(kernel),
                                                             threads, static_cast<std::size_t>(shared_bytes)),
               "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    return resources;
}

/// Launches a kernel with its arguments, checking the launch.
template <class... Arguments>
void launch(cudaKernel_t kernel, dim3 grid, int threads, int shared_bytes, cudaStream_t stream,
            const Arguments&... arguments) {
    void* pointers[] = {const_cast<void*>(static_cast<const void*>(&arguments))...};
    cuda_check(cudaLaunchKernel(handle(kernel), grid, dim3(static_cast<unsigned>(threads)), pointers,
                                static_cast<std::size_t>(shared_bytes), stream),
               "cudaLaunchKernel");
}

/// The same with all blocks resident at once (cooperative launch); an error where they cannot be.
template <class... Arguments>
void launch_together(cudaKernel_t kernel, dim3 grid, int threads, int shared_bytes, cudaStream_t stream,
                     const Arguments&... arguments) {
    void* pointers[] = {const_cast<void*>(static_cast<const void*>(&arguments))...};
    cudaLaunchAttribute together{};
    together.id = cudaLaunchAttributeCooperative;
    together.val.cooperative = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = dim3(static_cast<unsigned>(threads));
    config.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes);
    config.stream = stream;
    config.attrs = &together;
    config.numAttrs = 1;
    cuda_check(cudaLaunchKernelExC(&config, handle(kernel), pointers), "cudaLaunchKernelExC");
}

/// Like launch, but does not wait for the previous launch of the stream. It starts when all blocks of that launch have
/// called let_next_start (programmatic dependent launch), so multiprocessors receive blocks in the order of the
/// launches. A kernel that needs results of the previous one must first call wait_for_last, or an event must be waited
/// for. Only if starts_early().
template <class... Arguments>
void launch_early(cudaKernel_t kernel, dim3 grid, int threads, int shared_bytes, cudaStream_t stream,
                  const Arguments&... arguments) {
    void* pointers[] = {const_cast<void*>(static_cast<const void*>(&arguments))...};
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = dim3(static_cast<unsigned>(threads));
    config.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes);
    config.stream = stream;
    config.attrs = &early;
    config.numAttrs = 1;
    cuda_check(cudaLaunchKernelExC(&config, handle(kernel), pointers), "cudaLaunchKernelExC");
}

/// Launches with launch_early or launch.
template <class... Arguments>
void launch_next(bool early, cudaKernel_t kernel, dim3 grid, int threads, int shared_bytes, cudaStream_t stream,
                 const Arguments&... arguments) {
    if (early)
        launch_early(kernel, grid, threads, shared_bytes, stream, arguments...);
    else
        launch(kernel, grid, threads, shared_bytes, stream, arguments...);
}

}  // namespace wavesim
