// SPDX-License-Identifier: MIT
// Steps of TTI media by their kernels on the block emulator.
#pragma once
#include "backends/tti_case.hpp"
#include "block_emulator.hpp"
#include "stencils/gpu/tti/tti_along_z.cuh"
#include "stencils/gpu/tti/tti_flux_sweep.cuh"
#include "stencils/gpu/tti/tti_in_plane.cuh"
#include "stencils/gpu/tti/tti_k73.cuh"
#include "stencils/gpu/tti/tti_k73_sweep.cuh"
#include "stencils/gpu/tti/tti_launch.hpp"
#include "stencils/gpu/tti/tti_one_pass.cuh"
#include "stencils/gpu/tti/tti_self_adjoint.cuh"
#include "tracked.hpp"

namespace wavesim::emulator {

using test::TwoFields;

template <class Value, bool in_plane, bool layered>
struct Spec {
    using Real = Value;
    static constexpr bool layers = layered;
    static constexpr int tile_x = 32, tile_y = in_plane ? 4 : 6;
};

template <class Value, bool layered>
struct ColumnSpec : Spec<Value, false, layered> {
    static constexpr int tile_x = 16, tile_y = 3;
};

inline TtiKernel walking(int threads, int shared_bytes, KernelTile tile, int reach) {
    TtiKernel kernel;
    kernel.tile = tile;
    kernel.threads = threads;
    kernel.shared_bytes = shared_bytes;
    kernel.sweeps = true;
    kernel.reach = reach;
    return kernel;
}

/// Both fields of one level, and back to logical order.
template <class Real>
struct Arrays {
    const DeviceLayout& layout;
    std::array<std::vector<Real>, 2> values;

    Arrays(const DeviceLayout& where, const TwoFields& fields) : layout(where) {
        for (std::size_t f = 0; f < 2; ++f) {
            values[f].assign(static_cast<std::size_t>(layout.values), Real(0));
            for (std::int64_t i = 0; i < layout.extent.nodes(); ++i)
                values[f][at(i)] = static_cast<Real>(fields[f][static_cast<std::size_t>(i)]);
        }
    }
    std::size_t at(std::int64_t node) const { return static_cast<std::size_t>(layout.origin + layout.offset(node)); }
    TwoFields logical() const {
        TwoFields fields;
        for (std::size_t f = 0; f < 2; ++f)
            for (std::int64_t i = 0; i < layout.extent.nodes(); ++i)
                fields[f].push_back(static_cast<double>(values[f][at(i)]));
        return fields;
    }
};

/// The parameters of all nodes (for_each_tti_plane).
template <class Real>
std::vector<std::vector<Real>> parameters_of(const TtiProblem& problem, const DeviceLayout& layout) {
    std::vector<std::vector<Real>> arrays(tti_parameter_count);
    for (std::vector<Real>& array : arrays) array.assign(static_cast<std::size_t>(layout.values), Real(0));
    for_each_tti_plane<Real>(problem, layout, [&](const TtiPlane<Real>& plane, std::int64_t at) {
        for (std::size_t i = 0; i < plane.size(); ++i)
            std::copy(plane[i].begin(), plane[i].end(), arrays[i].begin() + at);
    });
    return arrays;
}

/// psi, then xi of both fields, by axis.
template <class Real>
using LayerMemory = std::array<std::array<std::vector<Real>, 4>, 3>;

/// Memory and tables of the layers as the kernels find them.
template <class Real>
struct Layers {
    std::array<std::vector<Real>, 3> decay, gain;

