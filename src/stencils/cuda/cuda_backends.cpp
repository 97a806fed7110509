// SPDX-License-Identifier: MIT
#include "stencils/cuda/cuda_backends.hpp"

#include <chrono>
#include <cstdlib>

#include "stencils/cuda/cuda_backend.hpp"
#include "stencils/cuda/tti_cuda_backend.hpp"
#include "stencils/launch/device_forecast.hpp"
#include "stencils/launch/layer_plan.hpp"
#include "stencils/launch/tile_list.hpp"
#include "stencils/rtc/nvrtc.hpp"

namespace wavesim {

namespace {

/// Reminds of the variable that hides devices.
std::string visible_text() {
    const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
    return visible == nullptr ? std::string{} : std::string(" (CUDA_VISIBLE_DEVICES is '") + visible + "')";
}

/// Asynchronous copies need compute capability 8.0.
std::string too_old(int index) {
    cudaDeviceProp device{};
    cuda_check(cudaGetDeviceProperties(&device, index), "cudaGetDeviceProperties");
    if (device.major >= 8) return {};
    return "GPU " + std::to_string(index) + " (" + device.name + ") has compute capability " +
           std::to_string(device.major) + "." + std::to_string(device.minor) + ", 8.0 or later is needed";
}

DeviceReport report_of(int index) {
    cudaDeviceProp device{};
    std::size_t free = 0;
    std::size_t total = 0;
    cuda_check(cudaGetDeviceProperties(&device, index), "cudaGetDeviceProperties");
    cuda_check(cudaSetDevice(index), "cudaSetDevice");
    cuda_check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    return {index,
            device.name,
            "sm_" + std::to_string(device.major) + std::to_string(device.minor),
            device.multiProcessorCount,
            static_cast<std::int64_t>(total),
            static_cast<std::int64_t>(free)};
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

std::vector<DeviceReport> cuda_devices() {
    std::vector<DeviceReport> reports;
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess) return reports;
    for (int index = 0; index < count; ++index) reports.push_back(report_of(index));
    if (count > 0) cuda_check(cudaSetDevice(0), "cudaSetDevice");
    return reports;
}

std::string device_why_not(int index) {
    if (const std::string reason = cuda_why_not(); !reason.empty())
        return "GPU " + std::to_string(index) + " cannot be used: " + reason;
    int count = 0;
    cuda_check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
    if (index >= 0 && index < count) return too_old(index);
    std::string known;
    for (int i = 0; i < count; ++i) {
        cudaDeviceProp device{};
        cuda_check(cudaGetDeviceProperties(&device, i), "cudaGetDeviceProperties");
        known += (i > 0 ? ", " : "") + std::to_string(i) + " (" + device.name + ")";
    }
    return "there is no GPU " + std::to_string(index) + "; there is " + known + visible_text();
}

OpenDevice open_device(int index) {
    if (const std::string reason = device_why_not(index); !reason.empty()) throw KernelError(reason);
    const auto start = std::chrono::steady_clock::now();
    cuda_check(cudaSetDevice(index), "cudaSetDevice");
    cuda_check(cudaFree(nullptr), "creating the device context");
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return {report_of(index), seconds};
}

namespace {

/// Blocks keep whole lines across a layer in shared memory.
std::string layers_why_not(const StencilProblem& problem, int shared_limit) {
    const LayerPlan plan = plan_layers(problem, device_layout(problem.extent, problem.precision));
    for (const LayerPlan::Axis& axis : plan.axes)
        if (axis.shared_bytes > shared_limit) return "absorbing layers this wide do not fit the GPU's shared memory";
    return {};
}

template <KernelForm form>
std::string why_not(const StencilProblem& problem) {
    if (const std::string reason = cuda_why_not(); !reason.empty()) return reason;
    int device = 0;
    cuda_check(cudaGetDevice(&device), "cudaGetDevice");
    const int shared_limit = shared_limit_of(device);
    if (const std::string reason = form_why_not(form, problem, shared_limit); !reason.empty()) return reason;
    return problem.layers.any() ? layers_why_not(problem, shared_limit) : std::string{};
}

/// Host memory: only lists on their way to the device.
std::int64_t host_bytes(const StencilProblem& problem) {
    return static_cast<std::int64_t>(problem.walls.explicit_walls.nodes.size() +
                                     problem.walls.branch_walls.laws.size()) *
           24;
}

template <KernelForm form>
std::unique_ptr<StencilBackend> make(const StencilProblem& problem, const BackendOptions& options) {
    if (problem.precision == Precision::float32) return std::make_unique<CudaBackend<float>>(problem, form, options);
    return std::make_unique<CudaBackend<double>>(problem, form, options);
}

template <KernelForm form>
void compile(const StencilProblem& problem, const BackendOptions& options) {
    const std::string architecture = device_architecture(options.device);
    const KernelTile tile = tile_named(options.tile, form, problem, shared_limit_of(options.device));
    cached_compile("support", support_source(problem.precision), architecture);
    if (problem.layers.any()) {
        const DeviceLayout layout = device_layout(problem.extent, problem.precision);
        cached_compile("layers", layer_source(problem, plan_layers(problem, layout)), architecture);
        for (const LayerSlabs::Slab& slab : plan_slabs(problem, form, layout, shared_limit_of(options.device)).slabs)
            cached_compile(slab_name(slab),
                           bulk_source(problem.stencil, problem.courant, problem.precision, form, slab.tile),
                           architecture);
    }
    cached_compile(bulk_name(form, problem.stencil),
                   bulk_source(problem.stencil, problem.courant, problem.precision, form, tile), architecture);
}

template <KernelForm form>
std::vector<std::string> tiles(const StencilProblem& problem) {
    int device = 0;
    cuda_check(cudaGetDevice(&device), "cudaGetDevice");
    std::vector<std::string> texts;
    for (const KernelTile& tile : tiles_to_try(form, problem, shared_limit_of(device)))
        texts.push_back(to_string(tile));
    return texts;
}

template <KernelForm form>
std::int64_t device_bytes(const StencilProblem& problem) {
    return forecast_device_bytes(problem, row_end_mover(form, problem));
}

template <KernelForm form>
BackendEntry row(const BackendName& backend) {
    return {backend.name, backend.summary,    why_not<form>, host_bytes,
            make<form>,   device_bytes<form>, compile<form>, tiles<form>};
}

std::string tti_why_not(const StencilProblem& problem) {
    if (const std::string reason = cuda_why_not(); !reason.empty()) return reason;
    return tti_gpu_why_not(problem);
}

/// Host memory: the parameters of all nodes on their way to the device.
std::int64_t tti_host_bytes(const StencilProblem& problem) {
    const auto arrays = static_cast<std::int64_t>(tti_parameter_count);
    return arrays * tti_device_layout(problem).values * bytes_of(problem.precision);
}

std::unique_ptr<StencilBackend> make_tti(const StencilProblem& problem, const BackendOptions& options) {
    if (problem.precision == Precision::float32) return std::make_unique<TtiCudaBackend<float>>(problem, options);
    return std::make_unique<TtiCudaBackend<double>>(problem, options);
}

void compile_tti(const StencilProblem& problem, const BackendOptions& options) {
    const std::string architecture = device_architecture(options.device);
    cached_compile("support", support_source(problem.precision), architecture);
    cached_compile("tti", tti_source(problem, tti_kernels(problem, shared_limit_of(options.device))), architecture);
}

}  // namespace

std::span<const BackendEntry> cuda_backends() {
    static const std::vector<BackendEntry> rows{
        row<KernelForm::sweep>(cuda_backend_names[0]),
        row<KernelForm::texture_unrolled>(cuda_backend_names[1]),
        row<KernelForm::stream_register>(cuda_backend_names[2]),
        row<KernelForm::stream_hybrid>(cuda_backend_names[3]),
        row<KernelForm::stream_shared>(cuda_backend_names[4]),
        row<KernelForm::stream_global>(cuda_backend_names[5]),
        row<KernelForm::texture_leggy>(cuda_backend_names[6]),
        row<KernelForm::texture_loop>(cuda_backend_names[7]),
        row<KernelForm::texture_factored>(cuda_backend_names[8]),
        row<KernelForm::density>(cuda_backend_names[9]),
        {cuda_backend_names[10].name, cuda_backend_names[10].summary, tti_why_not, tti_host_bytes, make_tti,
         forecast_tti_bytes, compile_tti},
    };
    return rows;
}

}  // namespace wavesim
