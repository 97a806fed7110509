// SPDX-License-Identifier: MIT
// What a run has to compile, and what the compiler takes of the host for it.
#include "stencils/gpu/common/support_text.hpp"
#include "stencils/gpu/density/density_forms.hpp"
#include "stencils/gpu/per_node/per_node_forms.hpp"
#include "stencils/gpu/semi/semi_forms.hpp"
#include "stencils/gpu/single/single_texts.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/gpu/temporal/temporal_texts.hpp"
#include "stencils/gpu/tti/tti_texts.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "emulator/statement_cases.hpp"
#include "solvers/plan/plan.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/backend/gpu_profile.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/gpu/statements/statement_texts.hpp"
#include "stencils/gpu/statements/usual_schedule.hpp"
#include "stencils/gpu/tti/k73_strategy.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/rtc/kernel_file.hpp"
#include "stencils/rtc/nvrtc.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

constexpr std::int64_t mib = std::int64_t{1} << 20;

Gpu gpu() {
    Gpu gpu = test::some_gpu();
    gpu.compiler = "13.0";
    return gpu;
}

ScalarProblem scalar(const char* stencil, std::int64_t layers = 0, int dims = 3) {
    ScalarProblem problem;
    problem.stencil = make_stencil(stencil, dims);
    problem.extent = dims == 3 ? Extent{512, 512, 512} : Extent{4096, 1, 4096};
    problem.courant = 0.4;
    problem.halo.fill(HaloRule::mirror_half);
    problem.layers.width.fill(layers);
    problem.layers.half_order = radius(problem.stencil);
    return problem;
}

ScalarProblem with_port(ScalarProblem problem) {
    problem.walls.ports = {{0}, {0}, {{{{0, 0, 0}}, {1}}}, {0, 1}, {{1, 1, {{0, 1, 0}}}}};
    return problem;
}

TtiProblem tti(TtiForm form, std::int64_t layers) {
    TtiProblem problem;
    problem.extent = {512, 512, 512};
    problem.kind().form = form;
    problem.layers.width.fill(layers);
    problem.layers.half_order = 4;
    return problem;
}

std::vector<KernelText> texts_of_program(const char* program) {
    const ProgramProblem problem = test::problem_of({program, "leggy-4", {61, 47, 37}, test::mixed_sides, {}, true});
    return statement_texts(StatementPlan(problem.kind(), problem), gpu());
}

std::vector<KernelText> texts_of(const KernelForm& form, const ScalarProblem& problem) {
    return isotropic_texts({&form, &form}, problem, gpu());
}

std::vector<std::string> names(const std::vector<KernelText>& texts) {
    std::vector<std::string> list;
    list.reserve(texts.size());
    for (const KernelText& text : texts) list.push_back(text.name);
    return list;
}

std::string file_of(const KernelText& text) {
    return kernel_file(text.name, text.source, text.architecture, gpu().compiler);
}

TEST(KernelTexts, AreThoseOfTheBackend) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(names(texts_of(forms::sweep, scalar("leggy-4"))), (Names{"support", "bulk-sweep-25"}));
    EXPECT_EQ(names(texts_of(forms::sweep, with_port(scalar("leggy-4")))),
              (Names{"support", "ports", "bulk-sweep-25"}));
    EXPECT_EQ(names(texts_of(forms::texture_loop, scalar("leggy-4", 20))),
              (Names{"support", "layers", "bulk-loop-25"}));
    EXPECT_EQ(names(texts_of(forms::sweep, scalar("leggy-4", 20))).size(), 6U);  // and slabs across three axes
    EXPECT_EQ(names(temporal_texts(scalar("leggy-1"), gpu())).back(), "pass-7");
    EXPECT_EQ(names(temporal_texts(scalar("leggy-1", 0, 2), gpu())), (Names{"support", "bulk-unrolled-5", "pass-5"}));
    EXPECT_EQ(names(tti_texts(tti(TtiForm::self_adjoint, 20), gpu())), (Names{"support", "tti"}));
    EXPECT_EQ(names(tti_texts(tti(TtiForm::k73, 6), gpu())), (Names{"support", "layers", "tti"}));
    EXPECT_EQ(names(tti_texts(tti(TtiForm::k73, 0), gpu())), (Names{"support", "tti"}));
    EXPECT_EQ(names(texts_of_program("scalar")), (Names{"support", "statements"}));
}

