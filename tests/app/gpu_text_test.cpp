// SPDX-License-Identifier: MIT
// What plan and run say on a machine with a GPU; the values are made up.
#include <gtest/gtest.h>

#include "app/plan_text.hpp"
#include "app/run_summary.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"
#include "stencils/backend/machine.hpp"
#include "stencils/backend/some_gpu.hpp"

namespace wavesim::test {
namespace {

Plan gpu_plan() {
    Plan plan;
    plan.scene.name = "hall";
    plan.decision.shape.extent = {1000, 1000, 500};
    plan.decision.steps = 1000;
    plan.decision.shape.stencil.dims = 3;
    plan.decision.regions = {
        {{"inner", {{{0, 0, 0}, {1000, 1000, 500}}}, 1, "stream25.sweep"}, "", "auto: the GPU can run it"}};
    plan.forecast.memory.device = std::int64_t{4} << 30;
    plan.forecast.ctpn_s = 3e-12;
    plan.forecast.time.steps = 1.5;
    return plan;
}

Machine gpu_machine() {
    Machine machine;
    machine.threads = 16;
    machine.gpu = some_gpu();
    machine.gpu.name = "NVIDIA H200";
    machine.gpu.memory_free = std::int64_t{139} << 30;
    machine.gpu.triad.float32 = 4e12;
    machine.gpu.context_s = 0.4;
    return machine;
}

TEST(GpuText, PlanShowsDeviceMemoryChoiceAndTime) {
    const std::string text = report_text(plan_lines(gpu_plan(), gpu_machine()));

    EXPECT_NE(text.find("on stream25.sweep, float\n            auto: the GPU can run it\n"), std::string::npos) << text;
    EXPECT_NE(text.find("            device 4.00 GiB of 139 GiB free on NVIDIA H200 (0)\n"), std::string::npos) << text;
    EXPECT_NE(text.find("Run time    1.50 s on NVIDIA H200 (3.00 ps per node and step; memory rate 4.00 TB/s)\n"),
              std::string::npos)
        << text;
}

TEST(GpuText, PlanNamesTheKernelsThatAreCompiledFirst) {
    Plan plan = gpu_plan();
    plan.forecast.memory.compiler.peak = std::int64_t{60} << 20;
    const auto line = [&] {
        const std::string text = report_text(plan_lines(plan, gpu_machine()));
        const std::size_t at = text.find("(0)\n") + 4;
        return text.substr(at + 12, text.find('\n', at) - at - 12);
    };
    plan.forecast.kernels = {{"support", true}, {"layers", false}, {"bulk-sweep-7", false}};
    EXPECT_EQ(line(), "2 of 3 kernels are compiled first, which takes 60.0 MiB at most: layers, bulk-sweep-7");
    plan.forecast.kernels[1].cached = true;
    EXPECT_EQ(line(), "1 of 3 kernels is compiled first, which takes 60.0 MiB at most: bulk-sweep-7");
    plan.forecast.kernels[2].cached = true;
    EXPECT_EQ(line(), "kernels are taken from the cache");
}

TEST(GpuText, SummaryKeepsContextCompilationAndFirstStepApart) {
    const Plan plan = gpu_plan();
    RunReport report;
    report.backend = "stream25.sweep";
    report.steps_done = report.steps_run = 1000;
    report.ctpn_s = 6e-12;
    report.setup_s = 1.2;
    report.first_step_s = 0.05;
    report.facts.compile_s = 0.9;
    RunCost cost;
    cost.gpu = gpu_machine().gpu;
    cost.no_joules = "this GPU does not count its energy";

    const std::string cold = cost_text(plan, report, cost);
    report.facts.kernels_from_cache = true;
    cost.joules = 500;
    const std::string warm = cost_text(plan, report, cost);

    EXPECT_NE(
        cold.find("Device      NVIDIA H200 (0), forecast 4.00 GiB of its memory\n            context 0.40 s; then "
                  "first step after 1.25 s, kernels compiled in 0.90 s\n"),
        std::string::npos)
        << cold;
    EXPECT_NE(cold.find("Energy      not available: this GPU does not count its energy\n"), std::string::npos) << cold;
    EXPECT_NE(cold.find("50 % of the memory rate (4.00 TB/s)"), std::string::npos) << cold;
    EXPECT_NE(warm.find("first step after 1.25 s, kernels from the cache\n"), std::string::npos) << warm;
    EXPECT_NE(warm.find("Energy      500 J, 1.00 nJ per node and step\n"), std::string::npos) << warm;
}

}  // namespace
}  // namespace wavesim::test
