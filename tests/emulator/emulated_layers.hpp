// SPDX-License-Identifier: MIT
// Absorbing layers on the block emulator, and their definition, written as plain loops in double.
#pragma once
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "backends/definitions.hpp"
#include "emulated_case.hpp"
#include "stencils/gpu/layers/layer_plan.hpp"
#include "stencils/gpu/layers/layers.cuh"
#include "stencils/problem/passes.hpp"

namespace wavesim {

template <class Value, int order, bool average, int active, int in_chunk, int kind = kernels::medium_one,
          int in_rounds = 1, bool share = false>
struct LayerSpec {
    using Real = Value;
    static constexpr int radius = order, half_order = order, axes = active, chunk = in_chunk, rounds = in_rounds;
    static constexpr bool averaged = average, flat = false, overlap = share, second = false;
    static constexpr int medium = kind;
};

using Widths = std::array<int, 6>;

/// A field with layers, moved by the kernels and by plain loops.
template <class Spec>
struct LayerCase {
    using Real = typename Spec::Real;
    static constexpr int M = Spec::half_order;
    Extent n;
    std::array<HaloRule, 6> halo{};
    Widths width{};
    emulator::PlantedFaults faults{};
    int pitch;
    std::vector<Real> now, next;
    std::vector<float> factor;  ///< or modulus
    std::array<std::vector<float>, 3> buoyancy;
    std::array<std::vector<std::uint16_t>, 4> codes;  ///< of buoyancies and moduli
    std::vector<double> expected;
    std::array<std::vector<Real>, 3> psi, zeta, decay, gain;
    std::array<std::vector<double>, 3> psi_expected, zeta_expected;
    kernels::LayerArguments<Real> arguments{};
    LayerPlan plan;
    std::mt19937 random{3};

    LayerCase(const Extent& extent, const Widths& widths) : n(extent), width(widths) {
        pitch = static_cast<int>((n.nx + 7) / 8 * 8);
        const auto values = static_cast<std::size_t>(pitch * n.ny * n.nz);
        now.assign(values, Real(NAN));
        next.assign(values, Real(NAN));
        factor.assign(values, NAN);
        for (std::vector<float>& along : buoyancy) along.assign(values, NAN);
        expected.resize(static_cast<std::size_t>(n.nodes()));
        for (std::size_t side = 0; side < 6; ++side)
            halo[side] = width[side] > 0 ? HaloRule::zero : side % 2 == 0 ? HaloRule::mirror_half : HaloRule::odd_half;
        for_each([&](std::int64_t i, std::size_t k, const Node&) {
            next[k] = draw(-1, 1);
            factor[k] = static_cast<float>(draw(0, 1));
            for (std::vector<float>& along : buoyancy) along[k] = static_cast<float>(draw(0, 1));
            expected[static_cast<std::size_t>(i)] = static_cast<double>(next[k]);
        });
        auto& a = arguments;
        a.field = {now.data(),
                   next.data(),
                   pitch * n.ny,
                   pitch,
                   static_cast<int>(n.nx),
                   static_cast<int>(n.ny),
                   static_cast<int>(n.nz),
                   1,
                   0,
                   0,
                   0,
                   0,
                   0,
                   {},
                   {factor.data()}};
        a.field.fluid.modulus = factor.data();
        for (std::size_t d = 0; d < 3; ++d) a.field.fluid.buoyancy[d] = buoyancy[d].data();
        if (Spec::medium == kernels::medium_fluid16) place_codes();
        for (std::size_t side = 0; side < 6; ++side) a.field.halo[side] = static_cast<int>(halo[side]);
        a.courant_squared = Real(0.2);
        for (int m = 1; m <= M; ++m) a.first[m] = draw(-1, 1), a.second[m] = draw(-1, 1);
        ScalarProblem problem;
        problem.extent = n;
        problem.precision = sizeof(Real) == 4 ? Precision::float32 : Precision::float64;
        for (std::size_t side = 0; side < 6; ++side) problem.layers.width[side] = width[side];
        problem.layers.half_order = M;
        problem.layers.averaged = Spec::averaged;
        problem.halo = halo;
        plan = plan_layers(problem, {n, pitch, pitch * n.ny});
        EXPECT_EQ(plan.axes_mask, Spec::axes);
        EXPECT_EQ(plan.chunk, Spec::chunk);
        EXPECT_EQ(plan.rounds, Spec::rounds);
        EXPECT_EQ(plan.overlap, Spec::overlap);
        for (std::size_t d = 0; d < 3; ++d) place_axis(d);
    }

