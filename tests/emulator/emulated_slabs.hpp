// SPDX-License-Identifier: MIT
// Plane sweeps that move absorbing layers, with the bulk step and the corners around them, on the block emulator.
#pragma once
#include <utility>

#include "backends/definitions.hpp"
#include "emulated_case.hpp"
#include "stencils/gpu/layers/layers.cuh"
#include "stencils/gpu/single/layer_slabs.hpp"
#include "stencils/gpu/sweep/sweep.cuh"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "tracked.hpp"

namespace wavesim {

using emulator::BlockEmulator;
using emulator::PlantedFaults;

/// The sweep of a slab: layer 1 along x, 2 along rows.
template <class Bulk, int X, int Y, int in_layer>
struct SlabSpec : Bulk {
    static constexpr int tile_x = X, tile_y = Y, rows = 2, layer = in_layer;
    static constexpr bool staged = true;
};

template <class Bulk, int in_chunk>
struct LineSpec {
    using Real = typename Bulk::Real;
    static constexpr int radius = Bulk::radius, half_order = radius, chunk = in_chunk, rounds = 1;
    static constexpr bool averaged = false, flat = false, medium = Bulk::medium, overlap = false, second = false;
};

template <class In, class AlongX, class AlongRows, class Lines>
struct SlabCase {
    using Real = typename In::Real;
    ScalarProblem problem;
    DeviceLayout layout;
    LayerPlan plan;
    LayerSlabs slabs;
    std::array<std::vector<Real>, 2> levels;
    std::vector<float> factor;
    std::array<std::vector<Real>, 3> psi, zeta, decay, gain;
    kernels::LayerArguments<Real> layers{};
    std::unique_ptr<StencilBackend> cpu;
    std::mt19937 random{5};
    std::uint64_t first_seed = 1;  ///< of the order of the threads

    SlabCase(const Extent& extent, const std::array<int, 6>& width, PlantedFaults planted = {})
        : faults(std::move(planted)) {
        problem.extent = extent;
        problem.precision = sizeof(Real) == 4 ? Precision::float32 : Precision::float64;
        problem.stencil = In::stencil();
        problem.courant = 1;  // the weights of the specs hold its square
        for (std::size_t side = 0; side < 6; ++side) {
            problem.layers.width[side] = width[side];
            problem.halo[side] = width[side] > 0 ? HaloRule::zero
                                 : side % 2 == 0 ? HaloRule::mirror_half
                                                 : HaloRule::odd_half;
        }
        problem.layers.half_order = In::radius;
        for (int d = 0; d < 3; ++d) {
            if (!problem.layers.along(d)) continue;
            const auto axis = static_cast<std::size_t>(d);
            problem.layers.decay[axis].assign(static_cast<std::size_t>(extent.along(d)), 1.0);
            problem.layers.gain[axis].assign(static_cast<std::size_t>(extent.along(d)), 0.0);
            for (std::int64_t i = 0; i < extent.along(d); ++i)
                if (i < width[2 * axis] || i >= extent.along(d) - width[2 * axis + 1]) {
                    problem.layers.decay[axis][static_cast<std::size_t>(i)] = static_cast<double>(draw(0.3, 1));
                    problem.layers.gain[axis][static_cast<std::size_t>(i)] = static_cast<double>(draw(-0.7, 0));
                }
        }
        layout = device_layout(extent, problem.precision);
        factor.assign(static_cast<std::size_t>(layout.values), NAN);
        if (In::medium) place_factors();
        plan = plan_layers(problem, layout);
        slabs = plan_slabs(problem, forms::sweep, layout, most_shared_bytes);
        place_layers();
        start();
    }

    Real draw(double low, double high) {
        return static_cast<Real>(std::uniform_real_distribution<double>(low, high)(random));
    }
    void place_factors() {
        problem.speed.varies = true;
        for (std::int64_t i = 0; i < problem.extent.nodes(); ++i) {
            problem.factors.of_node.push_back(static_cast<float>(draw(0.1, 1)));
            factor[static_cast<std::size_t>(layout.offset(i))] = problem.factors.of_node.back();
        }
    }
    void place_layers() {
        auto& field = layers.field;
        field.plane = layout.plane;
        field.pitch = static_cast<int>(layout.pitch);
        field.nx = static_cast<int>(problem.extent.nx);
        field.ny = static_cast<int>(problem.extent.ny);
        field.nz = static_cast<int>(problem.extent.nz);
        field.factor.values = factor.data();
        for (std::size_t side = 0; side < 6; ++side) field.halo[side] = static_cast<int>(problem.halo[side]);
        layers.courant_squared = static_cast<Real>(problem.courant * problem.courant);
        const std::vector<double> first = test::first_difference(In::radius);
        const std::vector<double> second = test::second_difference(In::radius);
        for (std::size_t m = 0; m < first.size(); ++m) layers.first[m + 1] = static_cast<Real>(first[m]);
        for (std::size_t m = 0; m < second.size(); ++m) layers.second[m + 1] = static_cast<Real>(second[m]);
        for (std::size_t d = 0; d < 3; ++d) {
            layers.axis[d] = layer_axis<Real>(plan.axes[d]);
            if (plan.axes[d].lines.empty()) continue;
            psi[d].assign(static_cast<std::size_t>(plan.axes[d].values), 0);
            zeta[d] = psi[d];
            decay[d].assign(static_cast<std::size_t>(plan.axes[d].stored), 0);
            gain[d] = decay[d];
            for (std::int64_t i = 0; i < problem.extent.along(static_cast<int>(d)); ++i) {
                const bool low = i < plan.axes[d].low;
                if (!low && i < problem.extent.along(static_cast<int>(d)) - plan.axes[d].high) continue;
                const auto place = static_cast<std::size_t>(low ? i : i - plan.axes[d].shift);
                decay[d][place] = static_cast<Real>(problem.layers.decay[d][static_cast<std::size_t>(i)]);
                gain[d][place] = static_cast<Real>(problem.layers.gain[d][static_cast<std::size_t>(i)]);
            }
            layers.axis[d].psi = psi[d].data();
            layers.axis[d].zeta = zeta[d].data();
            layers.axis[d].decay = decay[d].data();
            layers.axis[d].gain = gain[d].data();
        }
    }
    void start() {
        cpu = find_backend("cpu")->open(double_problem(), {1, ""});
        for (std::size_t parity = 0; parity < 2; ++parity) {
            std::vector<double> values(static_cast<std::size_t>(problem.extent.nodes()));
            levels[parity].assign(static_cast<std::size_t>(layout.values), 0);
            for (std::size_t i = 0; i < values.size(); ++i) {
                const Real value = draw(-1, 1);
                values[i] = static_cast<double>(value);
                levels[parity][static_cast<std::size_t>(layout.offset(static_cast<std::int64_t>(i)))] = value;
            }
            cpu->write(parity == 0 ? FieldLevel::current : FieldLevel::previous, values);
        }
    }
    ScalarProblem double_problem() const {
        ScalarProblem exact = problem;
        exact.precision = Precision::float64;
        return exact;
    }

