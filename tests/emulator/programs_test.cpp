// SPDX-License-Identifier: MIT
// The kernel of stencil programs, with the text that the run-time compiler gets, run thread by thread on the CPU and
// compared with the reference that carries out the formula as it is written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "barrier_drops.hpp"
#include "program_specs.hpp"
#include "programs/program_file.hpp"
#include "programs/program_layout.hpp"
#include "programs/reference.hpp"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::PlantedFaults;
using emulator::Violation;

/// A field as a GPU has it, aligned as there.
template <class Real>
class PaddedField {
  public:
    PaddedField(const StencilProgram& program, const Extent& inner, const std::vector<Real>& values)
        : layout(program, inner), store_(static_cast<std::size_t>(layout.size()) + 128 / sizeof(Real)) {
        const auto address = reinterpret_cast<std::uintptr_t>(store_.data());
        base_ = store_.data() + (128 - address % 128) / sizeof(Real);
        layout.each_row([&](std::int64_t at, std::int64_t logical, std::int64_t count) {
            std::copy_n(values.data() + logical, count, base_ + at);
        });
    }
    std::vector<Real> values(std::size_t count) const {
        std::vector<Real> result(count);
        layout.each_row([&](std::int64_t at, std::int64_t logical, std::int64_t length) {
            std::copy_n(base_ + at, length, result.data() + logical);
        });
        return result;
    }
    Real* origin() const { return base_ + layout.origin(); }
    void allow(BlockEmulator& emulator) const { emulator.allow(base_, static_cast<std::size_t>(layout.size())); }

    ProgramLayout layout;

  private:
    std::vector<Real> store_;
    Real* base_;
};

Extent odd_extent(int dims) { return dims == 3 ? Extent{39, 13, 11} : Extent{147, 1, 23}; }
constexpr std::uint64_t seed_of_values = 7;

template <class Spec, int Late = 0>
std::vector<typename Spec::Real> emulate(const StencilProgram& program, const Extent& inner, int passes,
                                         BlockEmulator& emulator) {
    using Real = typename Spec::Real;
    using Kernel = kernels::Blocking<Spec, Late>;
    BlockingConfiguration configuration;
    change_configuration(configuration, Spec::configuration);
    const std::vector<Real> start = sample_field<Real>(ProgramField(program, inner), seed_of_values);
    PaddedField<Real> a(program, inner, start);
    PaddedField<Real> b(program, inner, start);
    a.allow(emulator);
    b.allow(emulator);
    const BlockingGrid grid = blocking_grid(program, inner, configuration);
    for (int pass = 0; pass < passes; ++pass) {
        const PaddedField<Real>& from = pass % 2 == 0 ? a : b;
        const PaddedField<Real>& to = pass % 2 == 0 ? b : a;
        const auto g = blocking_arguments(from.layout, inner, grid.chunk, from.origin(), to.origin());
        emulator.launch(grid.x, grid.y, grid.z, Kernel::threads, Kernel::shared_bytes, [&] { Kernel::run(g); });
    }
    return (passes % 2 == 0 ? a : b).values(start.size());
}

/// Largest difference to the reference in double, over the largest value.
template <class Real>
double error_of(const StencilProgram& program, const Extent& inner, int iterations, const std::vector<Real>& found) {
    const std::vector<Real> start = sample_field<Real>(ProgramField(program, inner), seed_of_values);
    std::vector<double> exact(start.begin(), start.end());
    run_reference(program, inner, exact, iterations, 1);
    double error = 0;
    double most = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) {
        if (!std::isfinite(found[i])) return std::numeric_limits<double>::infinity();
        error = std::max(error, std::abs(found[i] - exact[i]));
        most = std::max(most, std::abs(exact[i]));
    }
    return error / most;
}

/// Sums of at most 125 products of positive weights whose sum is at most 1: each product and sum rounds once, relative
/// to values of the same size, and errors of earlier iterations do not grow. The bound is therefore operations times
/// iterations times half a unit in the last place; sums of random roundings stay far below it.
template <class Real>
double tolerance(const StencilProgram& program, int iterations) {
    const double unit = sizeof(Real) == 4 ? 0x1p-24 : 0x1p-53;
    return unit * iterations * (flops_of(program.formula) + 1);
}

