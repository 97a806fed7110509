// SPDX-License-Identifier: MIT
#include "app/saving_console.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

namespace wavesim::test {
namespace {

/// Saves of less than a second are not reported, and each save counts its own time and bytes.
TEST(SavingConsole, CountsTimeAndBytesOfEverySaveFromItsBeginning) {
    RunConsole console(ProgressStyle::json);
    SavingConsole saving(console);
    ::testing::internal::CaptureStdout();
    saving.begin(40, 1000);
    saving.handed_over(300);
    saving.handed_over(50);
    saving.tell(20);
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
    std::this_thread::sleep_for(std::chrono::milliseconds(1020));
    ::testing::internal::CaptureStdout();
    saving.tell(20);
    const std::string first = ::testing::internal::GetCapturedStdout();
    const auto event = nlohmann::json::parse(first);
    EXPECT_EQ(event["step"], 40);
    EXPECT_EQ(event["bytes"], 300 + 50 - 20);
    EXPECT_EQ(event["most_bytes"], 1000);
    EXPECT_GE(event["elapsed_s"], 1.02);

    ::testing::internal::CaptureStdout();
    saving.begin(80, 2000);
    saving.tell(0);
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace wavesim::test