/// A proposal holds what its backend compiles when it is opened.
TEST(KernelTexts, AreInTheProposalOfTheBackend) {
    Machine machine;
    machine.gpu = gpu();
    const auto proposed = [&](const char* backend, const StencilProblem& problem) {
        const Proposal proposal = find_backend(backend)->propose(problem, machine);
        EXPECT_EQ(proposal.why_not, "") << backend;
        return proposal.texts;
    };
    const ScalarProblem layered = scalar("leggy-4", 20);
    EXPECT_EQ(proposed("stream25.sweep", layered), texts_of(forms::sweep, layered));
    EXPECT_EQ(proposed("texture.loop", layered), texts_of(forms::texture_loop, layered));
    EXPECT_EQ(proposed("temporal", scalar("leggy-1")), temporal_texts(scalar("leggy-1"), gpu()));
    EXPECT_EQ(proposed("temporal", scalar("leggy-1", 0, 2)), temporal_texts(scalar("leggy-1", 0, 2), gpu()));
    TtiProblem rock = tti(TtiForm::k73, 6);
    rock.stencil = make_stencil("leggy-4", 3);
    EXPECT_EQ(proposed("stream25.tti", rock), tti_texts(rock, gpu()));
    ScalarProblem small = scalar("leggy-1");
    small.extent = {90, 80, 70};
    EXPECT_EQ(names(proposed("whole_step", small)), (std::vector<std::string>{"support", "whole-step-7"}));
    const ProgramProblem program = test::problem_of({"scalar", "leggy-4", {61, 47, 37}, test::mixed_sides, {}, true});
    const StatementPlan usual(program.kind(), program, usual_schedule(program.kind(), program));
    EXPECT_EQ(proposed("statements", program), statement_texts(usual, gpu()));
    EXPECT_TRUE(find_backend("cpu")->propose(layered, machine).texts.empty());
    // Another tile from a profile is another text.
    GpuProfile profile;
    TunedRow row = row_for(layered);
    row.backend = "stream25.sweep";
    row.extent = layered.extent;
    const std::vector<std::string> tiles = find_backend("stream25.sweep")->propose(layered, machine).tiles;
    row.tile = tiles.at(1), row.usual = tiles.at(0);
    row.ps = 2, row.usual_ps = 3;
    profile.rows.push_back(row);
    machine.profile = std::make_shared<const GpuProfile>(profile);
    const std::vector<KernelText> tuned = proposed("stream25.sweep", layered);
    EXPECT_EQ(names(tuned), names(texts_of(forms::sweep, layered)));
    EXPECT_EQ(tuned, isotropic_texts({&forms::sweep, &forms::sweep}, layered, gpu(), row.tile));
    EXPECT_NE(tuned, texts_of(forms::sweep, layered));
}

