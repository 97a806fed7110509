// SPDX-License-Identifier: MIT
#include "stencils/cuda/tti_cuda_backend.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "stencils/cuda/device_state.hpp"
#include "stencils/launch/device_forecast.hpp"
#include "stencils/launch/kernel_source.hpp"

namespace wavesim {

template <class Real>
TtiCudaBackend<Real>::TtiCudaBackend(const TtiProblem& problem, const BackendOptions& options)
    : form_(tti_form(problem)), layout_(tti_device_layout(problem)), arguments_(tti_arguments<Real>(problem, layout_)) {
    cudaDeviceProp device{};
    cuda_check(cudaSetDevice(options.device), "cudaSetDevice");
    cuda_check(cudaGetDeviceProperties(&device, options.device), "cudaGetDeviceProperties");
    device_name_ = device.name;
    const std::string architecture = device_architecture(options.device);
    health_ = DeviceArray<unsigned long long>(2);
    for (Level& level : levels_)
        for (DeviceArray<Real>& field : level) {
            field = DeviceArray<Real>(layout_.values);
            field.clear();
        }
    place_parameters(problem);
    if (form_ == TtiForm::self_adjoint)
        place_layers(problem);
    else if (problem.layers.any())
        layer_step_ = std::make_unique<LayerStep<Real>>(problem, layout_, architecture, LayeredFields::two);
    support_ = std::make_unique<KernelLibrary>("support", support_source(problem.precision), architecture);
    const std::vector<TtiKernel> kernels = tti_kernels(problem, shared_limit_of(options.device));
    kernels_ = std::make_unique<KernelLibrary>("tti", tti_source(problem, kernels), architecture);
    prepare_launches(problem, kernels, device.multiProcessorCount);
    passes_ = std::make_unique<SparsePasses<Real>>(problem, layout_, *support_, trace_capacity(problem));
    StencilProblem second{problem, {{}, second_field_sources(problem), {}}, {}};  // sources alone
    second_passes_ = std::make_unique<SparsePasses<Real>>(second, layout_, *support_, 0);

    loop_.prepare([this](std::int64_t parity) { queue_step(parity); }, *passes_);
    reader_ = std::make_unique<FieldReader<Real>>(*support_, loop_.stream());
}

template <class Real>
TtiCudaBackend<Real>::~TtiCudaBackend() = default;

template <class Real>
void TtiCudaBackend<Real>::place_parameters(const TtiProblem& problem) {
    for (const std::vector<Real>& values : tti_parameters<Real>(problem, layout_)) parameters_.emplace_back(values);
    arguments_.factor = origin(parameters_[0]);
    arguments_.horizontal = origin(parameters_[1]);
    arguments_.vertical = origin(parameters_[2]);
    for (std::size_t d = 0; d < 3; ++d) arguments_.axis[d] = origin(parameters_[3 + d]);
    const std::array<std::vector<Real>, 3> damping = tti_damping<Real>(problem);
    for (std::size_t d = 0; d < 3; ++d) {
        damping_[d] = DeviceArray<Real>(damping[d]);
        arguments_.damping[d] = damping_[d].data();
    }
    if (form_ == TtiForm::k73) return;
    const std::array<std::vector<Real>, 3> shares = tti_turn_shares<Real>(problem);
    for (std::size_t d = 0; d < 3; ++d) {
        turn_shares_[d] = DeviceArray<Real>(shares[d]);
        arguments_.share[d] = turn_shares_[d].data() + tti_shares_before;
    }
    for (std::size_t d = 0; d < 3; ++d) {
        if (d == 1 && problem.extent.ny == 1) continue;
        for (std::size_t f = 0; f < 2; ++f) {
            fluxes_.emplace_back(layout_.values);
            fluxes_.back().clear();
            arguments_.flux[d][f] = origin(fluxes_.back());
        }
    }
    if (problem.extent.ny == 1) return;
    for (std::size_t f = 0; f < 2; ++f) {
        fluxes_.emplace_back(layout_.values);
        fluxes_.back().clear();
        arguments_.partial[f] = origin(fluxes_.back());
    }
}

template <class Real>
void TtiCudaBackend<Real>::place_layers(const TtiProblem& problem) {
    const LayerPlan plan = plan_layers(problem, layout_);
    for (std::size_t d = 0; d < 3; ++d) {
        if (plan.axes[d].values == 0) continue;
        kernels::TtiLayer<Real>& place = arguments_.layer[d];
        place = tti_layer<Real>(plan.axes[d]);
        Layer& layer = layers_[d];
        for (std::size_t i = 0; i < 4; ++i) {
            layer.memory[i] = DeviceArray<Real>(plan.axes[d].values);
            layer.memory[i].clear();
            (i < 2 ? place.psi[i] : place.xi[i - 2]) = layer.memory[i].data();
        }
        layer.decay = DeviceArray<Real>(tti_layer_table<Real>(problem.layers.decay[d]));
        layer.gain = DeviceArray<Real>(tti_layer_table<Real>(problem.layers.gain[d]));
        place.decay = layer.decay.data();
        place.gain = layer.gain.data();
    }
}

template <class Real>
void TtiCudaBackend<Real>::prepare_launches(const TtiProblem& problem, const std::vector<TtiKernel>& kernels,
                                            int multiprocessors) {
    for (const TtiKernel& kernel : kernels) {
        Launch step{kernels_->kernel(kernel.name.c_str()), arguments_, {}, kernel.threads, kernel.shared_bytes};
        resources_ = prepare_kernel(step.kernel, kernel.threads, kernel.shared_bytes);
        tile_ = kernel.tile;
        const std::int64_t slots = std::int64_t{multiprocessors} * std::max(resources_.blocks_per_multiprocessor, 1);
        const std::array<int, 3> blocks = place_blocks(kernel, problem.extent, slots, step.arguments);
        step.blocks =
            dim3(static_cast<unsigned>(blocks[0]), static_cast<unsigned>(blocks[1]), static_cast<unsigned>(blocks[2]));
        launches_.push_back(step);
    }
}

template <class Real>
void TtiCudaBackend<Real>::queue_step(std::int64_t parity) {
    const Level& now = levels_[static_cast<std::size_t>(parity)];
    const Level& next = levels_[static_cast<std::size_t>(1 - parity)];
    for (const Launch& step : launches_) {
        kernels::TtiArguments<Real> arguments = step.arguments;
        for (std::size_t f = 0; f < 2; ++f) {
            arguments.now[f] = origin(now[f]);
            arguments.next[f] = origin(next[f]);
        }
        launch(step.kernel, step.blocks, step.threads, step.shared_bytes, loop_.stream(), arguments);
    }
    if (layer_step_)
        layer_step_->launch_on(loop_.stream(), origin(now[0]), {origin(next[0]), origin(next[1])}, arguments_.factor);
    passes_->launch_on(loop_.stream(), parity, origin(now[0]), origin(next[0]));
    second_passes_->launch_on(loop_.stream(), parity, origin(now[1]), origin(next[1]));
}

template <class Real>
void TtiCudaBackend<Real>::read(FieldLevel which, const NodeBox& box, std::span<double> values) const {
    const DeviceArray<Real>& pressure = levels_[index_of(which)][0];
    const Extent n = box.extent();
    std::vector<Real> rows(static_cast<std::size_t>(layout_.plane));
    std::size_t at = 0;
    for (std::int64_t k = 0; k < n.nz; ++k) {
        const std::int64_t first = (box.from.z + k * box.stride) * layout_.plane + box.from.y * layout_.pitch;
        const std::int64_t count = (box.to.y - 1 - box.from.y) * layout_.pitch + box.to.x;
        pressure.download(rows.data(), count, layout_.origin + first);
        for (std::int64_t j = 0; j < n.ny; ++j)
            for (std::int64_t i = 0; i < n.nx; ++i)
                values[at++] = static_cast<double>(
                    rows[static_cast<std::size_t>(j * box.stride * layout_.pitch + box.from.x + i * box.stride)]);
    }
}

template <class Real>
void TtiCudaBackend<Real>::start_read(const NodeBox& box, std::span<double> values) {
    reader_->start(origin(levels_[index_of(FieldLevel::current)][0]), layout_, box, values);
}

template <class Real>
void TtiCudaBackend<Real>::write(FieldLevel which, std::span<const double> values) {
    const auto size = static_cast<std::size_t>(layout_.values);
    std::vector<Real> vertical(size);
    parameters_[2].download(vertical.data(), layout_.values);
    std::vector<Real> pressure(size, Real(0));
    std::vector<Real> second(size, Real(0));
    for (std::int64_t node = 0; node < layout_.extent.nodes(); ++node) {
        const auto at = static_cast<std::size_t>(layout_.origin + layout_.offset(node));
        pressure[at] = static_cast<Real>(values[static_cast<std::size_t>(node)]);
        second[at] = form_ == TtiForm::k73 ? pressure[at] : pressure[at] / vertical[at];
    }
    Level& level = levels_[index_of(which)];
    level[0].upload(pressure.data(), layout_.values);
    level[1].upload(second.data(), layout_.values);
}

template <class Real>
FieldHealth TtiCudaBackend<Real>::look_at(const DeviceArray<Real>& field) const {
    const unsigned long long start[2] = {0, std::numeric_limits<unsigned long long>::max()};
    health_.upload(start, 2);
    const Extent& n = layout_.extent;
    const kernels::HealthArguments<Real> arguments{
        origin(field),          layout_.plane,          static_cast<int>(layout_.pitch),
        static_cast<int>(n.nx), static_cast<int>(n.ny), static_cast<int>(n.nz),
        health_.data(),         health_.data() + 1};
    launch(support_->kernel("wavesim_health"), dim3(static_cast<unsigned>(n.ny), static_cast<unsigned>(n.nz)), 128,
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
FieldHealth TtiCudaBackend<Real>::health() const {
    const Level& level = levels_[index_of(FieldLevel::current)];
    FieldHealth health = look_at(level[0]);
    const std::optional<std::int64_t> second = look_at(level[1]).first_bad;
    if (second && (!health.first_bad || *second < *health.first_bad)) health.first_bad = second;
    return health;
}

template <class Real>
std::vector<StateArray> TtiCudaBackend<Real>::state() {
    const auto passage = std::make_shared<const StatePassage>();
    const auto field = [&](const char* name, std::size_t level, std::size_t number) {
        return device_field_state(name, levels_[level][number], layout_, layout_.origin, passage);
    };
    // The levels swap roles every step; step parity says which is which, so step belongs to the state.
    std::vector<StateArray> arrays{state_value("step", loop_.step()), field("pressure_even", 0, 0),
                                   field("second_even", 0, 1), field("pressure_odd", 1, 0), field("second_odd", 1, 1)};
    const auto add_layer = [&](const std::string& name, std::size_t axis, DeviceArray<Real>& memory) {
        if (memory.size() > 0) arrays.push_back(device_state(name + "xyz"[axis], memory, passage));
    };
    constexpr std::array<const char*, 4> names{"layer_psi_0_", "layer_psi_1_", "layer_xi_0_", "layer_xi_1_"};
    for (std::size_t d = 0; d < 3; ++d)
        for (std::size_t i = 0; i < 4; ++i) add_layer(names[i], d, layers_[d].memory[i]);
    if (!layer_step_) return arrays;
    for (std::size_t d = 0; d < 3; ++d) {
        add_layer("layer_psi_", d, layer_step_->psi(d));
        add_layer("layer_zeta_", d, layer_step_->zeta(d));
    }
    return arrays;
}

template <class Real>
void TtiCudaBackend<Real>::resume() {
    passes_->set_step(step());
    second_passes_->set_step(step());
    loop_.resume();
}

template <class Real>
BackendFacts TtiCudaBackend<Real>::facts() const {
    BackendFacts facts;
    facts.device = device_name_;
    facts.tile = to_string(tile_);
    facts.registers = resources_.registers;
    facts.local_bytes = resources_.local_bytes;
    facts.blocks_per_multiprocessor = resources_.blocks_per_multiprocessor;
    facts.threads_per_block = launches_.back().threads;
    facts.compile_s = kernels_->compile_s() + support_->compile_s();
    facts.kernels_from_cache = kernels_->from_cache() && support_->from_cache();
    if (layer_step_) {
        facts.compile_s += layer_step_->library().compile_s();
        facts.kernels_from_cache = facts.kernels_from_cache && layer_step_->library().from_cache();
    }
    return facts;
}

template class TtiCudaBackend<float>;
template class TtiCudaBackend<double>;

}  // namespace wavesim
