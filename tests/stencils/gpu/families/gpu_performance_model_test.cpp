// SPDX-License-Identifier: MIT
// Predicted step times against those measured on an NVIDIA H200 (docs/measurements.md,
// docs/history/*-gpu-*.md), each with the rate of F in its run.

#include <gtest/gtest.h>

#include <numeric>

#include "stencils/backend/backend.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/gpu/families/modelled_h200.hpp"
#include "stencils/gpu/single/single_model.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {

using test::box;
using test::promised;

namespace {

constexpr Extent cube_512{512, 512, 512};
constexpr Extent cube_600{600, 600, 600};

void expect_within(const std::string& backend, const StencilProblem& problem, double floor_ps, double measured_ps) {
    const Proposal proposal = find_backend(backend)->propose(problem, test::h200(problem.precision, floor_ps), 1);
    ASSERT_EQ(proposal.why_not, "");
    const double ps = 1e12 * proposal.ctpn_s;
    EXPECT_NEAR(ps / measured_ps, 1, promised) << backend << " " << problem.stencil.name << " on " << problem.extent.nx
                                               << "^3: " << ps << " instead of " << measured_ps << " ps";
}

struct Row {
    const char* stencil;
    double ps;
};

TEST(GpuPerformanceModel, MeetsThePlaneSweep) {
    for (const Row& row : {Row{"leggy-1", 3.05},
                           {"leggy-2", 3.16},
                           {"compact-19", 3.08},
                           {"leggy-4", 3.42},
                           {"compact-27", 3.08},
                           {"compact-57", 3.2},
                           {"box-125", 3.39},
                           {"compact-461", 6.47},
                           {"leggy-5", 4.04},
                           {"leggy-6", 4.6},
                           {"leggy-7", 5.58},
                           {"leggy-8", 6.02},
                           {"leggy-9", 7.17},
                           {"leggy-10", 8.66}})
        expect_within("stream25.sweep", box(row.stencil, cube_512, Precision::float32), 2.766, row.ps);
    for (const Row& row : {Row{"leggy-1", 3.073},
                           {"leggy-2", 3.182},
                           {"leggy-3", 3.305},
                           {"leggy-4", 3.359},
                           {"compact-19-isotropic", 3.103},
                           {"compact-27-iwb", 3.096},
                           {"compact-33-opt", 3.167},
                           {"compact-57-opt", 3.109},
                           {"box-125-opt", 3.275},
                           {"box-343-me6", 5.463},
                           {"box-349", 5.939},
                           {"compact-461-me8", 6.449}})
        expect_within("stream25.sweep", box(row.stencil, cube_512, Precision::float32), 2.776, row.ps);
}

TEST(GpuPerformanceModel, MeetsThePlaneSweepOnOtherGrids) {
    for (const Row& row : {Row{"leggy-1", 3.133},
                           {"leggy-2", 3.263},
                           {"compact-27-iwb", 3.149},
                           {"leggy-4", 3.38},
                           {"compact-57-opt", 3.227},
                           {"box-125-opt", 3.3}})
        expect_within("stream25.sweep", box(row.stencil, {1024, 1024, 768}, Precision::float32), 2.757, row.ps);
    for (const Row& row : {Row{"leggy-2", 3.312},
                           {"compact-27-iwb", 3.229},
                           {"leggy-4", 3.571},
                           {"compact-57-opt", 3.361},
                           {"box-125-opt", 3.539}})
        expect_within("stream25.sweep", box(row.stencil, cube_600, Precision::float32), 2.766, row.ps);
    // docs/pictures/large_stencils.svg
    for (const Row& row : {Row{"compact-93", 3.38},
                           {"compact-123", 4.3},
                           {"compact-147", 4.78},
                           {"compact-203", 5.24},
                           {"compact-257", 5.76},
                           {"compact-305", 6.27},
                           {"compact-389", 6.69},
                           {"box-117", 3.54},
                           {"leggy-5", 4.17},
                           {"leggy-6", 4.65}})
        expect_within("stream25.sweep", box(row.stencil, {720, 640, 560}, Precision::float32), 2.766, row.ps);
    expect_within("stream25.sweep", box("leggy-1", {128, 128, 128}, Precision::float32), 2.766, 3.9);
    expect_within("stream25.sweep", box("leggy-1", {256, 256, 256}, Precision::float32), 2.766, 3.35);
}

TEST(GpuPerformanceModel, MeetsThePlaneSweepInDouble) {
    for (const Row& row : {Row{"leggy-1", 1.117},
                           {"leggy-2", 1.183},
                           {"leggy-3", 1.113},
                           {"leggy-4", 1.142},
                           {"compact-19-isotropic", 1.121},
                           {"compact-27-iwb", 1.123},
                           {"compact-33-opt", 1.177},
                           {"compact-57-opt", 1.104},
                           {"box-125-opt", 1.208},
                           {"box-343-me6", 2.093},
                           {"box-349", 2.255},
                           {"compact-461-me8", 2.653},
                           {"leggy-8", 2.35}})
        expect_within("stream25.sweep", box(row.stencil, cube_512, Precision::float64), 5.506, 5.506 * row.ps);
}

TEST(GpuPerformanceModel, MeetsTheOtherForms) {
    const std::vector<std::pair<const char*, std::vector<Row>>> rows{
        {"texture.unrolled",
         {{"leggy-1", 3.55},
          {"leggy-2", 4.3},
          {"compact-19", 4.64},
          {"leggy-4", 7.24},
          {"compact-27", 5.38},
          {"compact-57", 11.8},
          {"box-125", 20.7},
          {"compact-461", 768}}},
        {"stream25.register",
         {{"leggy-1", 4.68},
          {"leggy-2", 5.79},
          {"compact-19", 5.76},
          {"leggy-4", 9.84},
          {"compact-27", 5.8},
          {"compact-57", 9.83},
          {"box-125", 12.8},
          {"compact-461", 31}}},
        {"stream25.hybrid",
         {{"leggy-1", 5.76},
          {"leggy-2", 6.68},
          {"compact-19", 5.79},
          {"leggy-4", 7.61},
          {"compact-27", 5.82},
          {"compact-57", 7.47},
          {"box-125", 8.34},
          {"compact-461", 12.5},
          {"leggy-7", 11.6},
          {"leggy-8", 15.2},
          {"leggy-9", 14.5},
          {"leggy-10", 16.8},
          {"leggy-20", 35}}},
        {"stream25.shared",
         {{"leggy-1", 5.92},
          {"leggy-2", 7.1},
          {"compact-19", 6.96},
          {"leggy-4", 8.77},
          {"compact-27", 7.28},
          {"compact-57", 10.1},
          {"box-125", 17.7},
          {"compact-461", 61.3}}},
        {"stream25.global",
         {{"leggy-1", 10.9},
          {"compact-19", 15.7},
          {"leggy-4", 21.2},
          {"compact-27", 17.7},
          {"compact-57", 40.9},
          {"box-125", 85.5},
          {"compact-461", 617}}},
        {"texture.leggy", {{"leggy-1", 12.7}, {"leggy-2", 16.1}, {"leggy-4", 18.5}}},
        {"texture.loop",
         {{"leggy-1", 10.7},
          {"leggy-2", 12.9},
          {"compact-19", 15.8},
          {"leggy-4", 19.4},
          {"compact-27", 20.1},
          {"compact-57", 36.6},
          {"box-125", 75.8},
          {"compact-461", 272}}},
        {"texture.factored", {{"compact-27", 22.4}, {"compact-57", 40.2}, {"box-125", 81.3}, {"compact-461", 287}}},
    };
    for (const auto& [backend, of_backend] : rows)
        for (const Row& row : of_backend)
            expect_within(backend, box(row.stencil, cube_512, Precision::float32), 2.766, row.ps);
}

TEST(GpuPerformanceModel, MeetsTheOtherFormsInDouble) {
    for (const Row& row : {Row{"stream25.global", 16.5},
                           {"stream25.shared", 8.52},
                           {"stream25.hybrid", 8.4},
                           {"stream25.register", 6.94},
                           {"texture.loop", 13.2},
                           {"texture.leggy", 18.6}})
        expect_within(row.stencil, box("leggy-1", cube_512, Precision::float64), 5.506, row.ps);
    for (const Row& row : {Row{"leggy-4", 22.1},
                           {"leggy-20", 108},
                           {"compact-27", 22.3},
                           {"compact-57", 40},
                           {"box-125", 81.6},
                           {"compact-461", 297}})
        expect_within("texture.loop", box(row.stencil, {640, 480, 420}, Precision::float64), 5.506, row.ps);
    for (const Row& row : {Row{"leggy-4", 24.1}, {"leggy-20", 117}})
        expect_within("texture.leggy", box(row.stencil, {640, 480, 420}, Precision::float64), 5.506, row.ps);
}

TEST(GpuPerformanceModel, MeetsGridsInAPlane) {
    for (const Row& row : {Row{"leggy-1", 1.12}, {"leggy-2", 1.26}, {"leggy-4", 1.56}})
        expect_within("texture.unrolled", box(row.stencil, {8192, 1, 8192}, Precision::float32), 2.766, 2.766 * row.ps);
}

StencilProblem rock(std::int64_t nodes, std::int64_t layer_cells, MediumStorage storage = MediumStorage::float32) {
    StencilProblem problem = box("leggy-4", {nodes, nodes, nodes}, Precision::float32);
    problem.speed = {true, storage};
    problem.layers.width.fill(layer_cells);
    problem.layers.half_order = 4;
    return problem;
}

TEST(GpuPerformanceModel, MeetsRockWithAndWithoutLayers) {
    expect_within("stream25.sweep", rock(512, 0), 2.77, 4.2);
    expect_within("stream25.sweep", rock(472, 0), 2.77, 4.47);
    expect_within("stream25.sweep", rock(512, 20), 2.77, 5.77);
    expect_within("stream25.sweep", rock(600, 20), 2.77, 5.96);
    expect_within("stream25.sweep", rock(400, 20), 2.77, 6.86);
    expect_within("stream25.sweep", rock(472, 0, MediumStorage::int16), 2.77, 4.11);
    expect_within("stream25.sweep", rock(472, 0, MediumStorage::index8), 2.77, 4.3);
    expect_within("stream25.sweep", rock(512, 20, MediumStorage::index16), 2.77, 5.93);
}

/// docs/gpu-status.md: a thread per node, on the whole grid, inside and in the slabs next to the layers.
TEST(GpuPerformanceModel, MeetsLayersThatNoSweepMoves) {
    StencilProblem problem = rock(510, 20);
    problem.stencil = make_stencil("leggy-2", 3);
    problem.layers.half_order = 2;
    expect_within("stream25.sweep", problem, 2.77, 5.73);
    expect_within("texture.unrolled", problem, 2.77, 10.3);
    expect_within("texture.unrolled+stream25.sweep", problem, 2.77, 9.75);
    expect_within("stream25.sweep+texture.unrolled", problem, 2.77, 11.3);
}

/// docs/semi-stencils.md: bulk copies gain on large grids of one speed alone.
TEST(GpuPerformanceModel, TakesBulkCopiesWhereTheyGain) {
    const auto gains = [](StencilProblem problem, HaloRule sides = HaloRule::mirror_half) {
        const Machine machine = test::h200(Precision::float32, 2.766);
        problem.halo.fill(sides);
        return find_backend("semi.tma")->propose(problem, machine, 1000).ctpn_s <
               find_backend("stream25.sweep")->propose(problem, machine, 1000).ctpn_s;
    };
    EXPECT_TRUE(gains(box("leggy-4", {512, 512, 512}, Precision::float32)));
    EXPECT_TRUE(gains(box("compact-57-opt", {600, 600, 600}, Precision::float32)));
    EXPECT_FALSE(gains(box("leggy-1", {180, 126, 81}, Precision::float32)));
    EXPECT_FALSE(gains(box("leggy-8", {512, 512, 512}, Precision::float32)));
    EXPECT_FALSE(gains(rock(512, 0)));
    EXPECT_FALSE(gains(box("leggy-4", {512, 512, 512}, Precision::float32), HaloRule::odd_half));
}

TEST(GpuPerformanceModel, MeetsDensitiesThatVary) {
    StencilProblem problem = rock(512, 0);
    problem.medium = DensityShape{4};
    problem.stencil = density_stencil(4, 3);
    expect_within("texture.density", problem, 2.77, 30.4);
    for (const auto& [order, ps] : {std::pair{1, 6.85}, {2, 7.51}, {3, 8.5}, {4, 9.46}, {5, 12.8}}) {
        SCOPED_TRACE(order);
        problem.medium = DensityShape{order};
        problem.stencil = density_stencil(order, 3);
        expect_within("stream25.density", problem, 2.76, ps);
    }
    problem.medium = DensityShape{4};
    problem.stencil = density_stencil(4, 3);
    problem.speed.storage = MediumStorage::int16;
    expect_within("stream25.density", problem, 2.76, 11.8);
    problem.speed.storage = MediumStorage::float32;
    problem.layers.width.fill(20);
    expect_within("texture.density", problem, 2.77, 33.4);
    problem.extent = {552, 552, 552};
    expect_within("stream25.density", problem, 2.76, 14.6);
}

TEST(GpuPerformanceModel, MeetsTiltedMedia) {
    const auto tti = [](TtiForm form, std::int64_t nodes, std::int64_t layer_cells) {
        StencilProblem problem = rock(nodes, layer_cells);
        problem.medium = TtiShape{form};
        problem.halo.fill(HaloRule::zero);
        return problem;
    };
    // Of layers of 20 cells 6 damp in k73 and 14 in the self-adjoint form.
    expect_within("stream25.tti", tti(TtiForm::k73, 512, 0), 2.77, 15.36);
    expect_within("stream25.tti", tti(TtiForm::k73, 600, 0), 2.76, 16);
    expect_within("stream25.tti", tti(TtiForm::k73, 600, 6), 2.76, 17.93);
    expect_within("stream25.tti", tti(TtiForm::k73, 900, 6), 2.76, 17.51);
    expect_within("stream25.tti", tti(TtiForm::self_adjoint, 96, 0), 2.76, 48.29);
    expect_within("stream25.tti", tti(TtiForm::self_adjoint, 512, 0), 2.76, 24.12);
    expect_within("stream25.tti", tti(TtiForm::self_adjoint, 600, 0), 2.76, 25.72);
    expect_within("stream25.tti", tti(TtiForm::self_adjoint, 192, 14), 2.76, 63.18);
    expect_within("stream25.tti", tti(TtiForm::self_adjoint, 256, 14), 2.76, 58.29);
    expect_within("stream25.tti", tti(TtiForm::self_adjoint, 384, 14), 2.76, 45.21);
    expect_within("stream25.tti", tti(TtiForm::self_adjoint, 600, 14), 2.76, 37.31);
}

/// docs/semi-stencils.md: 25 points on 512^3 and 900^3 nodes, then k73 on 850^3 and, with layers of which 6 cells damp,
/// on 900^3.
TEST(GpuPerformanceModel, MeetsSemiStencils) {
    struct Measured {
        const char* backend;
        double ps_512, ps_900, k73_ps, k73_layers_ps;
    };
    for (const Measured& row : {Measured{"semi.b", 8.19, 8.04, 29.8, 31.1},
                                {"semi.ba", 8.56, 8.29, 29.6, 30.8},
                                {"semi.smem_25d", 8.76, 8.94, 30.2, 32},
                                {"semi.2z", 9.49, 9.61, 34.9, 36.8},
                                {"semi.semi_25d", 9.66, 9.83, 32.6, 33.9},
                                {"semi.gmem_3d", 13.7, 12.1, 38, 39.3},
                                {"semi.smem_3d", 25.4, 27.9, 45.4, 47.3}}) {
        expect_within(row.backend, box("leggy-4", cube_512, Precision::float32), 2.77, row.ps_512);
        expect_within(row.backend, box("leggy-4", {900, 900, 900}, Precision::float32), 2.77, row.ps_900);
        for (const std::int64_t layer_cells : {0, 6}) {
            StencilProblem problem = rock(layer_cells == 0 ? 850 : 900, layer_cells);
            problem.medium = TtiShape{TtiForm::k73};
            problem.halo.fill(HaloRule::zero);
            expect_within(row.backend, problem, 2.77, layer_cells == 0 ? row.k73_ps : row.k73_layers_ps);
        }
    }
}

TEST(GpuPerformanceModel, ScalesWithRateAndMultiprocessors) {
    Machine machine = test::h200(Precision::float32, 2.766);
    const StencilProblem problem = box("compact-461", {2048, 2048, 2048}, Precision::float32);  // launches are nothing
    const BackendEntry& sweep = *find_backend("stream25.sweep");
    const double here = sweep.propose(problem, machine, 1).ctpn_s;

    machine.gpu.triad.float32 /= 2;
    EXPECT_NEAR(sweep.propose(problem, machine, 1).ctpn_s - here, 2.766e-12, 1e-15);
    machine.gpu.triad.float32 *= 2;
    machine.gpu.multiprocessors /= 2;
    EXPECT_NEAR(sweep.propose(problem, machine, 1).ctpn_s - here, here - 2.766e-12, 0.02e-12);
    machine.gpu.triad.float32 = 0;
    EXPECT_EQ(sweep.propose(problem, machine, 1).ctpn_s, 0);
}

TEST(GpuPerformanceModel, CountsWallNodesAndLaunches) {
    const Machine machine = test::h200(Precision::float32, 2.766);
    const BackendEntry& sweep = *find_backend("stream25.sweep");
    StencilProblem problem = box("leggy-1", {64, 64, 64}, Precision::float32);
    const double bare = sweep.propose(problem, machine, 1).ctpn_s;
    EXPECT_GT(bare, 4 * sweep.propose(box("leggy-1", cube_512, Precision::float32), machine, 1).ctpn_s);

    ExplicitWalls& walls = problem.walls.explicit_walls;
    walls.law = {{2, 0.5, 1, 1}};
    const auto grow = [&walls](std::size_t faces) {  // of the floor
        walls.nodes.resize(faces);
        walls.laws.resize(faces);
        std::iota(walls.nodes.begin(), walls.nodes.end(), 0);
    };
    grow(1000);
    const double walled = sweep.propose(problem, machine, 1).ctpn_s;
    EXPECT_GT(walled - bare, 1e-6 / (64. * 64 * 64));  // one launch more
    grow(2000);
    EXPECT_NEAR(sweep.propose(problem, machine, 1).ctpn_s - walled,
                140 * 1000 / (64. * 64 * 64) / (1.3 * machine.gpu.triad.float32), 1e-15);  // from the L2 cache
}

/// Six walls of ports at the vertices, with so many branches each.
TEST(GpuPerformanceModel, MeetsWallPorts) {
    const auto ps = [](const char* stencil, std::size_t branches) {
        StencilProblem problem = box(stencil, cube_512, Precision::float32);
        WallPorts& ports = problem.walls.ports;
        ports.nodes.resize(513 * 513 * 513 - 511 * 511 * 511);
        ports.first.push_back(std::ssize(ports.nodes));
        ports.law = {{1, 1, std::vector<PortBranch>(branches)}};
        return 1e12 * gpu_ctpn({&forms::sweep, &forms::sweep}, problem, test::h200(Precision::float32, 2.755));
    };
    EXPECT_NEAR(ps("compact-27-iwb", 2) / 3.716, 1, promised / 3);
    EXPECT_NEAR(ps("compact-57-fine", 2) / 3.885, 1, promised / 2);
    EXPECT_NEAR(ps("leggy-4", 2) / 4.150, 1, promised / 2);
    EXPECT_NEAR(ps("compact-27-iwb", 6) / 3.998, 1, promised / 3);
}

/// Bulk steps of grids that stay in the L2 cache (docs/history/2026-11-27-gpu-small-grids.md) [us].
TEST(GpuPerformanceModel, MeetsSmallGrids) {
    const auto us = [](const char* stencil, const Extent& n) {
        return 1e6 * static_cast<double>(n.nodes()) *
               find_backend("stream25.sweep")
                   ->propose(box(stencil, n, Precision::float32), test::h200(Precision::float32, 2.766), 1)
                   .ctpn_s;
    };
    EXPECT_NEAR(us("leggy-1", {64, 64, 64}) / 4.1, 1, promised);
    EXPECT_NEAR(us("leggy-1", {128, 128, 128}) / 8.8, 1, promised);
    EXPECT_NEAR(us("leggy-1", {192, 160, 128}) / 12.4, 1, promised);
    EXPECT_NEAR(us("compact-27-iwb", {64, 64, 64}) / 4.4, 1, promised);
    EXPECT_NEAR(us("compact-27-iwb", {192, 160, 128}) / 13.8, 1, promised);
    EXPECT_NEAR(us("leggy-2", {96, 96, 96}) / 9.1, 1, promised);
    EXPECT_NEAR(us("leggy-4", {180, 126, 81}) / 17.6, 1, promised);
    EXPECT_NEAR(us("compact-57-opt", {96, 96, 96}) / 10.8, 1, promised);
    EXPECT_NEAR(us("leggy-4", {48, 48, 48}) / 8.8, 1, 0.35);
}

}  // namespace
}  // namespace wavesim
