// SPDX-License-Identifier: MIT
#include "io/result/program.hpp"

#include <gtest/gtest.h>

#include "io/math_library.hpp"
#include "io/small_plan.hpp"

namespace wavesim {
namespace {

const Program on_cpu{"1.2.3", "cpu", "x86-64-v3", "float", "89abcdef"};

TEST(Program, HasAWayBackFromItsText) {
    const Program on_gpu{"1.2.3", "stream25.sweep+texture", "", "double", "01234567"};

    EXPECT_EQ(text_of(on_cpu), "wavesim 1.2.3, cpu x86-64-v3, float, libm 89abcdef");
    EXPECT_EQ(text_of(on_gpu), "wavesim 1.2.3, stream25.sweep+texture, double, libm 01234567");
    EXPECT_EQ(program_in(text_of(on_cpu)), on_cpu);
    EXPECT_EQ(program_in(text_of(on_gpu)), on_gpu);
    for (const char* text : {"", "wavesim", "wavesim 1, cpu v3, float", "wavesim 1, cpu v3, float, 89ab",
                             "wavesim 1, cpu v3, float, libm 89ab, more", "octave 1, cpu v3, float, libm 89ab"})
        EXPECT_FALSE(program_in(text)) << text;
}

TEST(Program, FindsTheSameBitsWithFusedInstructionSetsOnly) {
    const auto other = [](auto change) {
        Program program = on_cpu;
        change(program);
        return program;
    };

    EXPECT_TRUE(same_bits(on_cpu, other([](Program& p) { p.isa = "x86-64-v4"; })));
    EXPECT_FALSE(same_bits(on_cpu, other([](Program& p) { p.isa = "x86-64-v2"; })));
    EXPECT_FALSE(same_bits(on_cpu, other([](Program& p) { p.version = "1.2.4"; })));
    EXPECT_FALSE(same_bits(on_cpu, other([](Program& p) { p.backend = "stream"; })));
    EXPECT_FALSE(same_bits(on_cpu, other([](Program& p) { p.precision = "double"; })));
    EXPECT_FALSE(same_bits(on_cpu, other([](Program& p) { p.libm = "00000000"; })));
}

TEST(Program, OfAPlanIsThisOne) {
    const Program own = program_of(small_plan());
    EXPECT_EQ(own.precision, "double");
    EXPECT_EQ(own.libm, math_library_checksum());
    EXPECT_EQ(own.libm.size(), 8U);
}

}  // namespace
}  // namespace wavesim