/// Every kernel of a step may be launched before the one ahead of it has ended. The sweep waits after its preparations;
/// its slabs beside layers do not wait at all.
TEST(KernelTexts, LetTheNextLaunchStartAndWaitForTheLast) {
    const auto mentions = [](const std::string& source, const std::string& word) {
        std::size_t count = 0;
        for (std::size_t at = 0; (at = source.find(word, at)) != std::string::npos; ++at) ++count;
        return count;
    };
    std::vector<KernelText> waiting;
    for (const KernelForm* form : {&forms::texture_unrolled, &forms::texture_loop}) {
        const std::vector<KernelText> texts = texts_of(*form, scalar("leggy-4", 20));
        waiting.insert(waiting.end(), texts.begin() + 1, texts.end());
    }
    for (const TtiForm form : {TtiForm::self_adjoint, TtiForm::k73}) {
        const std::vector<KernelText> texts = tti_texts(tti(form, 6), gpu());
        waiting.insert(waiting.end(), texts.begin() + 1, texts.end());
    }
    waiting.push_back(texts_of_program("elastic_3d").back());
    ASSERT_EQ(waiting.size(), 8U);
    for (const KernelText& text : waiting) {
        EXPECT_EQ(mentions(text.source, "wait_for_last();"), mentions(text.source, "WAVESIM_KERNEL(")) << text.name;
        EXPECT_EQ(mentions(text.source, "let_next_start();"), mentions(text.source, "WAVESIM_KERNEL(")) << text.name;
    }
    for (const KernelText& text : texts_of(forms::sweep, scalar("leggy-4", 20)))
        if (text.name != "support" && text.name != "layers") {
            EXPECT_EQ(mentions(text.source, "wait_for_last();"), 0U) << text.name;
            EXPECT_EQ(mentions(text.source, "let_next_start();"), 1U) << text.name;
        }
}

TEST(KernelTexts, NeedNoCompilerWhereAllAreInTheCache) {
    const std::vector<KernelText> texts = temporal_texts(scalar("leggy-1"), gpu());
    Gpu warm = gpu();
    for (const KernelText& text : texts) warm.cached_kernels.insert(file_of(text));
    EXPECT_EQ(compiler_memory(texts, warm).kept, 0);
    EXPECT_EQ(compiler_memory(texts, warm).peak, 0);
    // Of another compiler.
    warm.compiler = "13.1";
    EXPECT_EQ(compiler_memory(texts, warm).peak, texts.back().memory.peak);
    warm.compiler = "13.0";
    // The kernels of every run alone.
    warm.cached_kernels.erase(file_of(texts.front()));
    EXPECT_EQ(compiler_memory(texts, warm).peak, texts.front().memory.peak);
    EXPECT_LT(compiler_memory(texts, warm).peak, compiler_memory(texts, gpu()).peak);
}

/// The mask of a room, the compiler, lists on their way to the device and what is recorded follow each other; what the
/// compiler keeps stays to the end.
TEST(KernelTexts, MaskCompilerListsAndRecordingTakeTheirMemoryInTurn) {
    MemoryForecast memory;
    memory.process = 200 * mib;
    memory.recording = 5 * mib;
    EXPECT_EQ(memory.total(), 205 * mib);
    memory.compiler = {48 * mib, 60 * mib};
    EXPECT_EQ(memory.total(), 260 * mib);
    memory.making = 30 * mib;
    EXPECT_EQ(memory.total(), 278 * mib);
    memory.recording = 40 * mib;
    EXPECT_EQ(memory.total(), 288 * mib);
    memory.writing = 50 * mib;
    EXPECT_EQ(memory.total(), 298 * mib);
    memory.geometry = 128 * mib;
    EXPECT_EQ(memory.total(), 328 * mib);
}

/// A status line of this process [bytes].
std::int64_t status(const std::string& key) {
    std::ifstream in("/proc/self/status");
    for (std::string word; in >> word;)
        if (word == key + ":") {
            std::int64_t kib = 0;
            in >> kib;
            return kib << 10;
        }
    return 0;
}

bool is_loaded(const std::string& library) {
    std::ifstream in("/proc/self/maps");
    for (std::string line; std::getline(in, line);)
        if (line.find(library) != std::string::npos) return true;
    return false;
}

struct Run {
    const char* what;
    std::function<std::vector<KernelText>()> texts;
};
void PrintTo(const Run& run, std::ostream* out) { *out << run.what; }

class CompilerMemoryOf : public testing::TestWithParam<Run> {};

constexpr const char* marks_new_process = "WAVESIM_TEST_IN_A_NEW_PROCESS";
constexpr int passed_there = 42;

