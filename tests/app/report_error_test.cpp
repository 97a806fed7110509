// SPDX-License-Identifier: MIT
#include "app/report_error.hpp"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "app/errors.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim::test {
namespace {

template <class Error>
int code_after(const Error& error) {
    return exit_code_of([&]() -> int { throw error; });
}

/// The codes that the manual names.
TEST(ReportError, EveryKindOfFailureHasItsCode) {
    using Kind = EnvironmentError::Kind;
    testing::internal::CaptureStderr();
    EXPECT_EQ(exit_code_of([] { return 0; }), 0);
    EXPECT_EQ(code_after(std::runtime_error("what nobody expects")), 1);
    EXPECT_EQ(code_after(UsageError("no such option")), 2);
    EXPECT_EQ(code_after(SceneError({{"domain", "is empty", ""}})), 3);
    EXPECT_EQ(code_after(std::bad_alloc()), 4);
    EXPECT_EQ(code_after(EnvironmentError(Kind::memory, "too large")), 4);
    EXPECT_EQ(code_after(EnvironmentError(Kind::io, "disk full")), 5);
    EXPECT_EQ(code_after(UnstableError("it grew")), 6);
    EXPECT_EQ(code_after(EnvironmentError(Kind::device, "no GPU")), 7);
    EXPECT_EQ(code_after(KernelError("does not compile")), 7);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("error: memory ran out; "), std::string::npos);
}

}  // namespace
}  // namespace wavesim::test
