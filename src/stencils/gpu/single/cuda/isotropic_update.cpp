// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/cuda/isotropic_update.hpp"

#include "stencils/gpu/common/cuda/noise.hpp"
#include "stencils/gpu/layers/device_forecast.hpp"
#include "stencils/gpu/single/launch_choice.hpp"
#include "stencils/gpu/single/row_end_mover.hpp"

namespace wavesim {

template <class Real>
IsotropicUpdate<Real>::IsotropicUpdate(const StencilProblem& problem, const DensityProblem* fluid,
                                       const RegionForms& forms, const std::string& tile, const Gpu& gpu,
                                       const KernelLibrary& support, NodeTable* kept)
    : stencil_(problem.stencil),
      solids_(problem.walls.solids),
      forms_(forms),
      threads_per_multiprocessor_(gpu.threads_per_multiprocessor),
      layout_(device_layout(problem.extent, precision_of<Real>())),
      medium_(problem, layout_, fluid) {
    const int shared_limit = gpu.shared_per_block;
    LayerSlabs slabs;
    if (!forms.cut()) {
        slabs = plan_slabs(problem, *forms.inner, layout_, shared_limit);
        share_planes(slabs, problem, tile_named(tile, *forms.inner, problem, shared_limit), gpu.multiprocessors);
    }
    parts_ = bulk_parts(forms, problem, layout_, slabs, tile, shared_limit);
    const bool early = starts_early(gpu) && slabs.slabs.empty();  // slabs run concurrently
    for (const BulkPart& part : parts_)
        bulk_.push_back(std::make_unique<BulkStep<Real>>(problem, part, layout_, gpu, early));
    const LayeredFields layered = fluid != nullptr ? LayeredFields::of_fluid : LayeredFields::one;
    if (problem.layers.any())
        layers_ = std::make_unique<LayerStep<Real>>(problem, layout_, gpu.architecture(), early, layered);
    if (!slabs.slabs.empty()) layer_sweeps_ = std::make_unique<LayerSweeps<Real>>(problem, slabs, *layers_, gpu);
    NodeTable table = merge_nodes(problem, layout_, row_end_mover(*forms.inner, problem));
    if (kept != nullptr) *kept = table;
    passes_ = std::make_unique<SparsePasses<Real>>(problem, layout_, support, trace_capacity(problem), early,
                                                   std::move(table));
    if (!problem.walls.ports.empty())
        ports_ = std::make_unique<PortPasses<Real>>(problem.walls.ports, problem.courant, layout_, gpu.architecture(),
                                                    early);
    for (const auto& part : bulk_) {
        part->take_row_ends(passes_->ends().swept());
        part->take_fluid(medium_.fluid());
    }
    if (layers_) layers_->take_fluid(medium_.fluid());
}

template <class Real>
void IsotropicUpdate<Real>::queue_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<Real>& now,
                                     const FieldOrigins<Real>& next) const {
    if (ports_) ports_->move_on(stream, now[0]);
    if (layer_sweeps_) layer_sweeps_->start_after(stream);
    for (const auto& part : bulk_) part->launch_on(stream, now[0], next[0], medium_.arguments());
    if (layer_sweeps_)
        layer_sweeps_->launch_on(stream, now[0], next[0], medium_.arguments());
    else if (layers_)
        layers_->launch_on(stream, now[0], next[0], medium_.arguments());
    if (ports_) ports_->push_on(stream, next[0]);
    passes_->launch_on(stream, parity, now[0], next[0]);
}

template <class Real>
void IsotropicUpdate<Real>::gather_on(cudaStream_t stream, std::int64_t parity, const FieldOrigins<Real>& now,
                                      const FieldOrigins<Real>& before) const {
    passes_->ends().gather_on(stream, parity, now[0], before[0]);
}

template <class Real>
std::vector<std::vector<Real>> IsotropicUpdate<Real>::level_of(std::vector<Real> pressure, std::int64_t parity) {
    passes_->keep_level(parity, pressure);
    return {std::move(pressure)};
}

template <class Real>
bool IsotropicUpdate<Real>::fill_with_noise(std::array<DeviceLevel<Real>, 2>& levels) const {
    fill_levels_with_noise(levels, layout_, solids_);
    return true;
}

template <class Real>
std::vector<std::pair<std::string, DeviceArray<Real>*>> IsotropicUpdate<Real>::memory() {
    std::vector<std::pair<std::string, DeviceArray<Real>*>> arrays{{"explicit_walls", &passes_->theta()},
                                                                   {"branch_walls", &passes_->branch_state()},
                                                                   {"branch_before_even", &passes_->kept(0)},
                                                                   {"branch_before_odd", &passes_->kept(1)},
                                                                   {"row_end_walls", &passes_->ends().states()}};
    if (ports_) {
        arrays.emplace_back("wall_ports", &ports_->theta());
        arrays.emplace_back("wall_port_springs", &ports_->springs());
    }
    if (layers_)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            arrays.emplace_back(std::string("layer_psi_") + "xyz"[axis], &layers_ -> psi(axis));
            arrays.emplace_back(std::string("layer_zeta_") + "xyz"[axis], &layers_ -> zeta(axis));
        }
    return arrays;
}

template <class Real>
BackendFacts IsotropicUpdate<Real>::facts() const {
    const BulkPart& part = parts_.front();
    const KernelForm& form = *part.form;
    const KernelResources& kernel = bulk_.front()->resources();
    BackendFacts facts;
    facts.tile = to_string(part.tile);
    facts.registers = kernel.registers;
    facts.shared_bytes = form.shared_bytes(part.tile, precision_of<Real>(), stencil_);
    facts.local_bytes = kernel.local_bytes;
    facts.blocks_per_multiprocessor = kernel.blocks_per_multiprocessor;
    facts.threads_per_block = form.threads(part.tile, precision_of<Real>());
    facts.threads_per_multiprocessor = threads_per_multiprocessor_;
    facts.loaded_values = form.loaded_values(part.tile, precision_of<Real>(), stencil_);
    return facts;
}

template <class Real>
std::vector<const KernelLibrary*> IsotropicUpdate<Real>::libraries() const {
    std::vector<const KernelLibrary*> libraries;
    for (const auto& part : bulk_) libraries.push_back(&part->library());
    if (ports_) libraries.push_back(&ports_->library());
    if (layers_) libraries.push_back(&layers_->library());
    if (layer_sweeps_)
        for (const auto& library : layer_sweeps_->libraries()) libraries.push_back(library.get());
    return libraries;
}

template class IsotropicUpdate<float>;
template class IsotropicUpdate<double>;

}  // namespace wavesim
