// SPDX-License-Identifier: MIT
// Absorbing layers of the 73-point form on the block emulator, after its sweep, against the CPU backend.
#include <gtest/gtest.h>

#include "emulated_tti.hpp"
#include "stencils/gpu/layers/layers.cuh"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using test::TwoFields;
using Widths = std::array<std::int64_t, 6>;

template <class Value, int in_chunk, bool share>
struct LayerSpec {
    using Real = Value;
    static constexpr int radius = 4, half_order = 4, chunk = in_chunk, rounds = 1, medium = 0;
    static constexpr bool averaged = false, flat = false, overlap = share, second = true;
};

/// psi, zeta and tables of the layers, kept from step to step, and the kernels that move them.
template <class Real>
class K73LayersOnEmulator {
  public:
    explicit K73LayersOnEmulator(const TtiProblem& problem)
        : problem_(problem),
          layout_(tti_device_layout(problem)),
          plan_(plan_layers(problem, layout_)),
          factor_(emulator::parameters_of<Real>(problem, layout_)[0]),
          arguments_(layer_arguments<Real>(problem, layout_, plan_)) {
        EXPECT_EQ(plan_.rounds, 1);
        for (std::size_t d = 0; d < 3; ++d) {
            const LayerPlan::Axis& axis = plan_.axes[d];
            for (auto* memory : {&psi_[d], &zeta_[d]}) memory->assign(static_cast<std::size_t>(axis.values), Real(0));
            if (axis.lines.empty()) continue;
            decay_[d] = stored_entries<Real>(problem.layers.decay[d], axis);
            gain_[d] = stored_entries<Real>(problem.layers.gain[d], axis);
            arguments_.axis[d].psi = psi_[d].data();
            arguments_.axis[d].zeta = zeta_[d].data();
            arguments_.axis[d].decay = decay_[d].data();
            arguments_.axis[d].gain = gain_[d].data();
        }
    }

    /// Adds to the fields after a step what the layers add.
    TwoFields add(const TwoFields& now, const TwoFields& next) {
        const emulator::Arrays<Real> from(layout_, now);
        emulator::Arrays<Real> to(layout_, next);
        arguments_.field.now = from.values[0].data() + layout_.origin;
        arguments_.field.next = to.values[0].data() + layout_.origin;
        arguments_.second_field = {to.values[1].data() + layout_.origin, factor_.data() + layout_.origin};
        BlockEmulator block(9);
        const auto allow = [&](const auto&... lists) { (block.allow(lists.data(), lists.size()), ...); };
        allow(from.values[0], to.values[0], to.values[1], factor_);
        for (std::size_t d = 0; d < 3; ++d) allow(psi_[d], zeta_[d], decay_[d], gain_[d]);
        if (plan_.overlap)
            run<LayerSpec<Real, 3, true>>(block);
        else if (plan_.chunk == 2)
            run<LayerSpec<Real, 2, false>>(block);
        else
            run<LayerSpec<Real, 1, false>>(block);
        return to.logical();
    }

  private:
    template <class Spec>
    void run(BlockEmulator& block) const {
        ASSERT_EQ(plan_.chunk, Spec::chunk);
        run_axis(block, 0, kernels::LayerRows<Spec>::run);
        run_axis(block, 1, [](const auto& a) { kernels::LayerColumns<Spec, 1>::run(a); });
        run_axis(block, 2, [](const auto& a) { kernels::LayerColumns<Spec, 2>::run(a); });
    }
    template <class Kernel>
    void run_axis(BlockEmulator& block, std::size_t d, const Kernel& kernel) const {
        const LayerPlan::Axis& axis = plan_.axes[d];
        if (axis.lines.empty()) return;
        const auto& [x, y, z] = axis.blocks;
        block.launch(x, y, z, axis.threads, axis.shared_bytes, [&] { kernel(arguments_); });
    }

    TtiProblem problem_;
    DeviceLayout layout_;
    LayerPlan plan_;
    std::vector<Real> factor_;
    std::array<std::vector<Real>, 3> psi_, zeta_, decay_, gain_;
    kernels::LayerArguments<Real> arguments_;
};

/// Both fields after three steps of a random medium, less those of the CPU.
template <class Real, bool flat>
double error_of(const Extent& extent, const Widths& width) {
    TtiProblem problem = test::random_tti(extent, TtiForm::k73, 8);
    test::add_random_layers(problem, 9, width);
    EXPECT_EQ(tti_gpu_why_not(problem), "");
    test::TtiRun cpu(problem, 2);
    std::array<TwoFields, 2> levels;  // previous, current
    for (unsigned i = 0; i < 4; ++i) levels[i / 2][i % 2] = test::random_field(extent, i);
    cpu.write(FieldLevel::previous, levels[0]);
    cpu.write(FieldLevel::current, levels[1]);
    problem.precision = sizeof(Real) == 4 ? Precision::float32 : Precision::float64;
    K73LayersOnEmulator<Real> layers(problem);
    for (std::size_t n = 0; n < 3; ++n) {
        const TwoFields& now = levels[1 - n % 2];
        levels[n % 2] = layers.add(now, emulator::step<Real, flat>(problem, now, levels[n % 2]));
    }

    cpu.advance(3);

    return emulator::difference(levels[0], cpu.read(FieldLevel::current));
}

constexpr Extent space{37, 19, 23};
constexpr Extent plane{41, 1, 21};
constexpr Widths all{5, 9, 4, 6, 7, 3};

TEST(K73LayersOnEmulator, AgreeWithTheCpuOnAllSides) {
    EXPECT_LT((error_of<double, false>(space, all)), 1e-14);
    EXPECT_LT((error_of<double, true>(plane, all)), 1e-14);
    EXPECT_LT((error_of<float, false>(space, all)), 1e-5);
    EXPECT_LT((error_of<float, true>(plane, all)), 1e-5);
}

TEST(K73LayersOnEmulator, AgreeWithTheCpuOnEverySideAlone) {
    for (std::size_t side = 0; side < 6; ++side) {
        Widths width{};
        width[side] = all[side];
        EXPECT_LT((error_of<double, false>(space, width)), 1e-14) << side;
        if (side / 2 == 1) continue;
        EXPECT_LT((error_of<double, true>(plane, width)), 1e-14) << side;
    }
}

TEST(K73LayersOnEmulator, AgreeWithTheCpuWhereTheLayersOfTwoSidesMeet) {
    EXPECT_LT((error_of<double, false>({37, 17, 23}, all)), 1e-14);
}

}  // namespace
}  // namespace wavesim