template <class Spec>
class ProgramsOnEmulator : public ::testing::Test {};
TYPED_TEST_SUITE(ProgramsOnEmulator, ProgramCases);

TYPED_TEST(ProgramsOnEmulator, AgreeWithTheFormulaOnOddSizesInAnyThreadOrder) {
    using Real = typename TypeParam::Real;
    const StencilProgram program = shipped_program(TypeParam::program);
    for (const std::uint64_t seed : {1u, 2u}) {
        BlockEmulator emulator(seed);
        const Extent inner = odd_extent(program.dims);
        const std::vector<Real> found = emulate<TypeParam>(program, inner, 2, emulator);
        EXPECT_LE(error_of(program, inner, 2 * TypeParam::levels, found),
                  tolerance<Real>(program, 2 * TypeParam::levels))
            << TypeParam::program << " " << TypeParam::configuration;
    }
}

TYPED_TEST(ProgramsOnEmulator, AgreeOnGridsSmallerThanTheirRing) {
    using Real = typename TypeParam::Real;
    const StencilProgram program = shipped_program(TypeParam::program);
    BlockEmulator emulator(3);
    const Extent inner{1, 1, 2};
    const std::vector<Real> found = emulate<TypeParam>(program, inner, 1, emulator);
    EXPECT_LE(error_of(program, inner, TypeParam::levels, found), tolerance<Real>(program, TypeParam::levels));
}

TYPED_TEST(ProgramsOnEmulator, NeedEveryBarrier) {
    using Kernel = kernels::Blocking<TypeParam>;
    if (!Kernel::shared) GTEST_SKIP() << "neighbours come from other lanes: there is no barrier";
    const StencilProgram program = shipped_program(TypeParam::program);
    EXPECT_EQ(emulator::barriers_that_nobody_needs([&](std::uint64_t seed, const PlantedFaults& faults) {
                  BlockEmulator emulator(seed, faults);
                  const Extent inner = odd_extent(program.dims);
                  const auto found = emulate<TypeParam>(program, inner, 1, emulator);
                  return !(error_of(program, inner, TypeParam::levels, found) <=
                           tolerance<typename TypeParam::Real>(program, TypeParam::levels));
              }),
              "");
}

TYPED_TEST(ProgramsOnEmulator, FindALevelThatIsOnePlaneLate) {
    if (TypeParam::levels == 1) GTEST_SKIP() << "one level: none is behind another";
    const StencilProgram program = shipped_program(TypeParam::program);
    BlockEmulator emulator(4);
    const Extent inner = odd_extent(program.dims);
    const auto found = emulate<TypeParam, 1>(program, inner, 1, emulator);
    EXPECT_GT(error_of(program, inner, TypeParam::levels, found), 1e-3);
}

/// Bits by program, sums and precision: schemes, tiles, levels and divisions may not change them.
struct Bits {
    std::string configuration;
    std::vector<unsigned char> bytes;
};
std::map<std::string, Bits>& known_bits() {
    static std::map<std::string, Bits> bits;
    return bits;
}

TYPED_TEST(ProgramsOnEmulator, GiveTheSameBitsInEveryConfigurationWithTheSameSums) {
    using Real = typename TypeParam::Real;
    constexpr int iterations = 12;
    static_assert(iterations % TypeParam::levels == 0);
    const StencilProgram program = shipped_program(TypeParam::program);
    BlockingConfiguration configuration;
    change_configuration(configuration, TypeParam::configuration);
    const Extent inner = program.dims == 3 ? Extent{17, 9, 7} : Extent{61, 1, 19};
    BlockEmulator emulator(5);
    const std::vector<Real> found = emulate<TypeParam>(program, inner, iterations / TypeParam::levels, emulator);
    const auto* const first = reinterpret_cast<const unsigned char*>(found.data());
    const std::vector<unsigned char> bytes(first, first + found.size() * sizeof(Real));
    const std::string key =
        program.name + " " + std::string(word_of(configuration.sums)) + " " + std::to_string(sizeof(Real));
    const auto [before, is_first] = known_bits().try_emplace(key, Bits{TypeParam::configuration, bytes});
    EXPECT_EQ(before->second.bytes, bytes)
        << key << ": " << TypeParam::configuration << " against " << before->second.configuration;
}

}  // namespace
}  // namespace wavesim