    Real draw(double low, double high) {
        return static_cast<Real>(std::uniform_real_distribution<double>(low, high)(random));
    }
    template <class Act>
    void for_each(const Act& act) {
        for (std::int64_t i = 0; i < n.nodes(); ++i) {
            const Node at = node_at(n, i);
            act(i, static_cast<std::size_t>(at.x + pitch * (at.y + n.ny * at.z)), at);
        }
    }
    std::int64_t nodes(std::size_t d) const { return d == 0 ? n.nx : d == 1 ? n.ny : n.nz; }
    bool in_layer(std::size_t d, std::int64_t i) const { return i < width[2 * d] || i >= nodes(d) - width[2 * d + 1]; }
    void place_axis(std::size_t d) {
        auto& axis = arguments.axis[d];
        axis = layer_axis<Real>(plan.axes[d]);
        if (width[2 * d] + width[2 * d + 1] == 0) return;
        const auto values = static_cast<std::size_t>(plan.axes[d].values);
        psi[d].assign(values, 0);
        zeta[d].assign(values, 0);
        for (int i = 0; i < plan.axes[d].stored; ++i)
            decay[d].push_back(draw(0.3, 1)), gain[d].push_back(draw(-0.7, 0));
        psi_expected[d].assign(expected.size(), 0);
        zeta_expected[d].assign(expected.size(), 0);
        axis.psi = psi[d].data();
        axis.zeta = zeta[d].data();
        axis.decay = decay[d].data();
        axis.gain = gain[d].data();
    }

    /// u at any place, 0 or an image outside the grid.
    double u(Node at) const {
        double sign = 1;
        const auto image = [&](std::int64_t t, std::size_t d) {
            const test::Image found = test::image_of(t, nodes(d), halo[2 * d], halo[2 * d + 1]);
            sign *= found.sign;
            return found.sign == 0 ? std::int64_t{0} : found.node;
        };
        const std::int64_t x = image(at.x, 0), y = image(at.y, 1), z = image(at.z, 2);
        return sign == 0 ? 0 : sign * static_cast<double>(now[static_cast<std::size_t>(x + pitch * (y + n.ny * z))]);
    }
    static Node moved(Node at, std::size_t d, std::int64_t m) {
        (d == 0 ? at.x : d == 1 ? at.y : at.z) += m;
        return at;
    }
    double value(const Node& at, std::size_t d) const {
        if (!Spec::averaged) return u(at);
        double sum = 0;
        for (int e = -1; e <= 1; ++e)
            for (int f = -1; f <= 1; ++f)
                sum +=
                    (e == 0 ? 0.5 : 0.25) * (f == 0 ? 0.5 : 0.25) * u(moved(moved(at, (d + 1) % 3, e), (d + 2) % 3, f));
        return sum;
    }
    double psi_of(const Node& at, std::size_t d) const {
        const std::int64_t i = d == 0 ? at.x : d == 1 ? at.y : at.z;
        return i < 0 || i >= nodes(d) ? 0 : psi_expected[d][static_cast<std::size_t>(n.index(at.x, at.y, at.z))];
    }

    void step_reference() {
        const auto along = [](const Node& at, std::size_t d) { return d == 0 ? at.x : d == 1 ? at.y : at.z; };
        const auto table = [&](const std::vector<Real>& list, std::size_t d, std::int64_t i) {
            const std::int64_t k = i < width[2 * d] ? i : i - plan.axes[d].shift;
            return static_cast<double>(list[static_cast<std::size_t>(k)]);
        };
        for (std::size_t d = 0; d < 3; ++d) {
            if (psi[d].empty()) continue;
            for_each([&](std::int64_t i, std::size_t, const Node& at) {
                if (!in_layer(d, along(at, d))) return;
                double slope = 0;
                for (int m = 1; m <= M; ++m)
                    slope += static_cast<double>(arguments.first[m]) *
                             (value(moved(at, d, m), d) - value(moved(at, d, -m), d));
                double& p = psi_expected[d][static_cast<std::size_t>(i)];
                p = table(decay[d], d, along(at, d)) * p + table(gain[d], d, along(at, d)) * slope;
            });
            for_each([&](std::int64_t i, std::size_t k, const Node& at) {
                double slope = 0;
                double bend = 0;
                for (int m = 1; m <= M; ++m) {
                    const Node above = moved(at, d, m), below = moved(at, d, -m);
                    slope += static_cast<double>(arguments.first[m]) * (psi_of(above, d) - psi_of(below, d));
                    bend += static_cast<double>(arguments.second[m]) *
                            (value(above, d) - 2 * value(at, d) + value(below, d));
                }
                double& z = zeta_expected[d][static_cast<std::size_t>(i)];
                if (in_layer(d, along(at, d)))
                    z = table(decay[d], d, along(at, d)) * z + table(gain[d], d, along(at, d)) * (bend + slope);
                double share = Spec::medium == kernels::medium_one ? 1.0 : static_cast<double>(factor[k]);
                if (Spec::medium >= kernels::medium_fluid) share *= static_cast<double>(buoyancy[d][k]);
                expected[static_cast<std::size_t>(i)] +=
                    static_cast<double>(arguments.courant_squared) * share * (slope + z);
            });
        }
    }

