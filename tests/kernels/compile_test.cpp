// SPDX-License-Identifier: MIT
// Every kernel form compiles through the run-time compiler for the architectures we ship to, without spills.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "stencils/catalogue.hpp"
#include "stencils/cuda/launch_choice.hpp"
#include "stencils/rtc/nvrtc.hpp"

namespace wavesim {
namespace {

/// What the assembler says of one kernel: registers, and bytes of spilled stores and loads.
struct Usage {
    int registers = 0;
    int spills = 0;
};

Usage usage_of(const std::string& log) {
    Usage usage;
    static const std::regex registers("Used ([0-9]+) registers");
    static const std::regex spills("([0-9]+) bytes spill (stores|loads)");
    for (std::sregex_iterator it(log.begin(), log.end(), registers), end; it != end; ++it)
        usage.registers = std::max(usage.registers, std::stoi((*it)[1]));
    for (std::sregex_iterator it(log.begin(), log.end(), spills), end; it != end; ++it)
        usage.spills += std::stoi((*it)[1]);
    return usage;
}

struct Case {
    const char* stencil;
    KernelForm form;
    int float_registers;  ///< most registers allowed
    int double_registers;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.stencil << " " << to_string(c.form); }

class KernelCompile : public ::testing::TestWithParam<Case> {};

TEST_P(KernelCompile, FitsItsRegistersWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "") << "kernels cannot be checked without the CUDA run-time compiler";
    const Stencil stencil = make_stencil(GetParam().stencil, 3);
    for (const char* architecture : {"sm_80", "sm_90"})
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            SCOPED_TRACE(std::string(architecture) + (precision == Precision::float32 ? " float" : " double"));
            const KernelTile tile = choose_tile(GetParam().form, stencil, precision, {512, 512, 512});
            const CompiledSource compiled =
                nvrtc_compile("test", bulk_source(stencil, 0.4, precision, GetParam().form, tile), architecture);
            const Usage usage = usage_of(compiled.log);
            EXPECT_GT(usage.registers, 0) << compiled.log;
            EXPECT_LE(usage.registers,
                      precision == Precision::float32 ? GetParam().float_registers : GetParam().double_registers);
            EXPECT_EQ(usage.spills, 0);
        }
}

INSTANTIATE_TEST_SUITE_P(Shapes, KernelCompile,
                         ::testing::Values(Case{"leggy-1", KernelForm::sweep, 80, 80},
                                           Case{"leggy-2", KernelForm::sweep, 104, 112},
                                           Case{"leggy-4", KernelForm::sweep, 168, 168},
                                           Case{"compact-27-iwb", KernelForm::sweep, 80, 80},
                                           Case{"compact-57-opt", KernelForm::sweep, 128, 168},
                                           Case{"box-125-opt", KernelForm::sweep, 128, 128},
                                           Case{"compact-57-opt", KernelForm::texture_unrolled, 128, 160},
                                           Case{"leggy-4", KernelForm::texture_leggy, 64, 96},
                                           Case{"compact-57-opt", KernelForm::texture_loop, 64, 64}));

TEST(KernelCompile, SupportKernelsCompile) {
    ASSERT_EQ(nvrtc_why_not(), "");
    for (const char* architecture : {"sm_80", "sm_90"})
        for (const Precision precision : {Precision::float32, Precision::float64})
            EXPECT_EQ(usage_of(nvrtc_compile("support", support_source(precision), architecture).log).spills, 0);
}

TEST(KernelCompile, AnErrorNamesTheKernelTheOptionsAndTheLog) {
    ASSERT_EQ(nvrtc_why_not(), "");
    try {
        nvrtc_compile("broken", "WAVESIM_KERNEL(1, 1) broken() { undeclared = 1; }", "sm_90");
        FAIL() << "a broken kernel compiled";
    } catch (const std::exception& error) {
        EXPECT_THAT(error.what(), ::testing::HasSubstr("kernel broken does not compile"));
        EXPECT_THAT(error.what(), ::testing::HasSubstr("--gpu-architecture=sm_90"));
    }
}

}  // namespace
}  // namespace wavesim
