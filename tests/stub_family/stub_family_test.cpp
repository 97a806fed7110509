// SPDX-License-Identifier: MIT
// A new family is one folder and one row: what the product does with it then.
#include <gtest/gtest.h>

#include <algorithm>

#include "emulated_case.hpp"
#include "solvers/plan/backend_choice.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/gpu/families/gpu_backends.hpp"
#include "stencils/gpu/single/bulk_source.hpp"
#include "stencils/gpu/single/launch_choice.hpp"
#include "stencils/gpu/stub/stub.cuh"
#include "stencils/gpu/stub/stub_forms.hpp"
#include "stencils/scheme/catalogue.hpp"
#ifdef WAVESIM_CUDA
#include "stencils/rtc/nvrtc.hpp"
#endif

namespace wavesim {
namespace {

ScalarProblem problem_of(const char* stencil) {
    ScalarProblem problem;
    problem.extent = {90, 80, 70};
    problem.stencil = make_stencil(stencil, 3);
    problem.courant = 0.3;
    problem.halo.fill(HaloRule::mirror_half);
    return problem;
}

Machine machine() {
    Machine machine;
    machine.gpu = test::some_gpu();
    machine.gpu.triad = {3e12, 3e12};
    machine.gpu.multiprocessors = 100;
    return machine;
}

TEST(StubFamily, HasARowBehindTheOthers) {
    const std::vector<const BackendEntry*> all = all_backends();
    const auto stub = std::ranges::find(all, std::string("stub.node"), &BackendEntry::name);
    ASSERT_NE(stub, all.end());
    EXPECT_EQ(*stub, &backend_registry().back());
    EXPECT_EQ((*stub)->summary, "GPU: a family of the tests");
    EXPECT_EQ(find_backend("stub.node"), *stub);
}

TEST(StubFamily, IsPlannedAndChosenLikeOthers) {
    const ScalarProblem problem = problem_of("leggy-3");
    const Proposal proposal = find_backend("stub.node")->propose(problem, machine());
    EXPECT_EQ(proposal.why_not, "");
    EXPECT_EQ(proposal.device_bytes, find_backend("texture.unrolled")->propose(problem, machine()).device_bytes);
    EXPECT_GT(proposal.ctpn_s, find_backend("texture.unrolled")->propose(problem, machine()).ctpn_s);
    EXPECT_EQ(proposal.tiles, (std::vector<std::string>{"64x2", "32x8"}));
    EXPECT_EQ(choose_backend(backend_registry(), "stub.node", problem, machine(), {100, 100}).entry->name, "stub.node");
    EXPECT_NE(choose_backend(backend_registry(), "auto", problem, machine(), {100, 100}).entry->name, "stub.node");
    EXPECT_EQ(find_backend("stub.node")->propose(problem_of("leggy-4"), machine()).why_not,
              "the stub is for R = 3 in 3D");
    EXPECT_NE(find_backend("stub.node+texture.unrolled"), nullptr);
}

TEST(StubFamily, ItsKernelAgreesWithTheCpuOnTheEmulator) {
    using Spec = TestSpec<double, Set::star, 3, 64, 2, 1, false>;
    for (const auto& halo : {mirrors, mixed, odd}) {
        Case<Spec> test({71, 11, 9}, halo, 1);
        emulator::BlockEmulator emulator(3);
        test.run(emulator, Spec::tile_x, Spec::tile_y, kernels::StubNode<Spec>::threads, 0,
                 [](const auto& arguments) { kernels::StubNode<Spec>::run(arguments); });
        EXPECT_LE(test.error(), 1e-14);
    }
}

#ifdef WAVESIM_CUDA
TEST(StubFamily, TheRunTimeCompilerTakesItsText) {
    const ScalarProblem problem = problem_of("leggy-3");
    const KernelForm& form = *stub_forms().front();
    const std::string text =
        bulk_source(problem.stencil, 0.3, Precision::float32, form, choose_tile(form, problem, 163 << 10));
    for (const char* architecture : {"sm_80", "sm_90"})
        EXPECT_NE(nvrtc_compile("stub", text, architecture).log.find("Used "), std::string::npos);
}
#endif

}  // namespace
}  // namespace wavesim
