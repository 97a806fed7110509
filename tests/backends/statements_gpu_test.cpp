// SPDX-License-Identifier: MIT
// Programs on a GPU: the bits of the CPU backend for every shipped program, and Rayleigh waves of a closed form.
#include <gtest/gtest.h>

#include <cmath>

#include "backends/machine_here.hpp"
#include "backends/resumed.hpp"
#include "emulator/statement_cases.hpp"
#include "io/scene/elastic_waves.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/gpu/statements/statement_maker.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim::test {
namespace {

const BackendEntry& statements() { return *find_backend("statements"); }

class StatementsOnGpu : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    }
};
class StatementCasesOnGpu : public ::testing::TestWithParam<std::size_t> {
  protected:
    void SetUp() override {
        if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    }
    static ProgramProblem problem() {
        ProgramProblem problem = problem_of(statement_cases()[GetParam()]);
        const std::int64_t nodes = problem.extent.nodes();
        problem.receivers = {{{nodes / 2, nodes / 2 + 1}, {0.25, 0.75}}, {{nodes - 1}, {1}}};
        return problem;
    }
};

/// The name on a GPU of an array of the CPU's state, after an even number of steps.
template <class Real>
std::span<Real> same_array(MemoryState& on_gpu, const std::string& name) {
    if (on_gpu.holds(name)) return on_gpu.values<Real>(name);
    if (name.ends_with("_old")) return on_gpu.values<Real>(name.substr(0, name.size() - 4) + "_odd");
    return on_gpu.values<Real>(name + "_even");
}

/// Puts random values into all fields of a state of the CPU, and the same into one of the GPU.
template <class Real>
void fill(MemoryState& on_cpu, MemoryState& on_gpu) {
    std::mt19937 random(9);
    std::uniform_real_distribution<double> any(-1, 1);
    for (const ArrayInfo& info : on_cpu.arrays()) {
        if (info.name == "step") continue;
        const std::span<Real> values = on_cpu.values<Real>(info.name);
        for (Real& value : values) value = static_cast<Real>(any(random));
        const std::span<Real> same = same_array<Real>(on_gpu, info.name);
        ASSERT_EQ(same.size(), values.size()) << info.name;
        std::ranges::copy(values, same.begin());
    }
}

/// With the schedule of a case, such as one with stages on the chip.
std::unique_ptr<StencilBackend> open_by_schedule(const ProgramProblem& problem, std::size_t number) {
    return make_statement_cuda_backend(problem, {problem.kind(), problem, schedule_of(number)}, {});
}

template <class Real>
void expect_the_bits_of_the_cpu(const ProgramProblem& problem, std::unique_ptr<StencilBackend> gpu) {
    const auto cpu = find_backend("cpu")->open(problem, {});
    MemoryState on_gpu = saved(*gpu), on_cpu = saved(*cpu);
    fill<Real>(on_cpu, on_gpu);
    gpu->load(on_gpu);
    cpu->load(on_cpu);
    for (const auto& backend : {gpu.get(), cpu.get()}) {
        backend->advance(1);
        backend->advance(17);
    }
    MemoryState gpu_after = saved(*gpu), cpu_after = saved(*cpu);
    for (const ArrayInfo& info : cpu_after.arrays()) {
        if (info.name == "step") continue;
        const std::span<Real> expected = cpu_after.values<Real>(info.name);
        const std::span<Real> found = same_array<Real>(gpu_after, info.name);
        std::size_t different = 0;
        for (std::size_t i = 0; i < expected.size(); ++i) different += expected[i] == found[i] ? 0 : 1;
        EXPECT_EQ(different, 0U) << info.name << " of " << expected.size();
    }
    std::vector<double> heard, expected;
    gpu->take_traces(heard);
    cpu->take_traces(expected);
    ASSERT_EQ(heard.size(), expected.size());
    const FieldHealth health = gpu->health(), expected_health = cpu->health();
    double loudest = 0;
    for (const double value : expected) loudest = std::max(loudest, std::abs(value));
    for (std::size_t i = 0; i < heard.size(); ++i) EXPECT_NEAR(heard[i], expected[i], 1e-14 * loudest) << i;
    EXPECT_EQ(health.peak, expected_health.peak);
    EXPECT_NEAR(health.change, expected_health.change, 1e-10 * expected_health.change);
    EXPECT_FALSE(health.first_bad.has_value());
}