    /// The least values and so many steps of their bits above them.
    void place_codes() {
        constexpr kernels::BitSteps of_modulus{0x3e800000, 97}, of_buoyancy{0x3e000000, 211};
        const auto place = [](std::vector<float>& values, std::vector<std::uint16_t>& to, kernels::BitSteps steps) {
            for (float& value : values) {
                to.push_back(static_cast<std::uint16_t>(std::isnan(value) ? 0 : 65535 * value));
                value = std::bit_cast<float>(steps.base + to.back() * steps.step);
            }
            return to.data();
        };
        kernels::FluidArguments& fluid = arguments.field.fluid;
        fluid.modulus = place(factor, codes[3], of_modulus);
        for (std::size_t d = 0; d < 3; ++d) fluid.buoyancy[d] = place(buoyancy[d], codes[d], of_buoyancy);
        fluid.modulus_code = of_modulus;
        fluid.buoyancy_code = of_buoyancy;
    }

    /// One step from a new random field; first psi, then the rest.
    void step(std::uint64_t seed) {
        for_each([&](std::int64_t, std::size_t k, const Node&) { now[k] = draw(-1, 1); });
        emulator::BlockEmulator emulator(seed, faults);
        for (const auto* list : {&now, &next}) emulator.allow(list->data(), list->size());
        emulator.allow(factor.data(), factor.size());
        for (std::vector<float>& along : buoyancy) emulator.allow(along.data(), along.size());
        for (std::vector<std::uint16_t>& stored : codes) emulator.allow(stored.data(), stored.size());
        for (std::size_t d = 0; d < 3; ++d)
            for (const auto* list : {&psi[d], &zeta[d], &decay[d], &gain[d]})
                emulator.allow(list->data(), list->size());
        run_axis<0>(emulator);
        run_axis<1>(emulator);
        run_axis<2>(emulator);
        step_reference();
    }

    template <int d>
    void run_axis(emulator::BlockEmulator& emulator) {
        if constexpr ((Spec::axes >> d & 1) != 0) {
            using Kernel = std::conditional_t<d == 0, kernels::LayerRows<Spec>, kernels::LayerColumns<Spec, d>>;
            EXPECT_EQ(plan.axes[d].threads, 32 * Kernel::warps);
            const auto& [x, y, z] = plan.axes[d].blocks;
            emulator.launch(x, y, z, plan.axes[d].threads, plan.axes[d].shared_bytes, [&] {
                if constexpr (requires { Spec::enter(d, arguments); })
                    Spec::enter(d, arguments);  // what a text has for the run-time compiler
                else
                    Kernel::run(arguments);
            });
        }
    }

    double error() {
        double worst = 0;
        for_each([&](std::int64_t i, std::size_t k, const Node&) {
            const double difference = std::abs(static_cast<double>(next[k]) - expected[static_cast<std::size_t>(i)]);
            if (!(difference <= worst)) worst = std::isnan(difference) ? INFINITY : difference;
        });
        return worst;
    }
};

template <class Spec>
void expect_definition_of_layers(const Extent& extent, const Widths& width) {
    LayerCase<Spec> test(extent, width);
    const std::vector<typename Spec::Real> start = test.next;
    for (const std::uint64_t seed : {1u, 2u, 3u}) test.step(seed);
    EXPECT_LE(test.error(), sizeof(typename Spec::Real) == 4 ? 2e-5 : 1e-13);
    EXPECT_NE(test.next[0], start[0]);
}

}  // namespace wavesim