    Layers(const TtiProblem& problem, const DeviceLayout& layout, LayerMemory<Real>& memory,
           kernels::TtiArguments<Real>& a, BlockEmulator& emulator) {
        const LayerPlan plan = plan_layers(problem, layout);
        for (std::size_t d = 0; d < 3; ++d) {
            a.layer[d] = tti_layer<Real>(plan.axes[d]);
            decay[d] = tti_layer_table<Real>(problem.layers.decay[d]);
            gain[d] = tti_layer_table<Real>(problem.layers.gain[d]);
            a.layer[d].decay = decay[d].data();
            a.layer[d].gain = gain[d].data();
            emulator.allow(decay[d].data(), decay[d].size());
            emulator.allow(gain[d].data(), gain[d].size());
            for (std::size_t i = 0; i < 4; ++i) {
                memory[d][i].resize(static_cast<std::size_t>(plan.axes[d].values));
                (i < 2 ? a.layer[d].psi[i] : a.layer[d].xi[i - 2]) = memory[d][i].data();
                emulator.allow(memory[d][i].data(), memory[d][i].size());
            }
        }
    }
};

/// How the self-adjoint form moves in 3D; cut: the inner box in one pass, the slabs of layers in two.
enum class Passes { one, two, cut };

template <class Value>
struct OnePassSpec {
    using Real = Value;
    static constexpr int tile_x = 32, tile_y = 32;
};

/// One step on the emulator: everything that the kernels find, and what they leave.
template <class Real>
class EmulatedStep {
  public:
    EmulatedStep(const TtiProblem& problem, const TwoFields& now, const TwoFields& before, PlantedFaults faults,
                 LayerMemory<Real>* kept, std::uint64_t seed)
        : problem_(problem),
          memory_(kept == nullptr ? none_ : *kept),
          current_(layout_, now),
          next_(layout_, before),
          a_(tti_arguments<Real>(problem, layout_)),
          emulator_(seed, std::move(faults)),
          layers_(problem, layout_, memory_, a_, emulator_) {
        for (std::size_t f = 0; f < 2; ++f) {
            a_.now[f] = origin(current_.values[f]);
            a_.next[f] = origin(next_.values[f]);
            a_.partial[f] = origin(cleared(partial_[f]));
            allow(current_.values[f]);
            allow(next_.values[f]);
        }
        a_.factor = origin(parameters_[0]);
        a_.horizontal = origin(parameters_[1]);
        a_.vertical = origin(parameters_[2]);
        for (std::size_t d = 0; d < 3; ++d) {
            a_.axis[d] = origin(parameters_[3 + d]);
            a_.damping[d] = damping_[d].data();
            allow(damping_[d]);
            a_.share[d] = turn_shares_[d].data() + tti_shares_before;
            allow(turn_shares_[d]);
            for (std::size_t f = 0; f < 2; ++f) a_.flux[d][f] = origin(cleared(fluxes_[2 * d + f]));
        }
        for (const auto& list : parameters_) allow(list);
    }
    EmulatedStep(const EmulatedStep&) = delete;

    /// body(arguments) for every thread of the blocks that move the boxes of a region.
    template <class Body>
    void launch(const TtiKernel& kernel, const Body& body, TtiRegion region = TtiRegion::all) {
        for (const NodeBox& box : tti_boxes(problem_, region)) {
            kernels::TtiArguments<Real> arguments = a_;
            if (kernel.one_pass) set_for_one_pass(problem_, box, arguments);
            const std::array<int, 3> blocks = place_blocks(kernel, box, 3, arguments);
            emulator_.launch(blocks[0], blocks[1], blocks[2], kernel.threads, kernel.shared_bytes,
                             [&] { body(arguments); });
        }
    }
    TwoFields result() const { return next_.logical(); }

  private:
    Real* origin(std::vector<Real>& list) const { return list.data() + layout_.origin; }
    void allow(const std::vector<Real>& list) { emulator_.allow(list.data(), list.size()); }
    std::vector<Real>& cleared(std::vector<Real>& list) {
        list.assign(static_cast<std::size_t>(layout_.values), Real(0));
        allow(list);
        return list;
    }