TEST_P(StatementCasesOnGpu, HaveTheBitsOfTheCpu) {
    const ProgramProblem given = problem();
    for (const bool usual : {true, false}) {
        auto gpu = usual ? statements().open(given, {}) : open_by_schedule(given, GetParam());
        if (given.precision == Precision::float32)
            expect_the_bits_of_the_cpu<float>(given, std::move(gpu));
        else
            expect_the_bits_of_the_cpu<double>(given, std::move(gpu));
    }
}

TEST_P(StatementCasesOnGpu, GoOnFromTheirStates) {
    for (const std::int64_t steps : {6, 7}) {
        const auto straight = statements().open(problem(), {});
        const auto resumed = open_by_schedule(problem(), GetParam());
        straight->advance(steps);
        resumed->advance(3);
        expect_to_go_on(*straight, *resumed, 9);
    }
}

INSTANTIATE_TEST_SUITE_P(Programs, StatementCasesOnGpu, ::testing::Range(std::size_t{0}, statement_cases().size()));

StatementCase large(const char* program, Precision precision) {
    return {program, "leggy-2", {301, 203, 97}, mixed_sides, precision, true};
}

TEST_F(StatementsOnGpu, ForecastTheirDeviceMemory) {
    for (const Precision precision : {in_float, in_double}) {
        ProgramProblem problem = problem_of(large("elastic_3d", precision));
        problem.parameters[1].assign(static_cast<std::size_t>(problem.extent.nodes()), 1000);  // all vary
        problem.kind().varying = 4;
        problem.receivers.assign(100, {{5, 6}, {0.5, 0.5}});
        statements().open(problem_of({"elastic_3d", "leggy-2", {9, 8, 7}, rigid_sides, precision}),
                          {});  // shared parts
        const std::int64_t free = open_gpu(0).memory_free;
        const auto backend = statements().open(problem, {});
        const auto taken = static_cast<double>(free - open_gpu(0).memory_free);
        EXPECT_NEAR(static_cast<double>(statements().propose(problem, machine_here()).device_bytes) / taken, 1, 0.02)
            << taken;
    }
}

TEST_F(StatementsOnGpu, ReadTheFieldWhileTimeGoesOn) {
    const ProgramProblem problem = problem_of(large("vti", in_float));
    const auto watched = statements().open(problem, {});
    const auto straight = statements().open(problem, {});
    const Extent& n = problem.extent;
    const NodeBox box{{3, 0, 2}, {n.nx, n.ny, n.nz}, 5};
    std::vector<double> found(static_cast<std::size_t>(box.extent().nodes())), expected(found.size());
    for (const std::int64_t steps : {5, 8}) {
        watched->advance(steps);
        straight->advance(steps);
        straight->read(FieldLevel::current, box, expected);
        watched->start_read(box, found);
        watched->start_advance(3);
        watched->finish_read();
        watched->finish_advance();
        straight->advance(3);
        EXPECT_EQ(found, expected);
    }
    EXPECT_GT(*std::ranges::max_element(expected), 0);
}

TEST_F(StatementsOnGpu, FindFieldsThatAreNotFinite) {
    ProgramProblem problem = problem_of(large("elastic_3d", in_float));
    problem.parameters[0][12345] = NAN;
    const auto backend = statements().open(problem, {});
    backend->advance(40);
    EXPECT_TRUE(backend->health().first_bad.has_value());
    std::vector<double> value(1);
    EXPECT_THROW(backend->read(FieldLevel::previous, {{0, 0, 0}, {1, 1, 1}}, value), std::logic_error);
}

