// SPDX-License-Identifier: MIT
#include "io/child_process.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <new>

#include "solvers/scene/fault.hpp"

namespace wavesim {
namespace {

TEST(ChildProcess, BringsBytesBack) {
    std::string large(3'000'000, 'x');
    large[5] = '\0';

    const ChildAnswer answer = run_in_child([&large] { return large; }, 60);

    EXPECT_EQ(answer.kind, ChildAnswer::Kind::result);
    EXPECT_TRUE(answer.text == large);
}

TEST(ChildProcess, BringsTheReasonOfARefusalBack) {
    const auto refuse = []() -> std::string { throw EnvironmentError(EnvironmentError::Kind::io, "no such thing"); };

    const ChildAnswer answer = run_in_child(refuse, 60);

    EXPECT_EQ(answer.kind, ChildAnswer::Kind::refused);
    EXPECT_EQ(answer.text, "no such thing");
}

TEST(ChildProcess, SurvivesCrashesAndEndlessLoops) {
    const auto crash = []() -> std::string {
        ::signal(SIGSEGV, SIG_DFL);
        ::raise(SIGSEGV);
        return "";
    };
    const auto loop = []() -> std::string {
        for (;;) ::pause();
    };
    const auto quit = []() -> std::string { ::_exit(1); };  // as a sanitizer does
    const auto odd = []() -> std::string { throw std::bad_alloc(); };

    EXPECT_EQ(run_in_child(crash, 60).kind, ChildAnswer::Kind::crashed);
    EXPECT_EQ(run_in_child(quit, 60).kind, ChildAnswer::Kind::crashed);
    EXPECT_EQ(run_in_child(odd, 60).kind, ChildAnswer::Kind::crashed);
    EXPECT_EQ(run_in_child(loop, 1).kind, ChildAnswer::Kind::crashed);
}

}  // namespace
}  // namespace wavesim
