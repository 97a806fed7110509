// SPDX-License-Identifier: MIT
#include "stencils/cuda/cuda_backend.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace wavesim {

namespace {

constexpr std::int64_t trace_bytes = std::int64_t{64} << 20;

template <class Real>
constexpr Precision precision_of() {
    return sizeof(Real) == 4 ? Precision::float32 : Precision::float64;
}

}  // namespace

template <class Real>
CudaBackend<Real>::CudaBackend(const StencilProblem& problem, KernelForm form, const BackendOptions&)
    : problem_(problem), layout_(device_layout(problem.extent, precision_of<Real>())), health_(2) {
    cudaDeviceProp device{};
    int index = 0;
    cuda_check(cudaGetDevice(&index), "cudaGetDevice");
    cuda_check(cudaGetDeviceProperties(&device, index), "cudaGetDeviceProperties");
    const std::string architecture = "sm_" + std::to_string(device.major) + std::to_string(device.minor);
    for (DeviceArray<Real>& field : fields_) {
        field = DeviceArray<Real>(layout_.size());
        field.clear();
    }
    cuda_check(cudaStreamCreate(&stream_), "cudaStreamCreate");
    support_ = std::make_unique<KernelLibrary>("support", support_source(precision_of<Real>()), architecture);
    bulk_ = std::make_unique<BulkStep<Real>>(problem, form, layout_, architecture, device.multiProcessorCount,
                                             choose_tile(form, problem.stencil, precision_of<Real>(), problem.extent));
    const std::int64_t receivers = std::max<std::int64_t>(1, static_cast<std::int64_t>(problem.receivers.size()));
    passes_ = std::make_unique<SparsePasses<Real>>(problem, layout_, *support_,
                                                   std::clamp<std::int64_t>(trace_bytes / (8 * receivers), 2, 65536));

    cudaGraph_t graph = nullptr;
    cuda_check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), "cudaStreamBeginCapture");
    record_step(0);
    record_step(1);
    cuda_check(cudaStreamEndCapture(stream_, &graph), "cudaStreamEndCapture");
    cuda_check(cudaGraphInstantiate(&two_steps_, graph, 0), "cudaGraphInstantiate");
    cudaGraphDestroy(graph);
}

template <class Real>
CudaBackend<Real>::~CudaBackend() {
    if (two_steps_ != nullptr) cudaGraphExecDestroy(two_steps_);
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
}

template <class Real>
void CudaBackend<Real>::record_step(std::int64_t parity) {
    const Real* now = fields_[static_cast<std::size_t>(parity)].data();
    Real* next = fields_[static_cast<std::size_t>(1 - parity)].data();
    bulk_->launch_on(stream_, now, next);
    passes_->launch_on(stream_, now, next);
}

template <class Real>
void CudaBackend<Real>::advance(std::int64_t steps) {
    while (steps > 0) {
        if (step_ - taken_ == passes_->trace_capacity()) {
            passes_->take_traces(waiting_, step_ - taken_);
            taken_ = step_;
        }
        const std::int64_t room = std::min(steps, passes_->trace_capacity() - (step_ - taken_));
        std::int64_t left = room;
        if (step_ % 2 == 1) record_step(1), --left;
        for (; left >= 2; left -= 2) cuda_check(cudaGraphLaunch(two_steps_, stream_), "cudaGraphLaunch");
        if (left == 1) record_step((step_ + room - 1) % 2);
        cuda_check(cudaStreamSynchronize(stream_), "a time step on the GPU");
        step_ += room;
        steps -= room;
    }
}

template <class Real>
void CudaBackend<Real>::take_traces(std::vector<double>& traces) {
    traces.insert(traces.end(), waiting_.begin(), waiting_.end());
    waiting_.clear();
    passes_->take_traces(traces, step_ - taken_);
    taken_ = step_;
}

template <class Real>
void CudaBackend<Real>::read(FieldLevel which, const NodeBox& box, std::span<double> values) const {
    const Extent n = box.extent();
    std::vector<Real> plane(static_cast<std::size_t>(layout_.plane));
    std::size_t at = 0;
    for (std::int64_t k = 0; k < n.nz; ++k) {
        const std::int64_t first_row = box.from.y * layout_.pitch;
        const std::int64_t count = (box.to.y - 1) * layout_.pitch + box.to.x - first_row;
        level(which).download(plane.data() + first_row, count,
                              (box.from.z + k * box.stride) * layout_.plane + first_row);
        for (std::int64_t j = 0; j < n.ny; ++j)
            for (std::int64_t i = 0; i < n.nx; ++i)
                values[at++] = static_cast<double>(plane[static_cast<std::size_t>(
                    (box.from.y + j * box.stride) * layout_.pitch + box.from.x + i * box.stride)]);
    }
}

template <class Real>
void CudaBackend<Real>::write(FieldLevel which, std::span<const double> values) {
    std::vector<Real> field(static_cast<std::size_t>(layout_.size()), Real(0));
    const Extent& n = problem_.extent;
    for (std::int64_t row = 0; row < n.ny * n.nz; ++row)
        for (std::int64_t x = 0; x < n.nx; ++x)
            field[static_cast<std::size_t>(row * layout_.pitch + x)] =
                static_cast<Real>(values[static_cast<std::size_t>(row * n.nx + x)]);
    const_cast<DeviceArray<Real>&>(level(which)).upload(field.data(), layout_.size());
    if (which == FieldLevel::previous) passes_->keep_previous(field);
}

template <class Real>
FieldHealth CudaBackend<Real>::health() const {
    const unsigned long long start[2] = {0, std::numeric_limits<unsigned long long>::max()};
    health_.upload(start, 2);
    const kernels::HealthArguments<Real> arguments{level(FieldLevel::current).data(),
                                                   layout_.plane,
                                                   static_cast<int>(layout_.pitch),
                                                   static_cast<int>(problem_.extent.nx),
                                                   static_cast<int>(problem_.extent.ny),
                                                   static_cast<int>(problem_.extent.nz),
                                                   health_.data(),
                                                   health_.data() + 1};
    launch(support_->kernel("wavesim_health"),
           dim3(static_cast<unsigned>(problem_.extent.ny), static_cast<unsigned>(problem_.extent.nz)), 128,
           128 * sizeof(double), stream_, arguments);
    cuda_check(cudaStreamSynchronize(stream_), "looking at the field");
    unsigned long long found[2];
    health_.download(found, 2);
    FieldHealth health;
    health.peak = std::bit_cast<double>(found[0]);
    if (found[1] != start[1]) health.first_bad = static_cast<std::int64_t>(found[1]);
    return health;
}

template <class Real>
std::vector<StateArray> CudaBackend<Real>::state() {
    staging_.clear();
    std::vector<StateArray> arrays;
    const auto add = [&](const char* name, const DeviceArray<Real>& array) {
        staging_.emplace_back(static_cast<std::size_t>(array.size()));
        if (array.size() > 0) array.download(staging_.back().data(), array.size());
        arrays.push_back({name, std::as_writable_bytes(std::span(staging_.back()))});
    };
    staging_.reserve(4);
    add("previous", level(FieldLevel::previous));
    add("current", level(FieldLevel::current));
    add("explicit walls", passes_->theta());
    add("branch walls", passes_->branch_state());
    arrays.push_back({"step", std::as_writable_bytes(std::span(&step_, 1))});
    return arrays;
}

template class CudaBackend<float>;
template class CudaBackend<double>;

}  // namespace wavesim
