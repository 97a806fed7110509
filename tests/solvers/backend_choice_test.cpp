// SPDX-License-Identifier: MIT
#include "solvers/backend_choice.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "solvers/fault.hpp"
#include "stencils/some_gpu.hpp"

namespace wavesim {
namespace {

std::string can(const StencilProblem&, const Machine&) { return ""; }
std::string cannot(const StencilProblem&, const Machine&) { return "it is for leggy stencils"; }
std::int64_t no_bytes(const StencilProblem&, const Machine&) { return 0; }
std::int64_t eight_gib(const StencilProblem&, const Machine&) { return std::int64_t{8} << 30; }

/// A CPU, a GPU backend that refuses, and one that takes 8 GiB of the device.
const std::vector<BackendEntry>& table() {
    const auto row = [](const char* name, std::string (*why_not)(const StencilProblem&, const Machine&),
                        std::int64_t (*device_bytes)(const StencilProblem&, const Machine&)) {
        return BackendEntry{name,
                            "",
                            {{is_kind<ScalarShape>, why_not, no_bytes, nullptr, nullptr, nullptr, device_bytes}},
                            "it is for one density"};
    };
    static const std::vector<BackendEntry> rows{row("cpu", can, nullptr), row("first", cannot, eight_gib),
                                                row("second", can, eight_gib)};
    return rows;
}

Machine with_gpu(std::int64_t free) {
    Machine machine;
    machine.gpu = test::some_gpu();
    machine.gpu.memory_free = free;
    return machine;
}

std::string refusal(const std::string& name) {
    try {
        choose_backend(table(), name, {}, {});
        return {};
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(error.kind(), EnvironmentError::Kind::device);
        return error.what();
    }
}

TEST(BackendChoice, StaysOnTheCpuWithoutAGpuAndSaysNothing) {
    const BackendChoice choice = choose_backend(table(), "auto", {}, {});

    EXPECT_EQ(choice.entry->name, "cpu");
    EXPECT_EQ(choice.why, "");
}

TEST(BackendChoice, TakesTheFirstGpuBackendThatCanRunTheProblem) {
    const BackendChoice choice = choose_backend(table(), "auto", {}, with_gpu(std::int64_t{9} << 30));

    EXPECT_EQ(choice.entry->name, "second");
    EXPECT_EQ(choice.why, "auto: the GPU can run it (first: it is for leggy stencils)");
}

TEST(BackendChoice, LeavesTheGpuWhenItsMemoryIsTooSmall) {
    const BackendChoice choice = choose_backend(table(), "auto", {}, with_gpu(std::int64_t{4} << 30));

    EXPECT_EQ(choice.entry->name, "cpu");
    EXPECT_EQ(choice.why,
              "auto: not on the GPU (first: it is for leggy stencils; second: it needs 8.0 GiB, 4.0 GiB are free)");
}

TEST(BackendChoice, TakesTheNamedRowWhateverTheMachine) {
    EXPECT_EQ(choose_backend(table(), "second", {}, {}).entry->name, "second");
    EXPECT_EQ(refusal("first"), "backend first: it is for leggy stencils");
    EXPECT_EQ(refusal("third"), "there is no backend 'third' in this build (it has: cpu, first, second)");
}

}  // namespace
}  // namespace wavesim