/// Velocity of the surface along an axis, one value per step, of elastic rock that a buried line source shakes. It is
/// recorded ten shear wavelengths away.
std::vector<double> surface_velocity(const std::string& field, double fast, double slow, double density, double spacing,
                                     double time_step, std::int64_t depth, std::int64_t at,
                                     const std::vector<double>& signal) {
    ProblemShape shape;
    shape.extent = {400, 1, 250};
    shape.precision = Precision::float64;
    shape.stencil = make_stencil("leggy-2", 2);
    shape.halo = rigid_sides;
    shape.halo[4] = release;
    const auto program = std::make_shared<const equations::Program>(changed_program("elastic"));
    const auto& fields = program->declared.fields;
    const auto heard = std::ranges::find(fields, field, &equations::Field::name) - fields.begin();
    shape.medium = ProgramShape{program, static_cast<int>(heard), time_step, spacing, 0};
    ProgramProblem problem(shape);
    problem.parameters = {{fast}, {slow}, {density}};
    problem.sources = {{{{shape.extent.index(0, 0, depth)}, {1}}, signal}};
    // vz lies half a cell below its node: its value on the surface is that of a polynomial of degree 5.
    const std::vector<double> weights =
        field == "vx" ? std::vector<double>{15.0 / 8, -10.0 / 8, 3.0 / 8} : std::vector<double>{6, -15, 20, -15, 6, -1};
    PointWeights receiver{{}, weights};
    for (std::size_t z = 0; z < weights.size(); ++z)
        receiver.nodes.push_back(shape.extent.index(at, 0, static_cast<std::int64_t>(z)));
    problem.receivers = {receiver};
    const auto backend = statements().open(problem, {});
    backend->advance(static_cast<std::int64_t>(signal.size()) + 1);
    std::vector<double> heard_values;
    backend->take_traces(heard_values);
    heard_values.erase(heard_values.begin());
    return heard_values;
}

/// Lamb's problem with a buried line source, as on the CPU (elastic_programs_test.cpp): 20 nodes per shear wavelength
/// of the peak frequency. The side through the source makes a second one of it.
TEST_F(StatementsOnGpu, SurfaceWavesAreThoseOfTheClosedForm) {
    constexpr double fast = 1732, slow = 1000, density = 2300, spacing = 5;
    constexpr double frequency = slow / (20 * spacing), delay = 1.2 / frequency;
    constexpr std::int64_t depth = 10, at = 200;
    const double time_step = 0.5 * stable_step(changed_program("elastic"), 2, spacing, {fast, slow, density});
    const auto steps = static_cast<std::size_t>((200 * spacing / (0.92 * slow) + 2.1 / frequency) / time_step);
    const auto slope = [&](double t) {
        const double u = M_PI * frequency * (t - delay);
        return M_PI * frequency * (4 * u * u * u - 6 * u) * std::exp(-u * u);
    };
    std::vector<double> signal;
    for (std::size_t n = 0; n < steps; ++n) {
        const double u = std::pow(M_PI * frequency * ((static_cast<double>(n) + 0.5) * time_step - delay), 2);
        signal.push_back(time_step * (1 - 2 * u) * std::exp(-u) / (spacing * spacing));
    }
    const double until = static_cast<double>(steps) * time_step;
    const auto surface = [&](double cells) {
        return SurfaceOfHalfSpace(cells * spacing, (depth + 0.5) * spacing, fast, slow, density, until);
    };
    for (const bool down : {true, false}) {
        const std::vector<double> found =
            surface_velocity(down ? "vz" : "vx", fast, slow, density, spacing, time_step, depth, at, signal);
        const double beyond = down ? 0 : 0.5;  // the sources lie at -1/2 and 1/2 cells, vz at + 1/2 and vx at + 1
        const std::array<SurfaceOfHalfSpace, 2> exact{surface(at + beyond), surface(at + 1 + beyond)};
        double most = 0, worst = 0;
        for (std::size_t n = 0; n < steps; n += 3) {
            const double t = (static_cast<double>(n) + 0.5) * time_step;
            const auto first = exact[0].at(t, slope), second = exact[1].at(t, slope);
            const double expected = down ? first.down + second.down : first.along + second.along;
            most = std::max(most, std::abs(expected));
            worst = std::max(worst, std::abs(found[n] - expected));
        }
        EXPECT_LT(worst, 0.02 * most) << (down ? "vz" : "vx");
    }
}

}  // namespace
}  // namespace wavesim::test
