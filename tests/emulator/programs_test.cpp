// SPDX-License-Identifier: MIT
// The kernel of stencil programs, with the text that the run-time compiler gets, run thread by thread on the CPU and
// compared with the reference that carries out the formula as it is written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>

#include "barrier_drops.hpp"
#include "io/program/program_file.hpp"
#include "program_specs.hpp"
#include "stencils/programs/blocking_configuration.hpp"
#include "stencils/programs/reference.hpp"

namespace wavesim {
namespace {

using emulator::BlockEmulator;
using emulator::PlantedFaults;
using emulator::Violation;

/// A field in the layout of a GPU: rows padded, so that a thread's nodes are one aligned access.
template <class Real>
class PaddedField {
  public:
    static constexpr int lead = 32;
    PaddedField(const StencilProgram& program, const Extent& inner, const std::vector<Real>& values)
        : field_(program, inner), inner_(inner) {
        pitch_ = (lead + inner.nx + field_.rx + 31) / 32 * 32;
        const std::int64_t rows = field_.whole.ny * field_.whole.nz;
        store_.assign(static_cast<std::size_t>(pitch_ * rows) + 32, Real(0));
        const auto address = reinterpret_cast<std::uintptr_t>(store_.data());
        base_ = store_.data() + (128 - address % 128) / sizeof(Real) % (128 / sizeof(Real));
        each([&](std::int64_t at, std::int64_t logical) { base_[at] = values[static_cast<std::size_t>(logical)]; });
    }
    std::vector<Real> values() const {
        std::vector<Real> result(static_cast<std::size_t>(field_.whole.nodes()));
        each([&](std::int64_t at, std::int64_t logical) { result[static_cast<std::size_t>(logical)] = base_[at]; });
        return result;
    }
    Real* origin() const { return base_ + lead + pitch_ * (field_.ry + field_.whole.ny * field_.rx); }
    std::int64_t pitch() const { return pitch_; }
    std::int64_t plane() const { return pitch_ * field_.whole.ny; }
    void allow(BlockEmulator& emulator) const {
        emulator.allow(base_, static_cast<std::size_t>(pitch_ * field_.whole.ny * field_.whole.nz));
    }

  private:
    template <class Body>
    void each(const Body& body) const {
        for (std::int64_t z = -field_.rx; z < inner_.nz + field_.rx; ++z)
            for (std::int64_t y = -field_.ry; y < inner_.ny + field_.ry; ++y)
                for (std::int64_t x = -field_.rx; x < inner_.nx + field_.rx; ++x)
                    body(lead + x + pitch_ * (y + field_.ry + field_.whole.ny * (z + field_.rx)),
                         field_.index(x, y, z));
    }
    ProgramField field_;
    Extent inner_;
    std::int64_t pitch_;
    std::vector<Real> store_;
    Real* base_;
};

Extent odd_extent(int dims) { return dims == 3 ? Extent{39, 13, 11} : Extent{147, 1, 23}; }
constexpr std::uint64_t seed_of_values = 7;

template <class Spec>
std::vector<typename Spec::Real> emulate(const StencilProgram& program, const Extent& inner, int passes,
                                         BlockEmulator& emulator) {
    using Real = typename Spec::Real;
    using Kernel = kernels::Blocking<Spec>;
    BlockingConfiguration configuration;
    change_configuration(configuration, Spec::configuration);
    const std::vector<Real> start = sample_field<Real>(ProgramField(program, inner), seed_of_values);
    PaddedField<Real> a(program, inner, start);
    PaddedField<Real> b(program, inner, start);
    a.allow(emulator);
    b.allow(emulator);
    const int chunk = static_cast<int>(configuration.stream == 0 ? inner.nz : configuration.stream);
    const auto blocks = [](std::int64_t nodes, int of_block) { return static_cast<int>((nodes + of_block - 1) / of_block); };
    for (int pass = 0; pass < passes; ++pass) {
        const PaddedField<Real>& from = pass % 2 == 0 ? a : b;
        const PaddedField<Real>& to = pass % 2 == 0 ? b : a;
        const kernels::BlockingArguments<Real> g{from.origin(),
                                                 to.origin(),
                                                 static_cast<int>(inner.nx),
                                                 static_cast<int>(inner.ny),
                                                 static_cast<int>(inner.nz),
                                                 -PaddedField<Real>::lead,
                                                 static_cast<int>(from.pitch()) - PaddedField<Real>::lead,
                                                 from.pitch(),
                                                 from.plane(),
                                                 chunk};
        emulator.launch(blocks(inner.nx, Kernel::valid_x), blocks(inner.ny, Kernel::valid_y), blocks(inner.nz, chunk),
                        Kernel::threads, Kernel::shared_bytes, [&] { Kernel::run(g); });
    }
    return (passes % 2 == 0 ? a : b).values();
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
        // A value that is no number must not get lost.
        const double difference = std::abs(found[i] - exact[i]);
        error = difference <= error ? error : difference;
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

/// A Spec whose formula is told a plane too late of the level before.
template <class Spec>
struct OnePlaneLate : Spec {
    static constexpr int planes = Spec::planes;
};

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
    EXPECT_EQ(before->second.bytes, bytes) << key << ": " << TypeParam::configuration << " against "
                                           << before->second.configuration;
}

}  // namespace
}  // namespace wavesim
