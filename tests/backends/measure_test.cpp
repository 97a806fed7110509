// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "cases.hpp"
#include "stencils/backend/isa.hpp"
#include "stencils/backend/stopwatch.hpp"
#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/triad.hpp"
#include "stencils/measure/floor.hpp"
#include "stencils/measure/step_energy.hpp"
#include "stencils/measure/step_error.hpp"
#include "stencils/measure/step_timing.hpp"
#include "stencils/measure/triad_rate.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim::testing {
namespace {

const BackendEntry& cpu_backend() { return *find_backend("cpu"); }

TEST(Triad, ComputesInPlaceOnEveryIsa) {
    for (const cpu::Isa isa : cpu::available_isas()) {
        cpu::FieldArray<double> a(37);
        cpu::FieldArray<double> b(37);
        for (int i = 0; i < 37; ++i) {
            a.data()[i] = i;
            b.data()[i] = 2 * i + 1;
        }

        cpu::triad<double>(isa)(a.data(), b.data(), 3.0, 37);

        for (int i = 0; i < 37; ++i) EXPECT_EQ(a.data()[i], 3.0 * (2 * i + 1) - i);
    }
}

/// Whether what is measured again and again comes within 20 % of what is expected: another load may disturb some.
template <class Ratio>
bool comes_near_one(const Ratio& ratio) {
    for (int attempt = 0; attempt < 20; ++attempt)
        if (std::abs(ratio() - 1) < 0.2) return true;
    return false;
}

/// F reads two values per element and writes one: 3 values, as often as a stopwatch beside it says.
TEST(MeasureTriad, CountsThreeValuesPerElement) {
    constexpr std::int64_t elements = 1 << 14;  // in the cache, where rates are steady
    EXPECT_TRUE(comes_near_one([] {
        cpu::FieldArray<float> a(elements);
        cpu::FieldArray<float> b(elements);
        std::fill_n(a.data(), elements, 0.5F);
        std::fill_n(b.data(), elements, 0.25F);
        const auto triad = cpu::triad<float>(cpu::choose_isa(""));
        double best_s = 1e9;
        for (int i = 0; i < 200; ++i) {
            const Stopwatch watch;
            for (int sweep = 0; sweep < 16; ++sweep) triad(a.data(), b.data(), 1.5F, elements);
            best_s = std::min(best_s, watch.seconds() / 16);
        }
        return measure_triad(elements, Precision::float32, 1, 0.01) / (12.0 * elements / best_s);
    }));
}

/// F that takes 1, 2, 4, 8, ... s per element.
class SlowerFloor : public TriadRate {
  public:
    double run(int sweeps) override {
        sweeps_.push_back(sweeps);
        return std::exp2(static_cast<double>(sweeps_.size() - 1));
    }
    std::vector<int> sweeps_;
};

TEST(FloorsBeside, AreTheMeansOfFBeforeAndAfterEachCall) {
    SlowerFloor floor;
    std::vector<std::size_t> floors_before;

    const std::vector<double> floors =
        floors_beside(floor, 7, 3, [&] { floors_before.push_back(floor.sweeps_.size()); });

    EXPECT_EQ(floors, (std::vector<double>{1.5, 3, 6}));
    EXPECT_EQ(floors_before, (std::vector<std::size_t>{1, 2, 3}));
    EXPECT_EQ(floor.sweeps_, std::vector<int>(4, 7));
}

TEST(MeasureStep, DescribesWhatItTimed) {
    const ScalarProblem problem = bare_problem({40, 20, 10}, contract_stencils()[0].stencil, Precision::float32);

    const StepTiming timing = measure_step(problem, cpu_backend(), {1, "x86-64-v2"}, 3);

    EXPECT_EQ(timing.points, 7);
    EXPECT_EQ(timing.extent, problem.extent);
    EXPECT_EQ(timing.isa, "x86-64-v2");
    EXPECT_LE(timing.ctpn_min_s, timing.ctpn_s);
    EXPECT_LE(timing.ctpn_s, timing.ctpn_max_s);
    EXPECT_DOUBLE_EQ(timing.nodes_per_s * timing.ctpn_s, 1);
    EXPECT_DOUBLE_EQ(timing.bytes_per_s * timing.ctpn_s, 12);
    EXPECT_GT(timing.ratio_to_floor, 0);
    const StepTiming one = measure_step(problem, cpu_backend(), {1, ""}, 1);
    EXPECT_DOUBLE_EQ(one.ratio_to_floor, one.ctpn_s / one.floor_ctpn_s);
}

TEST(MeasureWholeStep, ComparesWithTheSameGridWithoutPasses) {
    ScalarProblem problem = bare_problem({40, 20, 10}, contract_stencils()[0].stencil, Precision::float32);
    add_random_passes(problem, 5);

    const WholeStepTiming timing = measure_whole_step(problem, cpu_backend(), {1, ""}, 3);

    EXPECT_GT(timing.bulk_ctpn_s, 0);
    EXPECT_GT(timing.ratio_to_bulk, 0);
    std::vector<std::string> names;
    for (const WholeStepTiming::Phase& phase : timing.phases) names.push_back(phase.name);
    EXPECT_EQ(names, (std::vector<std::string>{"bulk", "walls", "solids", "sources", "receivers"}));
    EXPECT_GT(timing.phases[0].seconds_per_step, 0);
    problem.walls.solids.clear();
    problem.sources.clear();
    EXPECT_EQ(measure_whole_step(problem, cpu_backend(), {1, ""}, 1).phases.size(), 3u);
}

TEST(MeasureWholeStep, LayersAreAPhaseOfTheirOwn) {
    ScalarProblem problem = bare_problem({40, 30, 30}, make_stencil("leggy-2", 3), Precision::float32);
    add_random_layers(problem, 2, false, 5);
    ASSERT_TRUE(problem.layers.any());

    const WholeStepTiming timing = measure_whole_step(problem, cpu_backend(), {1, ""}, 1);

    ASSERT_EQ(timing.phases.size(), 2u);
    EXPECT_EQ(timing.phases[1].name, std::string("layers"));
}

double cpu_ctpn(const StencilProblem& problem, double triad, int threads, const std::string& isa,
                std::int64_t steps_between_looks = std::numeric_limits<std::int64_t>::max()) {
    Machine machine;
    machine.triad = {triad, triad};
    machine.threads = threads;
    machine.isa = isa;
    const Proposal proposal = find_backend("cpu")->propose(problem, machine, steps_between_looks);
    EXPECT_EQ(proposal.why_not, "");
    return proposal.ctpn_s;
}

TEST(PerformanceModel, GrowsWithMemoryTrafficAndArithmetic) {
    const auto stencils = contract_stencils();
    const ScalarProblem small = bare_problem({64, 64, 64}, stencils[0].stencil, Precision::float32);
    const ScalarProblem large = bare_problem({64, 64, 64}, stencils[9].stencil, Precision::float32);
    const double slow_memory = 1e9;

    // Two steps at a time read and write either field once; rows that feel layers across rows go one by one.
    EXPECT_GE(cpu_ctpn(small, slow_memory, 2, "x86-64-v3"), 8 / slow_memory);
    EXPECT_LT(cpu_ctpn(small, slow_memory, 2, "x86-64-v3"), 12 / slow_memory);
    ScalarProblem layered = small;
    layered.layers.width[2] = 1;
    EXPECT_GT(cpu_ctpn(layered, slow_memory, 2, "x86-64-v3"), cpu_ctpn(small, slow_memory, 2, "x86-64-v3"));
    layered.layers.width[2] = 31;
    EXPECT_GE(cpu_ctpn(layered, slow_memory, 2, "x86-64-v3"), 12 / slow_memory);
    // So do slabs that are too thin, corrections that read further away than the stencil, and looks at every step.
    EXPECT_LT(cpu_ctpn(small, slow_memory, 16, "x86-64-v3"), 12 / slow_memory);
    EXPECT_GE(cpu_ctpn(small, slow_memory, 20, "x86-64-v3"), 12 / slow_memory);
    ScalarProblem far = small;
    const std::int64_t node = far.extent.index(9, 9, 9);
    far.walls.corrections.add(node, {{far.extent.nx, 0.1}});
    EXPECT_LT(cpu_ctpn(far, slow_memory, 2, "x86-64-v3"), 12 / slow_memory);
    far.walls.corrections = {};
    far.walls.corrections.add(node, {{2 * far.extent.nx, 0.1}});
    EXPECT_GE(cpu_ctpn(far, slow_memory, 2, "x86-64-v3"), 12 / slow_memory);
    EXPECT_GE(cpu_ctpn(small, slow_memory, 2, "x86-64-v3", 1), 12 / slow_memory);
    EXPECT_GT(cpu_ctpn(small, slow_memory, 2, "x86-64-v3", 3), cpu_ctpn(small, slow_memory, 2, "x86-64-v3", 4));
    EXPECT_GT(cpu_ctpn(large, 1e12, 1, "x86-64-v3"), cpu_ctpn(small, 1e12, 1, "x86-64-v3"));
    EXPECT_GT(cpu_ctpn(large, 1e12, 1, "x86-64-v2"), cpu_ctpn(large, 1e12, 1, "x86-64-v4"));
    EXPECT_GT(cpu_ctpn(large, 1e12, 1, "x86-64-v3"), cpu_ctpn(large, 1e12, 4, "x86-64-v3"));
    ScalarProblem twice = large;
    twice.precision = Precision::float64;
    EXPECT_GT(cpu_ctpn(twice, 1e10, 2, "x86-64-v3"), cpu_ctpn(large, 1e10, 2, "x86-64-v3"));
}

TEST(PerformanceModel, LayersOfTiltedMediaTakeTheirTimeOnACpu) {
    TtiProblem tilted;
    static_cast<StencilProblem&>(tilted) =
        bare_problem({256, 256, 256}, make_stencil("leggy-4", 3), Precision::float32);
    tilted.halo.fill(HaloRule::zero);
    const auto ctpn = [&tilted](TtiForm form, std::int64_t width) {
        tilted.medium = TtiShape{form};
        tilted.layers.width.fill(width);
        return cpu_ctpn(tilted, 5e10, 2, "x86-64-v4");
    };

    // Measured with two threads of a Zen 4 core, 2.2 to 2.9, 4.5, 5.0 to 6.4 and 8.8 ns.
    EXPECT_NEAR(ctpn(TtiForm::k73, 0), 2.5e-9, 0.5e-9);
    EXPECT_NEAR(ctpn(TtiForm::k73, 10), 4.5e-9, 0.8e-9);
    EXPECT_NEAR(ctpn(TtiForm::self_adjoint, 0), 5.6e-9, 0.8e-9);
    EXPECT_NEAR(ctpn(TtiForm::self_adjoint, 20), 8.8e-9, 1.5e-9);
}

TEST(MeasureStep, SaysItsFloorAndNeedsMemoryForIt) {
    const ScalarProblem problem = bare_problem({40, 20, 10}, contract_stencils()[0].stencil, Precision::float64);

    const StepTiming timing = measure_step(problem, cpu_backend(), {1, ""}, 2);

    EXPECT_DOUBLE_EQ(timing.floor_bytes_per_s * timing.floor_ctpn_s, 24);
    EXPECT_EQ(timing.facts.tile, "");
    EXPECT_EQ(measure_bytes(problem, cpu_backend(), {}).host,
              cpu_backend().propose(problem, {}).host_bytes + 2 * 8 * 8000);
    EXPECT_EQ(measure_bytes(problem, cpu_backend(), {}).device, 0);
    // Where the processors show their energy.
    EXPECT_EQ(measure_energy(problem, cpu_backend(), {1, ""}, 0.01).has_value(),
              energy_meter(cpu_backend(), 0)().joules.has_value());
}

TEST(MeasureError, IsRoundingInFloatAndNothingInDouble) {
    ScalarProblem problem = bare_problem({8, 8, 8}, contract_stencils()[3].stencil, Precision::float32);
    const auto in_float = measure_error(problem, cpu_backend(), {2, ""}, {});
    problem.precision = Precision::float64;
    const auto in_double = measure_error(problem, cpu_backend(), {2, ""}, {});

    ASSERT_TRUE(in_float && in_double);
    EXPECT_GT(*in_float, 1e-9);
    EXPECT_LT(*in_float, 2e-6);
    EXPECT_EQ(*in_double, 0);
}

TEST(MeasureError, HasTheAbsorbingLayersOfTheProblem) {
    ScalarProblem problem = bare_problem({40, 36, 32}, make_stencil("leggy-2", 3), Precision::float32);
    problem.courant = 0.4;
    problem.halo.fill(HaloRule::zero);
    const auto without = measure_error(problem, cpu_backend(), {2, ""}, {});
    problem.layers.half_order = 2;
    problem.layers.width = {0, 6, 5, 0, 6, 6};
    for (std::size_t d = 0; d < 3; ++d) {
        problem.layers.decay[d].assign(static_cast<std::size_t>(problem.extent.along(static_cast<int>(d))), 1);
        problem.layers.gain[d].assign(problem.layers.decay[d].size(), 0);
    }
    problem.layers.decay[0].back() = 0.8;
    problem.layers.gain[0].back() = -0.2;
    const auto with = measure_error(problem, cpu_backend(), {2, ""}, {});
    problem.layers.gain[1].front() = -0.2;
    const auto with_more = measure_error(problem, cpu_backend(), {2, ""}, {});

    ASSERT_TRUE(without && with && with_more);
    EXPECT_NE(*with, *without);
    EXPECT_NE(*with_more, *with);
    EXPECT_LT(*with_more, 2e-6);
}

TEST(BackendRegistry, KnowsTheCpuAndSaysWhyNot) {
    ASSERT_NE(find_backend("cpu"), nullptr);
    EXPECT_EQ(find_backend("cp"), nullptr);
    ScalarProblem problem = bare_problem({4, 3, 4}, contract_stencils()[0].stencil, Precision::float32);
    EXPECT_EQ(cpu_backend().propose(problem, {}).why_not, "");
    problem.stencil.dims = 2;
    EXPECT_NE(cpu_backend().propose(problem, {}).why_not.find("one node along y"), std::string::npos);
    problem.stencil = random_stencil({{1, 0, 0}, {25, 0, 0}}, 3, 1);
    EXPECT_NE(cpu_backend().propose(problem, {}).why_not.find("further than 24"), std::string::npos);
    problem.stencil = random_stencil({{1, 0, 0}, {24, 7, 0}}, 3, 1);
    EXPECT_EQ(cpu_backend().propose(problem, {}).why_not, "");
    problem.extent.nx = 0;
    EXPECT_NE(cpu_backend().propose(problem, {}).why_not, "");
}

TEST(BackendRegistry, CountsTheBytesOfBothLevels) {
    const ScalarProblem problem = bare_problem({100, 80, 60}, contract_stencils()[0].stencil, Precision::float64);
    const std::int64_t least = 2 * 8 * problem.extent.nodes();
    EXPECT_GE(cpu_backend().propose(problem, {}).host_bytes, least);
    EXPECT_LT(cpu_backend().propose(problem, {}).host_bytes, least * 14 / 10);
}

}  // namespace
}  // namespace wavesim::testing
