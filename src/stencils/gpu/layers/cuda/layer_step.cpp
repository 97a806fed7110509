// SPDX-License-Identifier: MIT
#include "stencils/gpu/layers/cuda/layer_step.hpp"

namespace wavesim {

template <class Real>
LayerStep<Real>::LayerStep(const StencilProblem& problem, const DeviceLayout& layout, const std::string& architecture,
                           bool early, LayeredFields fields)
    : library_("layers", layer_source(problem, plan_layers(problem, layout), fields), architecture), early_(early) {
    const LayerPlan plan = plan_layers(problem, layout);
    arguments_ = layer_arguments<Real>(problem, layout, plan);
    for (std::size_t d = 0; d < 3; ++d)
        if (!plan.axes[d].lines.empty()) place_axis(d, plan.axes[d], problem.layers);
}

template <class Real>
void LayerStep<Real>::place_axis(std::size_t d, const LayerPlan::Axis& axis, const AbsorbingLayers& layers) {
    psi_[d] = DeviceArray<Real>(axis.values);
    zeta_[d] = DeviceArray<Real>(axis.values);
    psi_[d].clear();
    zeta_[d].clear();
    decay_[d] = DeviceArray<Real>(stored_entries<Real>(layers.decay[d], axis));
    gain_[d] = DeviceArray<Real>(stored_entries<Real>(layers.gain[d], axis));
    kernels::LayerAxis<Real>& place = arguments_.axis[d];
    place.psi = psi_[d].data();
    place.zeta = zeta_[d].data();
    place.decay = decay_[d].data();
    place.gain = gain_[d].data();
    constexpr std::array<const char*, 3> names{"wavesim_layer_x", "wavesim_layer_y", "wavesim_layer_z"};
    const auto blocks = [&axis](std::size_t i) { return static_cast<unsigned>(axis.blocks[i]); };
    launches_.push_back({static_cast<int>(d), library_.kernel(names[d]), dim3(blocks(0), blocks(1), blocks(2)),
                         axis.threads, axis.shared_bytes});
    prepare_kernel(launches_.back().kernel, axis.threads, axis.shared_bytes);
}

template <class Real>
void LayerStep<Real>::launch_on(cudaStream_t stream, const Real* now, Real* next,
                                const kernels::FactorArguments& factor) const {
    kernels::LayerArguments<Real> arguments = arguments_;
    arguments.field.now = now;
    arguments.field.next = next;
    arguments.field.factor = factor;
    launch_axes(stream, arguments);
}

template <class Real>
void LayerStep<Real>::launch_on(cudaStream_t stream, const Real* now, const std::array<Real*, 2>& next,
                                const Real* push) const {
    kernels::LayerArguments<Real> arguments = arguments_;
    arguments.field.now = now;
    arguments.field.next = next[0];
    arguments.second_field = {next[1], push};
    launch_axes(stream, arguments);
}

template <class Real>
void LayerStep<Real>::launch_axes(cudaStream_t stream, const kernels::LayerArguments<Real>& arguments) const {
    for (const Launch& axis : launches_)
        launch_next(early_, axis.kernel, axis.blocks, axis.threads, axis.shared_bytes, stream, arguments);
}

template <class Real>
void LayerStep<Real>::launch_on(cudaStream_t stream, const Real* now, Real* next,
                                const kernels::FactorArguments& factor, const LayerCorner& corner) const {
    kernels::LayerArguments<Real> arguments = arguments_;
    arguments.field.now = now;
    arguments.field.next = next;
    arguments.field.factor = factor;
    arguments.first_gap = corner.first;
    arguments.second_gap = corner.second;
    const auto blocks = [&corner](std::size_t i) { return static_cast<unsigned>(corner.blocks[i]); };
    for (const Launch& axis : launches_)
        if (axis.axis == corner.axis)
            launch(axis.kernel, dim3(blocks(0), blocks(1), blocks(2)), axis.threads, axis.shared_bytes, stream,
                   arguments);
}

template class LayerStep<float>;
template class LayerStep<double>;

}  // namespace wavesim
