// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "kernels/assembler_log.hpp"
#include "stencils/gpu/common/port_source.hpp"
#include "stencils/rtc/nvrtc.hpp"

namespace wavesim {
namespace {

/// A stack would hold what is indexed at run time.
TEST(PortCompile, FitsItsRegistersWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "") << "kernels cannot be checked without the CUDA run-time compiler";
    constexpr int most[] = {32, 32, 40, 40};  // recorded with the run-time compiler of CUDA 13.0
    const int* allowed = most;
    for (const Precision precision : {Precision::float32, Precision::float64})
        for (const char* architecture : {"sm_80", "sm_90"}) {
            SCOPED_TRACE(architecture + std::string(precision == Precision::float32 ? " float" : " double"));
            const std::string log = nvrtc_compile("ports", port_source(precision), architecture).log;
            EXPECT_GT(test::most_of(log, "registers"), 0);
            EXPECT_LE(test::most_of(log, "registers"), *allowed++);
            EXPECT_EQ(test::most_of(log, "bytes spill stores"), 0);
            EXPECT_EQ(test::most_of(log, "bytes stack frame"), 0);
        }
}

}  // namespace
}  // namespace wavesim
