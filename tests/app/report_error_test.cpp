// SPDX-License-Identifier: MIT
#include "app/report_error.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <new>
#include <stdexcept>
#include <system_error>

#include "app/errors.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/ranks/rank_link.hpp"
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

template <class Error>
Failure failure_after(const Error& error) {
    try {
        throw error;
    } catch (...) {
        return current_failure();
    }
}

TEST(ReportError, WhatTheSystemRefusesIsToldApart) {
    const auto missing = std::make_error_code(std::errc::no_such_file_or_directory);
    const Failure file = failure_after(std::filesystem::filesystem_error("exists", "/some/where", missing));
    EXPECT_EQ(static_cast<int>(file.code), 5);
    EXPECT_EQ(file.sentence, "cannot read /some/where: No such file or directory");
    const auto no_thread = std::make_error_code(std::errc::resource_unavailable_try_again);
    EXPECT_EQ(static_cast<int>(failure_after(std::system_error(no_thread)).code), 4);
    EXPECT_EQ(static_cast<int>(failure_after(std::system_error(missing)).code), 1);
    EXPECT_EQ(static_cast<int>(failure_after(RankLost(2, 6, "rank 2 has ended")).code), 6) << "its own code";
    EXPECT_EQ(failure_after(7).sentence,
              "internal error, please report it together with the scene: an exception without a message");
}

/// Only options that are no KEY=VALUE are a fault of the command line; one fault of the scene is one of the scene.
TEST(ReportError, FaultsOfSetOptionsAreThoseOfTheCommandLine) {
    const MarkedFault no_pair{{"--set 1", 1, 1}, {"", "needs KEY=VALUE", ""}, "bad-override"};
    const MarkedFault no_yaml{{"--set 2", 1, 3}, {"", "is no YAML", ""}, "yaml-syntax"};
    const MarkedFault of_scene{{"a.yaml", 4, 1}, {"grid", "is missing", ""}, "missing-key"};
    const MarkedFault wrong_value{{"--set 3", 1, 1}, {"grid", "is missing", ""}, "missing-key"};
    const MarkedFault in_file{{"a.yaml", 4, 1}, {"", "is no YAML", ""}, "yaml-syntax"};
    EXPECT_EQ(static_cast<int>(failure_of({no_pair, no_yaml}).code), 2);
    EXPECT_EQ(failure_of({no_pair, no_yaml}).sentence, "the scene has 2 faults");
    for (const MarkedFault& fault : {of_scene, wrong_value, in_file}) {
        EXPECT_EQ(static_cast<int>(failure_of({fault}).code), 3);
        EXPECT_EQ(static_cast<int>(failure_of({no_pair, fault}).code), 3);
    }
    EXPECT_EQ(failure_of({of_scene}).sentence, "the scene has 1 fault");
}

}  // namespace
}  // namespace wavesim::test
