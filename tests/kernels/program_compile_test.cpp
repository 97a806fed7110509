// SPDX-License-Identifier: MIT
// The kernel of every shipped stencil program compiles in the configuration that is chosen without measurement, for the
// architectures we ship to, without spills.
#include <gtest/gtest.h>

#include <cstdlib>
#include <regex>

#include "kernels/compile_sample.hpp"
#include "programs/blocking_choice.hpp"
#include "programs/blocking_source.hpp"
#include "programs/program_file.hpp"
#include "stencils/rtc/nvrtc.hpp"

namespace wavesim {
namespace {

/// Largest number before `unit` in what the assembler says.
int most_before(const std::string& log, const std::string& unit) {
    const std::regex pattern("([0-9]+) " + unit);
    int most = -1;
    for (std::sregex_iterator it(log.begin(), log.end(), pattern), end; it != end; ++it)
        most = std::max(most, std::stoi((*it)[1]));
    return most;
}

Gpu gpu_of(int major) {
    Gpu gpu;
    gpu.capability_major = major;
    gpu.multiprocessors = major == 9 ? 132 : 108;
    gpu.threads_per_block = 1024;
    gpu.threads_per_multiprocessor = 2048;
    gpu.shared_per_block = (major == 9 ? 227 : 163) << 10;
    gpu.shared_per_multiprocessor = (major == 9 ? 228 : 164) << 10;
    return gpu;
}

/// A program and an architecture.
class ProgramCompile : public ::testing::TestWithParam<std::tuple<std::size_t, int>> {};
class StencilgenCompile : public ::testing::TestWithParam<int> {};

void expect_no_spills(const StencilProgram& program, const BlockingConfiguration& c, Precision precision,
                      const Gpu& gpu) {
    const std::string log = nvrtc_compile(program.name, blocking_source(program, c, precision), gpu.architecture()).log;
    const std::string what =
        program.name + " " + gpu.architecture() + " " + to_text(c) + (precision == Precision::float64 ? " double" : "");
    EXPECT_GT(most_before(log, "registers"), 0) << what;
    EXPECT_LE(most_before(log, "registers") * c.threads() * c.blocks, 65536) << what;
    EXPECT_EQ(most_before(log, "bytes spill"), 0) << what;
    EXPECT_EQ(most_before(log, "bytes stack frame"), 0) << what;
}

TEST_P(ProgramCompile, TheChosenConfigurationHasNoSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    const auto [number, architecture] = GetParam();
    const Gpu gpu = gpu_of(architecture);
    const StencilProgram program = shipped_program(embedded_programs().at(number).name);
    if (program.name == "box3d4r" && std::getenv("WAVESIM_EXHAUSTIVE") == nullptr)
        GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";  // 729 weights
    unsigned row = 4 * static_cast<unsigned>(number) + (architecture == 9 ? 2 : 0);
    for (const Precision precision : {Precision::float32, Precision::float64})
        if (compiles_row(row++))
            expect_no_spills(program,
                             choose_configuration(program, program.usual_extent(), precision, gpu).configuration,
                             precision, gpu);
}

TEST_P(StencilgenCompile, TheConfigurationOfStencilgenHasNoSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    const Gpu gpu = gpu_of(GetParam());
    unsigned row = GetParam() == 9 ? 1 : 0;
    for (const std::string name : {"j2d5pt", "j2d9pt", "j2d9pt-gol", "gradient2d", "star3d1r", "j3d27pt"}) {
        const StencilProgram program = shipped_program(name);
        const auto c = stencilgen_configuration(program, Precision::float32, gpu);
        ASSERT_TRUE(c) << name;
        if (compiles_row(row)) expect_no_spills(program, *c, Precision::float32, gpu);
        row += 2;
    }
}

INSTANTIATE_TEST_SUITE_P(Shipped, ProgramCompile,
                         ::testing::Combine(::testing::Range(std::size_t{0}, embedded_programs().size()),
                                            ::testing::Values(8, 9)));
INSTANTIATE_TEST_SUITE_P(Architectures, StencilgenCompile, ::testing::Values(8, 9));

}  // namespace
}  // namespace wavesim
