// SPDX-License-Identifier: MIT
#include "solvers/plan/backend_choice.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "solvers/scene/fault.hpp"
#include "stencils/backend/gpu_profile.hpp"
#include "stencils/backend/some_gpu.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/equations/some_programs.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

Proposal nothing(const Inquiry&) { return {}; }
Proposal refusing(const Inquiry&) { return Proposal::refused("it is for leggy stencils"); }
Proposal eight_gib(const Inquiry&) { return {.device_bytes = std::int64_t{8} << 30}; }

/// A CPU, a GPU backend that refuses, and one that takes 8 GiB of the device.
const std::vector<BackendEntry>& table() {
    const auto row = [](const char* name, Proposal (*propose)(const Inquiry&), bool gpu) {
        return BackendEntry{
            name, "", {{is_kind<ScalarShape>, propose, nullptr, nullptr}}, "it is for one density", gpu};
    };
    static const std::vector<BackendEntry> rows{row("cpu", nothing, false), row("first", refusing, true),
                                                row("second", eight_gib, true)};
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
        choose_backend(table(), name, {}, {}, {100'000, 100});
        return {};
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(error.kind(), EnvironmentError::Kind::device);
        return error.what();
    }
}

TEST(BackendChoice, StaysOnTheCpuWithoutAGpuAndSaysNothing) {
    const BackendChoice choice = choose_backend(table(), "auto", {}, {}, {100'000, 100});

    EXPECT_EQ(choice.entry->name, "cpu");
    EXPECT_EQ(choice.why, "");
}

TEST(BackendChoice, SaysWhichKernelsCanDivideAGrid) {
    Machine machine;
    machine.gpu = test::some_gpu();
    machine.gpu.shared_per_block = 227 << 10;
    ScalarProblem problem;
    problem.stencil = make_stencil("leggy-2", 3);
    problem.extent = {100, 90, 80};
    const auto answer = [&](const std::string& name) -> std::string {
        try {
            return choose_backend(backend_registry(), name, problem, machine, {100'000, 100}).entry->name;
        } catch (const EnvironmentError& error) {
            EXPECT_EQ(error.kind(), EnvironmentError::Kind::device);
            return error.what();
        }
    };
    EXPECT_EQ(
        answer("stream25.sweep+texture.loop"),
        "backend stream25.sweep+texture.loop: there are no absorbing layers, so that one kernel moves every node: "
        "name one");
    problem.layers.width = {5, 5, 5, 5, 5, 5};
    for (const std::size_t axis : {0U, 1U, 2U})
        problem.layers.decay[axis] = problem.layers.gain[axis] =
            std::vector<double>(static_cast<std::size_t>(problem.extent.along(static_cast<int>(axis))));
    EXPECT_EQ(answer("stream25.sweep+texture.loop"), "stream25.sweep+texture.loop");
    problem.layers.width = {49, 49, 5, 5, 5, 5};
    EXPECT_EQ(answer("stream25.sweep+texture.loop"),
              "backend stream25.sweep+texture.loop: the absorbing layers leave no inner box for a kernel of its own");
    EXPECT_EQ(answer("cpu+texture.loop"),
              "cpu and texture.loop cannot divide a grid between them: two different GPU kernels for media of one "
              "density can");
    EXPECT_EQ(answer("stream25.sweep+texture.lop").find("there is no backend 'stream25.sweep+texture.lop'"), 0U);
}

TEST(BackendChoice, TakesTheFirstGpuBackendThatCanRunTheProblem) {
    const BackendChoice choice = choose_backend(table(), "auto", {}, with_gpu(std::int64_t{9} << 30), {100'000, 100});

    EXPECT_EQ(choice.entry->name, "second");
    EXPECT_EQ(choice.why, "auto: the GPU can run it (first: it is for leggy stencils)");
}

/// A problem may fill the free memory of the device to the last byte.
TEST(BackendChoice, TakesTheGpuIfTheProblemJustFits) {
    const std::int64_t needed = std::int64_t{8} << 30;
    EXPECT_EQ(choose_backend(table(), "auto", {}, with_gpu(needed), {100'000, 100}).entry->name, "second");
    EXPECT_EQ(choose_backend(table(), "auto", {}, with_gpu(needed - 1), {100'000, 100}).entry->name, "cpu");
}

/// Passes of several steps take the same for every plane, so that they pay in planes of many tiles; and they end where
/// somebody looks.
TEST(BackendChoice, TakesSeveralStepsPerPassWhereTheyPay) {
    Machine machine = with_gpu(std::int64_t{70} << 30);
    machine.gpu.triad = {3.0e12, 3.0e12};
    ScalarProblem problem;
    problem.stencil = make_stencil("leggy-1", 3);
    problem.courant = 0.5;
    problem.halo.fill(HaloRule::mirror_half);
    const auto chosen = [&](const Extent& n, std::int64_t steps_between_looks) {
        problem.extent = n;
        return choose_backend(backend_registry(), "auto", problem, machine, {100'000, steps_between_looks});
    };
    EXPECT_EQ(chosen({512, 512, 300}, 1000).entry->name, "temporal");
    EXPECT_NE(chosen({512, 512, 300}, 1000).why.find("of the time of stream25.sweep"), std::string::npos);
    EXPECT_EQ(chosen({512, 512, 300}, 3).entry->name, "stream25.sweep");
    EXPECT_EQ(chosen({200, 200, 200}, 1000).entry->name, "stream25.sweep");
    EXPECT_EQ(chosen({600, 600, 300}, 1000).entry->name, "temporal");  // in panels
    EXPECT_NE(chosen({8500, 100, 300}, 1000).entry->name, "temporal");
    problem.stencil = make_stencil("leggy-1", 2);
    EXPECT_EQ(chosen({4096, 1, 4096}, 1000).entry->name, "temporal");
    EXPECT_EQ(chosen({1000, 1, 500}, 1000).entry->name, "texture.unrolled");
    EXPECT_EQ(chosen({4096, 1, 4096}, 15).entry->name, "texture.unrolled");
}

/// Rooms that stay on chip, unless somebody looks after every few steps: then each launch is short.
TEST(BackendChoice, TakesAFieldOnChipForSmallRooms) {
    Machine machine = with_gpu(std::int64_t{70} << 30);
    machine.gpu.triad = {3.0e12, 3.0e12};
    ScalarProblem problem;
    problem.halo.fill(HaloRule::mirror_half);
    for (const char* stencil : {"leggy-1", "compact-27-iwb"})
        for (const Extent& n : {Extent{180, 126, 81}, Extent{103, 79, 55}}) {
            problem.stencil = make_stencil(stencil, 3);
            problem.extent = n;
            const auto chosen = [&](std::int64_t steps_between_looks) {
                return choose_backend(backend_registry(), "auto", problem, machine, {100'000, steps_between_looks});
            };
            EXPECT_EQ(chosen(1000).entry->name, "resident") << stencil << n.nx;
            EXPECT_NE(chosen(1000).why.find("of the time of stream25.sweep"), std::string::npos);
            EXPECT_EQ(chosen(2).entry->name, "stream25.sweep") << stencil << n.nx;
        }
}

/// A row of a profile in which a backend needs that many ps on a cube, 4 with its usual tile.
TunedRow tuned_row(const ProblemShape& shape, const char* backend, const char* tile, const char* usual, double ps) {
    TunedRow row = row_for(shape);
    row.backend = backend;
    row.tile = tile;
    row.ps = ps;
    row.usual = usual;
    row.usual_ps = 4;
    return row;
}

/// A profile decides between backends with the same bits, and between no others.
TEST(BackendChoice, TakesWhatWasMeasuredToBeQuickerOfTheSameBits) {
    Machine machine = with_gpu(std::int64_t{70} << 30);
    machine.gpu.triad = {3.0e12, 3.0e12};
    ScalarProblem problem;
    problem.courant = 0.1;
    problem.halo.fill(HaloRule::mirror_half);
    problem.stencil = make_stencil("leggy-4", 3);
    problem.extent = {600, 600, 600};
    const auto chosen = [&](double sweep_ps, double copies_ps, const char* tile, const char* usual) {
        GpuProfile profile;
        profile.rows = {tuned_row(problem, "stream25.sweep", tile, usual, sweep_ps),
                        tuned_row(problem, "semi.tma", tile, usual, copies_ps)};
        machine.profile = std::make_shared<const GpuProfile>(profile);
        return choose_backend(backend_registry(), "auto", problem, machine, {100'000, 1000});
    };
    const auto leggy4 = [&](double sweep_ps, double copies_ps) {
        return chosen(sweep_ps, copies_ps, "64x24", "128x24 rows 2");
    };
    EXPECT_EQ(leggy4(2, 3).entry->name, "stream25.sweep");
    EXPECT_EQ(leggy4(3, 2).entry->name, "semi.tma");
    EXPECT_NE(leggy4(3, 2).why.find("auto: measured to take 0.667 of the time of stream25.sweep; tile 64x24 by "),
              std::string::npos);
    EXPECT_EQ(leggy4(3, 2).proposal.regions.front().tile, "64x24");
    problem.extent = {200, 200, 200};
    EXPECT_EQ(leggy4(3, 2).entry->name, "semi.tma");

    problem.stencil = make_stencil("leggy-1", 3);
    problem.extent = {512, 512, 300};
    EXPECT_EQ(chosen(0.1, 0.2, "128x16", "256x8 rows 2").entry->name, "temporal");
}

/// Two rows with the same bits: whichever is predicted to be quicker.
TEST(BackendChoice, TakesBulkCopiesOnLargeGridsOfOneSpeed) {
    Machine machine = with_gpu(std::int64_t{70} << 30);
    machine.gpu.triad = {3.0e12, 3.0e12};
    ScalarProblem problem;
    problem.courant = 0.1;
    problem.halo.fill(HaloRule::mirror_half);
    const auto chosen = [&](const char* stencil, std::int64_t n) {
        problem.stencil = make_stencil(stencil, 3);
        problem.extent = {n, n, n};
        return choose_backend(backend_registry(), "auto", problem, machine, {100'000, 3});
    };
    EXPECT_EQ(chosen("leggy-4", 600).entry->name, "semi.tma");
    EXPECT_NE(chosen("leggy-4", 600).why.find("of the time of stream25.sweep"), std::string::npos);
    EXPECT_EQ(chosen("leggy-4", 200).entry->name, "stream25.sweep");
    EXPECT_EQ(chosen("leggy-8", 600).entry->name, "stream25.sweep");
    problem.speed.varies = true;
    EXPECT_EQ(chosen("leggy-4", 600).entry->name, "stream25.sweep");
    problem.speed.varies = false;
    problem.halo[5] = HaloRule::odd_half;
    EXPECT_EQ(chosen("leggy-4", 600).entry->name, "stream25.sweep");
    problem.halo[5] = HaloRule::mirror_half;
    problem.walls.explicit_walls.law = {{2.0, 0.5, 1.0, 1.0}};
    problem.walls.explicit_walls.nodes = {0};
    problem.walls.explicit_walls.laws = {0};
    EXPECT_EQ(chosen("leggy-4", 600).entry->name, "stream25.sweep");
    problem.walls = {};
    problem.precision = Precision::float64;
    EXPECT_EQ(chosen("leggy-4", 600).entry->name, "stream25.sweep");
    problem.precision = Precision::float32;
    machine.gpu.capability_major = 8;
    EXPECT_EQ(chosen("leggy-4", 600).entry->name, "stream25.sweep");
}

/// A row that no problem gets stands in the gallery, where planning does not ask it.
TEST(BackendChoice, TakesEveryRowForSomeProblemAndNoneOfTheGallery) {
    Machine machine = with_gpu(std::int64_t{70} << 30);
    machine.gpu.triad = {3.0e12, 3.0e12};
    StencilProblem problem;
    problem.courant = 0.1;
    problem.extent = {120, 120, 120};
    std::set<std::string> taken;
    const auto take = [&] {
        taken.insert(choose_backend(backend_registry(), "auto", problem, machine, {100'000, 1000}).entry->name);
    };
    for (const char* name : {"leggy-4", "leggy-20", "box-125"}) problem.stencil = make_stencil(name, 3), take();
    problem.stencil.shells = {{12, 3, 1}};  // of box-125
    problem.stencil.a = {1};
    take();
    problem.halo.fill(HaloRule::mirror_half);
    problem.stencil = make_stencil("leggy-1", 3);
    for (const Extent& n : {Extent{512, 512, 300}, Extent{180, 126, 81}}) problem.extent = n, take();
    problem.halo.fill(HaloRule::zero);
    problem.speed.varies = true;
    for (const MediumShape& medium : {MediumShape{DensityShape{4}}, MediumShape{TtiShape{TtiForm::k73}}})
        for (const int dims : {2, 3}) {
            problem.medium = medium;
            problem.stencil = medium.index() == MediumShape{DensityShape{}}.index() ? density_stencil(4, dims)
                                                                                    : make_stencil("leggy-4", dims);
            problem.extent = {200, dims == 3 ? 200 : 1, 200};
            take();
        }
    problem.medium = ScalarShape{};
    problem.stencil = make_stencil("leggy-4", 2);
    problem.extent = {200, 1, 200};
    take();
    problem.speed.varies = false;
    problem.stencil = make_stencil("leggy-4", 3);
    problem.extent = {600, 600, 600};
    problem.halo.fill(HaloRule::mirror_half);
    take();
    problem.medium = ProgramShape{std::make_shared<equations::Program>(equations::scalar_wave()), 0, 0.1, 1, 0};
    take();
    for (const BackendEntry& entry : backend_registry())
        EXPECT_EQ(taken.count(entry.name), entry.on_gpu()) << entry.name;
}

/// By its full name, though.
TEST(BackendChoice, TakesARowOfTheGalleryThatIsAskedFor) {
    const Machine machine = with_gpu(std::int64_t{70} << 30);
    ScalarProblem problem;
    problem.stencil = make_stencil("leggy-1", 3);
    problem.extent = {100, 90, 80};
    problem.precision = Precision::float32;
    problem.halo.fill(HaloRule::mirror_half);
    for (const BackendEntry& entry : backend_gallery())
        EXPECT_EQ(choose_backend(backend_registry(), entry.name, problem, machine, {100'000, 100}).entry, &entry)
            << entry.name;
    EXPECT_EQ(backend_gallery().size(), 13U);
}

/// Passes with walls take longer to be set up: a short run goes step by step.
TEST(BackendChoice, CountsWhatPassesWithWallsTakeBeforeTheFirstStep) {
    Machine machine = with_gpu(std::int64_t{70} << 30);
    machine.gpu.triad = {3.0e12, 3.0e12};
    machine.gpu.multiprocessors = 132;
    machine.gpu.capability_major = 9;
    ScalarProblem problem;
    problem.stencil = make_stencil("leggy-1", 3);
    problem.courant = 0.5;
    problem.halo.fill(HaloRule::mirror_half);
    problem.extent = {512, 512, 300};
    problem.walls.explicit_walls.law = {{2, 0.5, 1, 1}};
    for (std::int64_t node = 0; node < 512 * 512; ++node) {  // the floor
        problem.walls.explicit_walls.nodes.push_back(node);
        problem.walls.explicit_walls.laws.push_back(0);
    }
    const auto chosen = [&](std::int64_t steps) {
        return choose_backend(backend_registry(), "auto", problem, machine, {steps, steps}).entry->name;
    };
    EXPECT_EQ(chosen(10'000), "temporal");
    EXPECT_EQ(chosen(100), "stream25.sweep");
}

/// The order of the rows was measured; the model of kernels that do one step does not change it.
TEST(BackendChoice, KeepsTheOrderOfKernelsThatDoOneStep) {
    Machine machine = with_gpu(std::int64_t{70} << 30);
    machine.gpu.triad = {3.0e12, 3.0e12};
    const auto expect_order = [&](const StencilProblem& problem) {
        std::string first;
        for (const BackendEntry& entry : backend_registry())
            if (first.empty() && entry.on_gpu() && entry.propose(problem, machine).why_not.empty()) first = entry.name;
        const std::string name =
            choose_backend(backend_registry(), "auto", problem, machine, {100'000, 1000}).entry->name;
        EXPECT_TRUE(name == first || name == "temporal" || name == "resident")
            << problem.stencil.name << " " << problem.extent.nodes() << ": " << name << " before " << first;
    };
    for (const CatalogueEntry& row : stencil_catalogue())
        for (const int dims : {2, 3}) {
            ScalarProblem problem;
            problem.stencil = make_stencil(row.name, dims);
            problem.courant = 0.3;
            problem.halo.fill(HaloRule::mirror_half);
            for (const Precision precision : {Precision::float32, Precision::float64})
                for (const std::int64_t n : {40, 300}) {
                    problem.precision = precision;
                    problem.extent = {n, dims == 3 ? n : 1, n};
                    expect_order(problem);
                }
        }
}

TEST(BackendChoice, LeavesTheGpuWhenItsMemoryIsTooSmall) {
    const BackendChoice choice = choose_backend(table(), "auto", {}, with_gpu(std::int64_t{4} << 30), {100'000, 100});

    EXPECT_EQ(choice.entry->name, "cpu");
    EXPECT_EQ(choice.why,
              "auto: not on the GPU (first: it is for leggy stencils; second: 8.0 GiB are needed, 4.0 GiB are free)");
    EXPECT_EQ(choice.gpu_refused, "8.0 GiB are needed, 4.0 GiB are free");
    ASSERT_NE(choice.too_large, nullptr);
    EXPECT_EQ(choice.too_large->name, "second");
    EXPECT_EQ(choose_backend(table(), "auto", {}, {}, {100'000, 100}).gpu_refused, "");  // no GPU, nothing left
}

/// A GPU that no program can use is left, too; one that a named row leaves is not asked for.
TEST(BackendChoice, SaysWhyItLeavesAGpuThatCannotBeUsed) {
    Machine machine = with_gpu(std::int64_t{70} << 30);
    machine.gpu.name = "old one";
    machine.gpu.capability_major = 7;
    machine.gpu.capability_minor = 5;

    const BackendChoice choice = choose_backend(table(), "auto", {}, machine, {100'000, 100});
    EXPECT_EQ(choice.entry->name, "cpu");
    EXPECT_EQ(choice.gpu_refused, "GPU 0 (old one) has compute capability 7.5, 8.0 or later is needed");
    EXPECT_EQ(choose_backend(table(), "cpu", {}, machine, {100'000, 100}).gpu_refused, "");
}

/// One sentence per reason, however many rows have it.
TEST(BackendChoice, TellsEachReasonOnce) {
    std::vector<BackendEntry> rows(table().begin(), table().end());
    for (const char* name : {"third", "fourth", "fifth"}) rows.push_back(rows[1]), rows.back().name = name;
    rows.push_back(rows[2]);
    rows.back().name = "sixth";
    rows.back().media[0].propose = [](const Inquiry&) { return Proposal{.device_bytes = std::int64_t{6} << 30}; };

    EXPECT_EQ(choose_backend(rows, "auto", {}, with_gpu(std::int64_t{4} << 30), {100'000, 100}).why,
              "auto: not on the GPU (first, third and 2 more: it is for leggy stencils; second and sixth: at least 6.0 "
              "GiB are needed, 4.0 GiB "
              "are free)");
}

TEST(BackendChoice, TakesTheNamedRowWhateverTheMachine) {
    EXPECT_EQ(choose_backend(table(), "second", {}, {}, {100'000, 100}).entry->name, "second");
    EXPECT_EQ(refusal("first"), "backend first: it is for leggy stencils");
    EXPECT_EQ(refusal("third"), "there is no backend 'third' in this build (it has: cpu, first, second)");
}

}  // namespace
}  // namespace wavesim
