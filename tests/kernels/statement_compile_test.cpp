// SPDX-License-Identifier: MIT
// The kernels of every shipped program compile for the architectures we ship to, without spills.
#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "emulator/statement_cases.hpp"
#include "kernels/assembler_log.hpp"
#include "kernels/compile_sample.hpp"
#include "stencils/gpu/statements/statement_launch.hpp"
#include "stencils/gpu/statements/statement_text.hpp"
#include "stencils/gpu/statements/usual_schedule.hpp"
#include "stencils/rtc/nvrtc.hpp"

namespace wavesim {
namespace {

/// Registers by kernel.
std::map<std::string, int> registers_in(const std::string& log) {
    std::map<std::string, int> found;
    const std::regex pattern("entry function '(\\w+)'|Used ([0-9]+) registers");
    std::string kernel;
    for (std::sregex_iterator it(log.begin(), log.end(), pattern), end; it != end; ++it)
        if ((*it)[1].matched)
            kernel = (*it)[1];
        else
            found[kernel] = std::stoi((*it)[2]);
    return found;
}

/// Most registers of the kernels of a program: sm_80 in float and double, then sm_90.
struct Row {
    const char* program;
    const char* stencil;
    int dims;
    bool sponge;
    std::array<int, 4> most;
    std::array<const char*, 2> schedule = {"", ""};  ///< changes of the usual one, in float and double
};

constexpr const char* large_tile = "form=columns,fusion=chip,tile=32x24,resident=1";
constexpr const char* two_blocks = "form=columns,fusion=chip,tile=32x16";

constexpr Row rows[] = {
    {"scalar", "leggy-4", 3, false, {43, 69, 43, 69}},
    {"scalar", "compact-27-iwb", 3, true, {48, 86, 48, 86}},
    {"density", "leggy-4", 3, false, {40, 56, 40, 56}},
    {"visco", "leggy-4", 3, true, {47, 75, 47, 75}},
    {"air", "leggy-4", 3, false, {79, 117, 79, 117}},
    {"elastic", "leggy-4", 2, true, {38, 67, 38, 68}},
    {"elastic", "leggy-4", 2, false, {35, 63, 37, 64}},
    {"elastic_3d", "leggy-4", 3, false, {60, 108, 60, 108}},
    {"elastic_3d", "leggy-4", 3, true, {64, 113, 64, 114}},
    {"vti", "leggy-4", 3, false, {45, 72, 45, 72}},
    {"elastic_3d",
     "leggy-4",
     3,
     false,
     {71, 138, 71, 139},
     {large_tile, "form=columns,fusion=chip,tile=32x12,resident=1"}},
    {"elastic_3d",
     "leggy-4",
     3,
     true,
     {78, 150, 80, 151},
     {large_tile, "form=columns,fusion=chip,tile=32x12,resident=1"}},
    {"density", "leggy-4", 3, false, {40, 66, 43, 67}, {two_blocks, "fusion=chip,tile=32x16,resident=1"}},
    {"density", "leggy-4", 3, true, {40, 68, 44, 69}, {two_blocks, "fusion=chip,tile=32x16,resident=1"}},
};

class StatementCompile : public ::testing::TestWithParam<std::size_t> {};

TEST_P(StatementCompile, FitsItsRegistersWithoutSpills) {
    ASSERT_EQ(nvrtc_why_not(), "");
    const Row& row = rows[GetParam()];
    auto allowed = row.most.begin();
    auto number = static_cast<unsigned>(4 * GetParam());
    for (const char* architecture : {"sm_80", "sm_90"})
        for (const Precision precision : {Precision::float32, Precision::float64}) {
            const int most = *allowed++;
            if (!compiles_row(number++)) continue;
            SCOPED_TRACE(std::string(row.program) + " " + architecture +
                         (precision == Precision::float32 ? " float " : " double ") + row.schedule[0]);
            test::StatementCase one{row.program, row.stencil, {5, 4, 3}, test::mixed_sides, precision, row.sponge};
            if (row.dims == 2) one.extent.ny = 1;
            ProgramProblem problem = test::problem_of(one);
            problem.extent = row.dims == 3 ? Extent{512, 512, 512} : Extent{4096, 1, 4096};
            StatementSchedule schedule = usual_schedule(problem.kind(), problem);
            const bool in_float = precision == Precision::float32;
            ASSERT_EQ(change_schedule(schedule, row.schedule[in_float ? 0 : 1]), "");
            const StatementPlan plan(problem.kind(), problem, schedule);
            EXPECT_EQ(std::ranges::any_of(plan.groups(), [](const auto& group) { return group.chip.has_value(); }),
                      schedule.fusion == StatementFusion::chip);
            const std::string log = nvrtc_compile("test", statement_source(plan), architecture).log;
            const std::map<std::string, int> registers = registers_in(log);
            EXPECT_EQ(registers.size(), plan.groups().size() + 1) << log;
            int largest = 0;
            for (const auto& [kernel, count] : registers)
                if (kernel != "wavesim_images") largest = std::max(largest, count);
            EXPECT_LE(largest, most) << to_text(schedule);
            EXPECT_LE(registers.at("wavesim_images"), in_float ? 90 : 114);
            EXPECT_LE(largest * plan.schedule().threads() * resident_blocks(plan), 65536);
            EXPECT_EQ(test::most_of(log, "bytes spill"), 0);
            EXPECT_EQ(test::most_of(log, "bytes stack frame"), 0);
        }
}

INSTANTIATE_TEST_SUITE_P(Shipped, StatementCompile, ::testing::Range(std::size_t{0}, std::size(rows)));

}  // namespace
}  // namespace wavesim