    void step(std::size_t parity, std::uint64_t seed) {
        layers.field.now = levels[parity].data();
        layers.field.next = levels[1 - parity].data();
        BlockEmulator emulator(seed, faults);
        for (const auto& level : levels) emulator.allow(level.data(), level.size());
        emulator.allow(factor.data(), factor.size());
        for (std::size_t d = 0; d < 3; ++d)
            for (const auto* list : {&psi[d], &zeta[d], &decay[d], &gain[d]})
                emulator.allow(list->data(), list->size());
        for (std::size_t s = slabs.slabs.size(); s-- > 0;)
            slabs.slabs[s].axis == 0 ? sweep<AlongX>(slabs.slabs[s], emulator)
                                     : sweep<AlongRows>(slabs.slabs[s], emulator);
        bulk(emulator);
        for (const LayerCorner& corner : slabs.corners) {
            kernels::LayerArguments<Real> lines = layers;
            lines.first_gap = corner.first;
            lines.second_gap = corner.second;
            const auto& axis = plan.axes[static_cast<std::size_t>(corner.axis)];
            emulator.launch(corner.blocks[0], corner.blocks[1], corner.blocks[2], axis.threads, axis.shared_bytes, [&] {
                if (corner.axis == 0)
                    kernels::LayerRows<Lines>::run(lines);
                else
                    kernels::LayerColumns<Lines, 1>::run(lines);
            });
        }
        cpu->advance(1);
    }
    template <class Spec>
    void sweep(const LayerSlabs::Slab& slab, BlockEmulator& emulator) {
        using Sweep = kernels::Sweep<Spec>;
        EXPECT_EQ(slab.tile.x, Spec::tile_x);
        EXPECT_EQ(slab.tile.y, Spec::tile_y);
        EXPECT_EQ(forms::sweep.threads(slab.tile, problem.precision), Sweep::threads);
        EXPECT_EQ(forms::sweep.shared_bytes(slab.tile, problem.precision, problem.stencil), Sweep::shared_bytes);
        const auto field = slab_field(slabs, slab, layers.field);
        const auto layer = slab_layer(slab, layers);
        emulator.launch(slab.blocks(), slab.sides, 1, Sweep::threads, Sweep::shared_bytes,
                        [&] { emulator::run_kernel<kernels::Sweep, Spec>(field, layer); });
    }
    void bulk(BlockEmulator& emulator) {
        using Sweep = kernels::Sweep<In>;
        kernels::FieldArguments<Real> field = layers.field;
        std::copy(slabs.margin.begin(), slabs.margin.end(), field.margin);
        const auto inner = [&](std::size_t d) {
            return problem.extent.along(static_cast<int>(d)) - slabs.margin[2 * d] - slabs.margin[2 * d + 1];
        };
        const auto count = [](std::int64_t n, int size) { return static_cast<int>((n + size - 1) / size); };
        field.chunk = 5;
        field.tiles_x = count(inner(0), In::tile_x);
        field.tiles = field.tiles_x * count(inner(1), In::tile_y);
        field.whole = field.tiles * count(inner(2), field.chunk);
        emulator.launch(field.whole, 1, 1, Sweep::threads, Sweep::shared_bytes,
                        [&] { emulator::run_kernel<kernels::Sweep, In>(field); });
    }

    /// Largest difference to the CPU backend after some steps, of the peak; NaN counts as infinite.
    double error_after(int steps) {
        for (int n = 0; n < steps; ++n) step(static_cast<std::size_t>(n % 2), first_seed);
        std::vector<double> expected(static_cast<std::size_t>(problem.extent.nodes()));
        cpu->read(FieldLevel::current, {{0, 0, 0}, {problem.extent.nx, problem.extent.ny, problem.extent.nz}},
                  expected);
        double worst = 0;
        double peak = 0;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const auto place = static_cast<std::size_t>(layout.offset(static_cast<std::int64_t>(i)));
            const double difference =
                std::abs(static_cast<double>(levels[static_cast<std::size_t>(steps % 2)][place]) - expected[i]);
            peak = std::max(peak, std::abs(expected[i]));
            if (!(difference <= worst)) worst = std::isnan(difference) ? INFINITY : difference;
        }
        return worst / peak;
    }

  private:
    PlantedFaults faults;
};

}  // namespace wavesim
