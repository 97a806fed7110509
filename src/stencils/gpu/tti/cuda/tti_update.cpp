// SPDX-License-Identifier: MIT
#include "stencils/gpu/tti/cuda/tti_update.hpp"

#include <algorithm>
#include <random>

#include "stencils/gpu/layers/device_forecast.hpp"

namespace wavesim {

namespace {

constexpr std::size_t most_slabs = 6;

}  // namespace

template <class Real>
TtiUpdate<Real>::TtiUpdate(const TtiProblem& problem, const Gpu& gpu, const KernelLibrary& support,
                           const std::vector<TtiKernel>& kernels)
    : form_(tti_form(problem)),
      early_(starts_early(gpu)),
      layout_(tti_device_layout(problem)),
      arguments_(tti_arguments<Real>(problem, layout_)),
      threads_per_multiprocessor_(gpu.threads_per_multiprocessor) {
    place_parameters(problem);
    if (kernels.size() > 1) place_fluxes(problem.extent);
    if (form_ == TtiForm::self_adjoint)
        place_layers(problem);
    else if (problem.layers.any())
        layer_step_ =
            std::make_unique<LayerStep<Real>>(problem, layout_, gpu.architecture(), early_, LayeredFields::two);
    kernels_ = std::make_unique<KernelLibrary>("tti", tti_source(problem, kernels), gpu.architecture());
    prepare_launches(problem, kernels, gpu.multiprocessors);
    passes_ = std::make_unique<SparsePasses<Real>>(problem, layout_, support, trace_capacity(problem), early_,
                                                   merge_nodes(problem, layout_));
    StencilProblem second{problem, {{}, second_field_sources(problem), second_field_receivers(problem)}, {}};
    second_passes_ = std::make_unique<SparsePasses<Real>>(second, layout_, support,
                                                          second.receivers.empty() ? 0 : trace_capacity(problem),
                                                          early_, merge_nodes(second, layout_));
    if (!second.receivers.empty()) passes_->add_traces_of(*second_passes_);
}

template <class Real>
void TtiUpdate<Real>::place_parameters(const TtiProblem& problem) {
    for (std::size_t i = 0; i < tti_parameter_count; ++i) {
        parameters_.emplace_back(layout_.values);
        parameters_.back().clear();
    }
    for_each_tti_plane<Real>(problem, layout_, [this](const TtiPlane<Real>& plane, std::int64_t at) {
        for (std::size_t i = 0; i < plane.size(); ++i) parameters_[i].upload(plane[i].data(), layout_.plane, at);
    });
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
}

template <class Real>
void TtiUpdate<Real>::place_fluxes(const Extent& extent) {
    for (std::size_t d = 0; d < 3; ++d) {
        if (d == 1 && extent.ny == 1) continue;
        for (std::size_t f = 0; f < 2; ++f) {
            fluxes_.emplace_back(layout_.values);
            fluxes_.back().clear();
            arguments_.flux[d][f] = origin(fluxes_.back());
        }
    }
    if (extent.ny == 1) return;
    for (std::size_t f = 0; f < 2; ++f) {
        fluxes_.emplace_back(layout_.values);
        fluxes_.back().clear();
        arguments_.partial[f] = origin(fluxes_.back());
    }
}

template <class Real>
void TtiUpdate<Real>::place_layers(const TtiProblem& problem) {
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
void TtiUpdate<Real>::prepare_launches(const TtiProblem& problem, const std::vector<TtiKernel>& kernels,
                                       int multiprocessors) {
    for (const TtiKernel& kernel : kernels) {
        Launch step{kernels_->kernel(kernel.name.c_str()),
                    arguments_,
                    {},
                    kernel.threads,
                    kernel.shared_bytes,
                    kernel.region,
                    0};
        resources_ = prepare_kernel(step.kernel, kernel.threads, kernel.shared_bytes);
        tile_ = kernel.tile;
        const std::int64_t slots = std::int64_t{multiprocessors} * std::max(resources_.blocks_per_multiprocessor, 1);
        for (const NodeBox& box : tti_boxes(problem, kernel.region)) {
            if (kernel.one_pass) set_for_one_pass(problem, box, step.arguments);
            const std::array<int, 3> blocks = place_blocks(kernel, box, slots, step.arguments);
            step.blocks = dim3(static_cast<unsigned>(blocks[0]), static_cast<unsigned>(blocks[1]),
                               static_cast<unsigned>(blocks[2]));
            launches_.push_back(step);
            ++step.box;
        }
        if (kernel.region == TtiRegion::inner && step.box > 0) slabs_ = std::make_unique<StreamFork>(most_slabs);
    }
}

template <class Real>
void TtiUpdate<Real>::launch_on(cudaStream_t stream, const Launch& step, const FieldOrigins<Real>& now,
                                const FieldOrigins<Real>& next) const {
    kernels::TtiArguments<Real> arguments = step.arguments;
    for (std::size_t f = 0; f < 2; ++f) {
        arguments.now[f] = now[f];
        arguments.next[f] = next[f];
    }
    const bool in_line = early_ && !slabs_;
    launch_next(in_line, step.kernel, step.blocks, step.threads, step.shared_bytes, stream, arguments);
}

template <class Real>
void TtiUpdate<Real>::launch_slabs_beside(cudaStream_t stream, const FieldOrigins<Real>& now,
                                          const FieldOrigins<Real>& next) const {
    slabs_->leave(stream);
    std::size_t fluxes = 0;
    for (const Launch& step : launches_) {
        if (step.region == TtiRegion::inner) launch_on(stream, step, now, next);
        if (step.region == TtiRegion::fluxes_x || step.region == TtiRegion::fluxes)
            launch_on(slabs_->stream(fluxes++), step, now, next);
    }
    slabs_->meet();  // an update reads fluxes of other slabs, too
    for (const Launch& step : launches_)
        if (step.region == TtiRegion::slabs) launch_on(slabs_->stream(step.box), step, now, next);
    slabs_->join(stream);
}

template <class Real>
void TtiUpdate<Real>::queue_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<Real>& now,
                               const FieldOrigins<Real>& next) const {
    if (slabs_)
        launch_slabs_beside(stream, now, next);
    else
        for (const Launch& step : launches_) launch_on(stream, step, now, next);
    if (layer_step_) layer_step_->launch_on(stream, now[0], {next[0], next[1]}, arguments_.factor);
    passes_->launch_on(stream, parity, now[0], next[0]);
    second_passes_->launch_on(stream, parity, now[1], next[1]);
}

template <class Real>
std::vector<std::vector<Real>> TtiUpdate<Real>::level_of(std::vector<Real> pressure, std::int64_t) {
    std::vector<Real> second = pressure;
    if (form_ == TtiForm::self_adjoint) {
        std::vector<Real> factor(pressure.size()), cross(pressure.size());
        parameters_[0].download(factor.data(), layout_.values);
        parameters_[2].download(cross.data(), layout_.values);
        for (std::int64_t node = 0; node < layout_.extent.nodes(); ++node) {
            const auto at = static_cast<std::size_t>(layout_.origin + layout_.offset(node));
            second[at] = pressure[at] * factor[at] / cross[at];
        }
    }
    return {std::move(pressure), std::move(second)};
}

/// Copies some planes of random values repeatedly to the nodes of both fields; padding between rows and planes stays 0.
template <class Real>
bool TtiUpdate<Real>::fill_with_noise(std::array<DeviceLevel<Real>, 2>& levels) const {
    constexpr std::int64_t different = 7;
    const Extent& n = layout_.extent;
    std::mt19937 random(1);
    std::vector<Real> plane(static_cast<std::size_t>(layout_.plane), Real(0));
    for (std::int64_t z = 0; z < std::min(different, n.nz); ++z) {
        for (std::int64_t y = 0; y < n.ny; ++y)
            for (std::int64_t x = 0; x < n.nx; ++x)
                plane[static_cast<std::size_t>(y * layout_.pitch + x)] =
                    static_cast<Real>(static_cast<double>(random()) * 0x1p-31 - 1);
        for (DeviceLevel<Real>& level : levels)
            for (DeviceArray<Real>& field : level)
                field.upload(plane.data(), layout_.plane, layout_.origin + z * layout_.plane);
    }
    for (DeviceLevel<Real>& level : levels)
        for (DeviceArray<Real>& field : level)
            for (std::int64_t z = different; z < n.nz; ++z)
                cuda_check(
                    cudaMemcpyAsync(origin(field) + z * layout_.plane, origin(field) + (z % different) * layout_.plane,
                                    static_cast<std::size_t>(layout_.plane) * sizeof(Real), cudaMemcpyDeviceToDevice,
                                    nullptr),
                    "cudaMemcpyAsync");
    cuda_check(cudaDeviceSynchronize(), "filling the fields");
    return true;
}

template <class Real>
std::vector<std::pair<std::string, DeviceArray<Real>*>> TtiUpdate<Real>::memory() {
    std::vector<std::pair<std::string, DeviceArray<Real>*>> arrays;
    const auto add = [&arrays](const std::string& name, std::size_t axis, DeviceArray<Real>& memory) {
        if (memory.size() > 0) arrays.emplace_back(name + "xyz"[axis], &memory);
    };
    constexpr std::array<const char*, 4> names{"layer_psi_0_", "layer_psi_1_", "layer_xi_0_", "layer_xi_1_"};
    for (std::size_t d = 0; d < 3; ++d)
        for (std::size_t i = 0; i < 4; ++i) add(names[i], d, layers_[d].memory[i]);
    if (!layer_step_) return arrays;
    for (std::size_t d = 0; d < 3; ++d) {
        add("layer_psi_", d, layer_step_->psi(d));
        add("layer_zeta_", d, layer_step_->zeta(d));
    }
    return arrays;
}

template <class Real>
void TtiUpdate<Real>::set_step(std::int64_t step) {
    passes_->set_step(step);
    second_passes_->set_step(step);
}

template <class Real>
BackendFacts TtiUpdate<Real>::facts() const {
    BackendFacts facts;
    facts.tile = to_string(tile_);
    facts.registers = resources_.registers;
    facts.local_bytes = resources_.local_bytes;
    facts.blocks_per_multiprocessor = resources_.blocks_per_multiprocessor;
    facts.shared_bytes = launches_.back().shared_bytes;
    facts.threads_per_block = launches_.back().threads;
    facts.threads_per_multiprocessor = threads_per_multiprocessor_;
    return facts;
}

template <class Real>
std::vector<const KernelLibrary*> TtiUpdate<Real>::libraries() const {
    std::vector<const KernelLibrary*> libraries{kernels_.get()};
    if (layer_step_) libraries.push_back(&layer_step_->library());
    return libraries;
}

template class TtiUpdate<float>;
template class TtiUpdate<double>;

}  // namespace wavesim