    const TtiProblem& problem_;
    DeviceLayout layout_ = tti_device_layout(problem_);
    LayerMemory<Real> none_;
    LayerMemory<Real>& memory_;
    Arrays<Real> current_, next_;
    std::vector<std::vector<Real>> parameters_ = parameters_of<Real>(problem_, layout_);
    std::array<std::vector<Real>, 3> damping_ = tti_damping<Real>(problem_);
    std::array<std::vector<Real>, 3> turn_shares_ = tti_turn_shares<Real>(problem_);
    std::array<std::vector<Real>, 6> fluxes_;
    std::array<std::vector<Real>, 2> partial_;
    kernels::TtiArguments<Real> a_;
    BlockEmulator emulator_;
    Layers<Real> layers_;
};

/// One step by the kernels; tracks: with numbers that tell of their use (tracked.hpp).
template <class Real, bool flat, bool layered = false, Passes passes = Passes::two, bool tracks = false>
TwoFields step(const TtiProblem& problem, const TwoFields& now, const TwoFields& before, PlantedFaults faults = {},
               LayerMemory<Real>* kept = nullptr, std::uint64_t seed = 5) {
    EmulatedStep<Real> one(problem, now, before, std::move(faults), kept, seed);
    const auto launch = [&](const TtiKernel& kernel, const auto& body, TtiRegion region = TtiRegion::all) {
        one.launch(kernel, body, passes == Passes::cut ? region : TtiRegion::all);
    };
    using Plain = Spec<Real, flat, layered>;
    using Kernel = std::conditional_t<tracks, Tracking<Plain>, Plain>;
    TtiKernel node;
    node.tile = {32, 4};
    node.threads = 128;
    if (problem.kind().form == TtiForm::self_adjoint) {
        if constexpr (passes != Passes::two) {
            using Whole = std::conditional_t<tracks, Tracking<OnePassSpec<Real>>, OnePassSpec<Real>>;
            using OnePass = kernels::TtiOnePass<Whole>;
            TtiKernel kernel = walking(OnePass::threads, OnePass::shared_bytes, {32, 32}, 8);
            kernel.one_pass = true;
            launch(kernel, run_kernel<kernels::TtiOnePass, Whole, kernels::TtiArguments, Real>, TtiRegion::inner);
        }
        if constexpr (passes == Passes::one) {
        } else if constexpr (flat) {
            launch(node, kernels::TtiSelfAdjoint<Kernel>::make_fluxes);
            launch(node, kernels::TtiSelfAdjoint<Kernel>::advance);
        } else {
            using Fluxes = kernels::TtiFluxSweep<Kernel>;
            const TtiKernel sweep = walking(Fluxes::threads, Fluxes::shared_bytes, {Kernel::tile_x, Kernel::tile_y}, 4);
            const auto run_fluxes = run_kernel<kernels::TtiFluxSweep, Kernel, kernels::TtiArguments, Real>;
            launch(sweep, run_fluxes, TtiRegion::fluxes);
            if (passes == Passes::cut) launch(sweep, run_fluxes, TtiRegion::fluxes_x);
            using PlainColumn = ColumnSpec<Real, layered>;
            using Column = std::conditional_t<tracks, Tracking<PlainColumn>, PlainColumn>;
            using AlongZ = kernels::TtiAlongZ<Column>;
            launch(walking(AlongZ::threads, AlongZ::shared_bytes, {16, 3}, 8),
                   run_kernel<kernels::TtiAlongZ, Column, kernels::TtiArguments, Real>, TtiRegion::slabs);
            using InPlane = kernels::TtiInPlane<Kernel>;
            TtiKernel tile = walking(InPlane::threads, InPlane::shared_bytes, {Kernel::tile_x, Kernel::tile_y}, 0);
            tile.sweeps = false;
            launch(tile, run_kernel<kernels::TtiInPlane, Kernel, kernels::TtiArguments, Real>, TtiRegion::slabs);
        }
    } else if constexpr (flat) {
        launch(node, kernels::TtiK73<Kernel>::run);
    } else {
        using Sweep = kernels::TtiK73Sweep<Kernel>;
        launch(walking(Sweep::threads, Sweep::shared_bytes, {Kernel::tile_x, Kernel::tile_y}, 4),
               run_kernel<kernels::TtiK73Sweep, Kernel, kernels::TtiArguments, Real>);
    }
    return one.result();
}

inline double difference(const TwoFields& a, const TwoFields& b) {
    double peak = 0;
    for (std::size_t f = 0; f < 2; ++f)
        for (std::size_t i = 0; i < a[f].size(); ++i)
            peak = std::isfinite(a[f][i]) ? std::max(peak, std::abs(a[f][i] - b[f][i])) : HUGE_VAL;
    return peak;
}

}  // namespace wavesim::emulator
