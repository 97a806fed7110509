// SPDX-License-Identifier: MIT
#include "stencils/cuda/cuda_backend.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <random>
#include <stdexcept>
#include <utility>

#include "stencils/cuda/device_state.hpp"
#include "stencils/launch/device_forecast.hpp"
#include "stencils/launch/tile_list.hpp"

namespace wavesim {

namespace {

template <class Real>
constexpr Precision precision_of() {
    return sizeof(Real) == 4 ? Precision::float32 : Precision::float64;
}

}  // namespace

template <class Real>
CudaBackend<Real>::CudaBackend(const StencilProblem& problem, std::span<const float> density, KernelForm form,
                               const BackendOptions& options)
    : stencil_(problem.stencil),
      solids_(problem.walls.solids),
      form_(form),
      tile_(tile_named(options.tile, form, problem, shared_limit_of(options.device))),
      layout_(device_layout(problem.extent, precision_of<Real>())) {
    cudaDeviceProp device{};
    cuda_check(cudaSetDevice(options.device), "cudaSetDevice");
    cuda_check(cudaGetDeviceProperties(&device, options.device), "cudaGetDeviceProperties");
    device_name_ = device.name;
    threads_per_multiprocessor_ = device.maxThreadsPerMultiProcessor;
    health_ = DeviceArray<unsigned long long>(2);
    const std::string architecture = device_architecture(options.device);
    for (DeviceArray<Real>& field : fields_) {
        field = DeviceArray<Real>(layout_.size());
        field.clear();
    }
    medium_ = DeviceMedium(problem, layout_, density);
    support_ = std::make_unique<KernelLibrary>("support", support_source(precision_of<Real>()), architecture);
    LayerSlabs slabs = plan_slabs(problem, form, layout_, shared_limit_of(options.device));
    share_planes(slabs, problem, tile_, device.multiProcessorCount);
    bulk_ = std::make_unique<BulkStep<Real>>(problem, form, layout_, architecture, device.multiProcessorCount, tile_,
                                             slabs);
    if (problem.layers.any()) layers_ = std::make_unique<LayerStep<Real>>(problem, layout_, architecture);
    if (!slabs.slabs.empty())
        layer_sweeps_ =
            std::make_unique<LayerSweeps<Real>>(problem, slabs, *layers_, architecture, starts_early(options.device));
    passes_ = std::make_unique<SparsePasses<Real>>(problem, layout_, *support_, trace_capacity(problem),
                                                   row_end_mover(form, problem));
    bulk_->take_row_ends(passes_->ends().swept());

    loop_.prepare([this](std::int64_t parity) { queue_step(parity); }, *passes_);
    reader_ = std::make_unique<FieldReader<Real>>(*support_, loop_.stream());
}

template <class Real>
CudaBackend<Real>::~CudaBackend() = default;

template <class Real>
void CudaBackend<Real>::queue_step(std::int64_t parity) {
    const Real* now = fields_[static_cast<std::size_t>(parity)].data();
    Real* next = fields_[static_cast<std::size_t>(1 - parity)].data();
    cudaStream_t stream = loop_.stream();
    if (layer_sweeps_) layer_sweeps_->start_after(stream);
    bulk_->launch_on(stream, now, next, medium_.arguments());
    if (layer_sweeps_)
        layer_sweeps_->launch_on(stream, now, next, medium_.arguments());
    else if (layers_)
        layers_->launch_on(stream, now, next, medium_.arguments());
    passes_->launch_on(stream, parity, now, next);
}

/// Fields and states may have been written since the last step.
template <class Real>
void CudaBackend<Real>::start_advance(std::int64_t steps) {
    passes_->ends().gather_on(loop_.stream(), step() % 2, level(FieldLevel::current).data(),
                              level(FieldLevel::previous).data());
    loop_.start(steps);
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
void CudaBackend<Real>::start_read(const NodeBox& box, std::span<double> values) {
    reader_->start(level(FieldLevel::current).data(), layout_, box, values);
}

template <class Real>
void CudaBackend<Real>::write(FieldLevel which, std::span<const double> values) {
    std::vector<Real> field(static_cast<std::size_t>(layout_.size()), Real(0));
    const Extent& n = layout_.extent;
    for (std::int64_t row = 0; row < n.ny * n.nz; ++row)
        for (std::int64_t x = 0; x < n.nx; ++x)
            field[static_cast<std::size_t>(row * layout_.pitch + x)] =
                static_cast<Real>(values[static_cast<std::size_t>(row * n.nx + x)]);
    level(which).upload(field.data(), layout_.size());
    passes_->keep_level((which == FieldLevel::previous ? step() : step() + 1) % 2, field);
}

template <class Real>
FieldHealth CudaBackend<Real>::health() const {
    const unsigned long long start[2] = {0, std::numeric_limits<unsigned long long>::max()};
    health_.upload(start, 2);
    const kernels::HealthArguments<Real> arguments{level(FieldLevel::current).data(),
                                                   layout_.plane,
                                                   static_cast<int>(layout_.pitch),
                                                   static_cast<int>(layout_.extent.nx),
                                                   static_cast<int>(layout_.extent.ny),
                                                   static_cast<int>(layout_.extent.nz),
                                                   health_.data(),
                                                   health_.data() + 1};
    launch(support_->kernel("wavesim_health"),
           dim3(static_cast<unsigned>(layout_.extent.ny), static_cast<unsigned>(layout_.extent.nz)), 128,
           128 * sizeof(double), loop_.stream(), arguments);
    cuda_check(cudaStreamSynchronize(loop_.stream()), "looking at the field");
    unsigned long long found[2];
    health_.download(found, 2);
    FieldHealth health;
    health.peak = std::bit_cast<double>(found[0]);
    if (found[1] != start[1]) health.first_bad = static_cast<std::int64_t>(found[1]);
    return health;
}

template <class Real>
std::vector<StateArray> CudaBackend<Real>::state() {
    const auto passage = std::make_shared<const StatePassage>();
    const auto all_of = [&passage](std::string name, DeviceArray<Real>& array) {
        return device_state(std::move(name), array, passage);
    };
    // Levels and kept levels swap roles every step; step parity says which is which, so step belongs to the state.
    std::vector<StateArray> arrays{state_value("step", loop_.step()),
                                   device_field_state("field_even", fields_[0], layout_, 0, passage),
                                   device_field_state("field_odd", fields_[1], layout_, 0, passage),
                                   all_of("explicit_walls", passes_->theta()),
                                   all_of("branch_walls", passes_->branch_state()),
                                   all_of("branch_before_even", passes_->kept(0)),
                                   all_of("branch_before_odd", passes_->kept(1)),
                                   all_of("row_end_walls", passes_->ends().states())};
    if (layers_)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            arrays.push_back(all_of(std::string("layer_psi_") + "xyz"[axis], layers_ -> psi(axis)));
            arrays.push_back(all_of(std::string("layer_zeta_") + "xyz"[axis], layers_ -> zeta(axis)));
        }
    return arrays;
}

/// Row ends follow from both levels: start_advance() gathers them.
template <class Real>
void CudaBackend<Real>::resume() {
    passes_->set_step(step());
    loop_.resume();
}

template <class Real>
BackendFacts CudaBackend<Real>::facts() const {
    const KernelResources& kernel = bulk_->resources();
    BackendFacts facts;
    facts.device = device_name_;
    facts.tile = to_string(tile_);
    facts.registers = kernel.registers;
    facts.shared_bytes = shared_bytes(form_, tile_, precision_of<Real>(), radius(stencil_), stencil_.dims);
    facts.local_bytes = kernel.local_bytes;
    facts.blocks_per_multiprocessor = kernel.blocks_per_multiprocessor;
    facts.threads_per_block = block_threads(form_, tile_, precision_of<Real>());
    facts.threads_per_multiprocessor = threads_per_multiprocessor_;
    facts.loaded_values = loaded_values(form_, tile_, stencil_, precision_of<Real>());
    facts.compile_s = bulk_->library().compile_s() + support_->compile_s();
    facts.kernels_from_cache = bulk_->library().from_cache() && support_->from_cache();
    if (layers_) {
        facts.compile_s += layers_->library().compile_s();
        facts.kernels_from_cache = facts.kernels_from_cache && layers_->library().from_cache();
    }
    if (layer_sweeps_) {
        facts.compile_s += layer_sweeps_->compile_s();
        facts.kernels_from_cache = facts.kernels_from_cache && layer_sweeps_->from_cache();
    }
    return facts;
}

/// One block of random values, copied all over both levels: making gigabytes on the host would take longer than what is
/// measured.
template <class Real>
bool CudaBackend<Real>::fill_with_noise() {
    std::vector<Real> block(static_cast<std::size_t>(std::min<std::int64_t>(layout_.size(), (1 << 20) + 7)));
    std::mt19937 random(1);
    for (Real& value : block) value = static_cast<Real>(static_cast<double>(random()) * 0x1p-31 - 1);
    for (DeviceArray<Real>& field : fields_) {
        fill_with_copies(field, block);
        for (const SolidSpan& span : solids_)
            cuda_check(cudaMemsetAsync(field.data() + layout_.offset(span.node), 0,
                                       static_cast<std::size_t>(span.count) * sizeof(Real), nullptr),
                       "cudaMemsetAsync");
    }
    cuda_check(cudaDeviceSynchronize(), "filling the field");
    return true;
}

template class CudaBackend<float>;
template class CudaBackend<double>;

}  // namespace wavesim
