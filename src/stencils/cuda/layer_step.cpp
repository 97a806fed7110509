// SPDX-License-Identifier: MIT
#include "stencils/cuda/layer_step.hpp"

#include <algorithm>

#include "stencils/weights.hpp"

namespace wavesim {

namespace {

/// The entries of a table that belong to layer nodes, low ones first.
template <class Real>
std::vector<Real> stored_of(const std::vector<double>& table, const LayerPlan::Axis& axis) {
    std::vector<Real> stored(table.begin(), table.begin() + axis.low);
    stored.resize(static_cast<std::size_t>(axis.stored - axis.high), Real(0));  // places between both layers
    stored.insert(stored.end(), table.end() - axis.high, table.end());
    return stored;
}

}  // namespace

template <class Real>
LayerStep<Real>::LayerStep(const StencilProblem& problem, const DeviceLayout& layout, const std::string& architecture)
    : library_("layers", layer_source(problem, plan_layers(problem, layout)), architecture) {
    const LayerPlan plan = plan_layers(problem, layout);
    const Extent& n = problem.extent;
    arguments_.field.plane = layout.plane;
    arguments_.field.pitch = static_cast<int>(layout.pitch);
    arguments_.field.nx = static_cast<int>(n.nx);
    arguments_.field.ny = static_cast<int>(n.ny);
    arguments_.field.nz = static_cast<int>(n.nz);
    for (std::size_t side = 0; side < 6; ++side)
        arguments_.field.halo[side] = static_cast<int>(problem.walls.halo[side]);
    arguments_.courant_squared = static_cast<Real>(problem.courant * problem.courant);
    const std::vector<double> first = leggy_first_difference(problem.layers.half_order);
    const std::vector<double> second = leggy_weights(problem.layers.half_order);
    std::transform(first.begin(), first.end(), arguments_.first + 1, [](double w) { return static_cast<Real>(w); });
    std::transform(second.begin(), second.end(), arguments_.second + 1, [](double w) { return static_cast<Real>(w); });
    for (std::size_t d = 0; d < 3; ++d) {
        arguments_.axis[d] = layer_axis<Real>(plan.axes[d]);
        if (!plan.axes[d].lines.empty()) place_axis(d, plan.axes[d], problem.layers);
    }
}

template <class Real>
void LayerStep<Real>::place_axis(std::size_t d, const LayerPlan::Axis& axis, const AbsorbingLayers& layers) {
    psi_[d] = DeviceArray<Real>(axis.values);
    zeta_[d] = DeviceArray<Real>(axis.values);
    psi_[d].clear();
    zeta_[d].clear();
    decay_[d] = DeviceArray<Real>(stored_of<Real>(layers.decay[d], axis));
    gain_[d] = DeviceArray<Real>(stored_of<Real>(layers.gain[d], axis));
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
    for (const Launch& axis : launches_)
        launch(axis.kernel, axis.blocks, axis.threads, axis.shared_bytes, stream, arguments);
}

template <class Real>
void LayerStep<Real>::launch_on(cudaStream_t stream, const Real* now, Real* next,
                                const kernels::FactorArguments& factor, const LayerSlabs::Corner& corner) const {
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
