// SPDX-License-Identifier: MIT
// What a plan says where `auto` leaves the GPU of the machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "physics/scene_builder.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"
#include "stencils/backend/some_gpu.hpp"

namespace wavesim {
namespace {

using testing::HasSubstr;

Machine machine_of(std::int64_t gpu_memory) {
    Machine machine;
    machine.threads = 64;
    machine.isa = "x86-64-v4";
    machine.memory_total = machine.memory_available = std::int64_t{8} << 30;
    machine.triad = {1e11, 1e11};
    machine.gpu = test::some_gpu();
    machine.gpu.name = "card";
    machine.gpu.memory_free = gpu_memory;
    machine.gpu.triad = {2e12, 2e12};
    return machine;
}

/// The warning of a plan that the CPU computes it; empty where there is none.
std::string told(const Machine& machine, const std::string& backend = "auto") {
    Scene scene = test::box_scene({300, 300, 200}, "leggy-4", 0.01);
    scene.sources = {test::ricker(test::node(30, 30, 40), 20)};
    scene.receivers = {test::receiver("a", test::node(60, 30, 20))};
    PlanOptions options;
    options.backend = backend;
    for (const std::string& warning : make_plan(scene, machine, options).report.warnings)
        if (warning.find("the CPU computes") != std::string::npos) return warning;
    return {};
}

TEST(GpuLeft, SaysWhatFitsAndHowMuchSlowerTheCpuIs) {
    const std::string text = told(machine_of(100 << 20));

    double slower = 0, fits = 0, asked = 0;
    ASSERT_THAT(text, HasSubstr("the CPU computes this run and not the GPU, about "));
    ASSERT_EQ(std::sscanf(text.c_str(), "the CPU computes this run and not the GPU, about %lf times slower", &slower),
              1);
    EXPECT_GT(slower, 10) << text;  // 20 by the rates of both memories
    EXPECT_LT(slower, 60) << text;
    EXPECT_THAT(text, HasSubstr(" are needed, 0.1 GiB are free; "));
    const std::size_t advice = text.find("the finest spacing that fits the GPU is ");
    ASSERT_NE(advice, std::string::npos) << text;
    ASSERT_EQ(std::sscanf(text.c_str() + advice, "the finest spacing that fits the GPU is %lf m (asked: %lf m)", &fits,
                          &asked),
              2);
    EXPECT_GT(fits, asked);
    EXPECT_LT(fits, 2 * asked);
}

TEST(GpuLeft, SaysWhyNoProgramCanUseIt) {
    Machine machine = machine_of(std::int64_t{8} << 30);
    machine.gpu.capability_major = 7;
    EXPECT_EQ(told(machine),
              "the CPU computes this run and not the GPU, about 20 times slower: GPU 0 (card) has compute capability "
              "7.0, 8.0 or later is needed");
    machine.gpu.triad = {};  // never measured
    EXPECT_EQ(told(machine),
              "the CPU computes this run and not the GPU: GPU 0 (card) has compute capability 7.0, 8.0 or later is "
              "needed");
}

TEST(GpuLeft, SaysNothingWhereNothingIsLeft) {
    EXPECT_EQ(told(machine_of(std::int64_t{8} << 30)), "");
    EXPECT_EQ(told(machine_of(100 << 20), "cpu"), "");
    Machine without = machine_of(100 << 20);
    without.gpu = Gpu::none("no NVIDIA GPU is visible");
    EXPECT_EQ(told(without), "");
}

}  // namespace
}  // namespace wavesim