/// The exit code of this program when it runs the present test alone: the compiler may be loaded here already, by an
/// earlier test.
int in_a_new_process() {
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    const std::string filter = std::string("--gtest_filter=") + test->test_suite_name() + "." + test->name();
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
        ::setenv(marks_new_process, "1", 1);
        for (const char* shared :
             {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", "GTEST_SHARD_STATUS_FILE", "GTEST_OUTPUT"})
            ::unsetenv(shared);
        ::execl("/proc/self/exe", "kernels_test", filter.c_str(), nullptr);
        ::_exit(1);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// A twentieth of what a run on a GPU takes of the host at least.
TEST_P(CompilerMemoryOf, IsWhatThisProcessTakes) {
    if (std::getenv(marks_new_process) == nullptr) {
        EXPECT_EQ(in_a_new_process(), passed_there);
        return;
    }
    ASSERT_FALSE(is_loaded("libnvrtc"));
    ASSERT_EQ(nvrtc_why_not(), "");
    const std::vector<KernelText> texts = GetParam().texts();
    nvrtc_version();
    const std::int64_t before = status("VmRSS");
    for (const KernelText& text : texts) nvrtc_compile(text.name, text.source, text.architecture);
    const CompilerMemory memory = compiler_memory(texts, gpu());
    constexpr double tolerance = 10 * mib;
    EXPECT_NEAR(static_cast<double>(memory.kept), static_cast<double>(status("VmRSS") - before), tolerance);
    EXPECT_NEAR(static_cast<double>(memory.peak), static_cast<double>(status("VmHWM") - before), tolerance);
    if (!HasFailure()) std::_Exit(passed_there);
}

DensityProblem density() {
    DensityProblem problem;
    problem.extent = {512, 512, 512};
    problem.speed.varies = true;
    problem.stencil = density_stencil(4, 3);
    problem.kind().half_order = 4;
    return problem;
}

std::vector<KernelText> texts_of_strategy(const char* backend) {
    const auto kernels = [backend](const StencilProblem& problem, int shared_limit, const std::string& tile) {
        return k73_kernels(*find_k73_strategy(backend), problem, shared_limit, tile);
    };
    return tti_texts(tti(TtiForm::k73, 0), gpu(), kernels);
}

INSTANTIATE_TEST_SUITE_P(
    Runs, CompilerMemoryOf,
    testing::Values(Run{"sweep", [] { return texts_of(forms::sweep, scalar("leggy-4")); }},
                    Run{"slabs", [] { return texts_of(forms::sweep, scalar("leggy-4", 20)); }},
                    Run{"unrolled7", [] { return texts_of(forms::texture_unrolled, scalar("leggy-1")); }},
                    Run{"unrolled27", [] { return texts_of(forms::texture_unrolled, scalar("compact-27-iwb")); }},
                    Run{"density",
                        [] {
                            return isotropic_texts({&forms::density, &forms::density}, density(), gpu());
                        }},
                    Run{"density_sweep",
                        [] {
                            return isotropic_texts({&forms::density_sweep, &forms::density_sweep}, density(), gpu());
                        }},
                    Run{"tti", [] { return tti_texts(tti(TtiForm::self_adjoint, 20), gpu()); }},
                    Run{"k73", [] { return tti_texts(tti(TtiForm::k73, 6), gpu()); }},
                    Run{"k73_semi", [] { return texts_of_strategy("semi.b"); }},
                    Run{"passes", [] { return temporal_texts(scalar("leggy-1"), gpu()); }},
                    Run{"strips", [] { return temporal_texts(scalar("compact-27-iwb", 0, 2), gpu()); }},
                    Run{"program", [] { return texts_of_program("elastic_3d"); }},
                    Run{"small_program", [] { return texts_of_program("scalar"); }},
                    Run{"semi", [] { return texts_of(*semi_forms().front(), scalar("leggy-4")); }}));

}  // namespace
}  // namespace wavesim
