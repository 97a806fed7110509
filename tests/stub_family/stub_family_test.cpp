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
#include "stencils/gpu/stub_row/stub_row.hpp"
#include "stencils/scheme/catalogue.hpp"
#ifdef WAVESIM_CUDA
#include "stencils/registry/backend_registry.hpp"
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
    EXPECT_EQ(*stub, &backend_registry()[backend_registry().size() - 2]);
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

TEST(StubFamily, WithLaunchesOfItsOwnHasARowInEitherTable) {
    EXPECT_EQ(backend_registry().back().name, "stub.row");
    EXPECT_EQ(backend_gallery().back().name, "stub.shown");
    EXPECT_EQ(std::ranges::count(all_backends(), std::string("stub.row"), &BackendEntry::name), 1);
    EXPECT_EQ(std::ranges::count(backend_registry(), std::string("stub.shown"), &BackendEntry::name), 0);
    EXPECT_EQ(std::ranges::count(kernel_forms(), std::string("stub.row"), &KernelForm::backend), 0);
    EXPECT_EQ(find_backend("stub.row+texture.unrolled"), nullptr);
}

TEST(StubFamily, WithLaunchesOfItsOwnIsProposedChosenAndOpened) {
    const ScalarProblem problem = problem_of("leggy-3");
    const BackendChoice choice = choose_backend(backend_registry(), "auto", problem, machine(), {100, 100});
    EXPECT_EQ(choice.entry->name, "stub.row");  // it predicts the shortest time, by several steps together
    EXPECT_EQ(choice.proposal.regions.front().backend, "stub.row");
    EXPECT_EQ(choice.proposal.device_bytes, 8 * 90 * 80 * 70);
    EXPECT_EQ(compiler_memory(choice.proposal.texts, machine().gpu).peak, 3 << 20);
    const std::unique_ptr<StencilBackend> backend = choice.entry->open(problem, {}, choice.proposal);
    backend->advance(2);
    EXPECT_EQ(backend->step(), 2);
    EXPECT_THROW(choice.entry->open(problem, {}, {}), std::logic_error);
    EXPECT_NE(choose_backend(backend_registry(), "stub.shown", problem, machine(), {100, 100}).entry->name, "stub.row");
    const Problem two_dimensions = [] {
        ScalarProblem flat = problem_of("leggy-3");
        flat.stencil = make_stencil("leggy-3", 2);
        flat.extent.ny = 1;
        return flat;
    }();
    EXPECT_EQ(find_backend("stub.shown")->propose(common_part(two_dimensions), machine()).why_not,
              "the stub is for 3D");
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
