// SPDX-License-Identifier: MIT
// The contract of every backend: a problem advanced by it agrees with the problem's definition.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "contract.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim::testing {
namespace {

TEST_P(BackendContract, RunsEveryStencilOnOddExtents) {
    for (const NamedStencil& s : contract_stencils()) {
        const Extent extent = s.stencil.dims == 2 ? Extent{37, 1, 23} : Extent{35, 7, 5};
        expect_agreement(bare_problem(extent, s.stencil, precision()), s.name);
    }
}

TEST_P(BackendContract, RunsEveryPassAtOnce) {
    for (const NamedStencil& s : contract_stencils()) {
        const Extent extent = s.stencil.dims == 2 ? Extent{19, 1, 21} : Extent{17, 5, 6};
        ScalarProblem problem = bare_problem(extent, s.stencil, precision());
        add_random_passes(problem, 21);
        expect_agreement(problem, s.name);
    }
}

TEST_P(BackendContract, RunsCorrectionsThatReadFarNodes) {
    ScalarProblem problem = bare_problem({17, 5, 21}, contract_stencils().front().stencil, precision());
    add_random_passes(problem, 21, true);
    expect_agreement(problem, "far corrections");
}

TEST_P(BackendContract, RunsWallsOnAllSides) {
    for (const NamedStencil& s : contract_stencils())
        for (const bool explicit_form : {false, true}) {
            const Extent extent = s.stencil.dims == 2 ? Extent{19, 1, 21} : Extent{19, 7, 6};
            ScalarProblem problem = bare_problem(extent, s.stencil, precision());
            add_walls_on_all_sides(problem, explicit_form);
            expect_agreement(problem, s.name + (explicit_form ? " explicit" : " branch"));
        }
}

TEST_P(BackendContract, RunsPortsThatReadSeveralNodes) {
    for (const NamedStencil& s : contract_stencils()) {
        if (s.stencil.dims == 2) continue;
        ScalarProblem problem = bare_problem({17, 6, 7}, s.stencil, precision());
        add_random_passes(problem, 21);
        add_random_ports(problem, 22);
        expect_agreement(problem, s.name);
    }
}

TEST_P(BackendContract, FillsHalosByEveryRule) {
    const std::vector<HaloRule> rules{HaloRule::zero, HaloRule::mirror_half, HaloRule::mirror_whole,
                                      HaloRule::odd_half};
    for (const NamedStencil& s : contract_stencils()) {
        if (s.name != "ball4" && s.name != "flat_wide" && s.name != "points7") continue;
        for (std::size_t k = 0; k < rules.size(); ++k) {
            const Extent extent = s.stencil.dims == 2 ? Extent{9, 1, 6} : Extent{9, 6, 5};
            ScalarProblem problem = bare_problem(extent, s.stencil, precision());
            for (std::size_t side = 0; side < 6; ++side) {
                problem.halo[side] = rules[(k + side * (side + 1) / 2) % rules.size()];
            }
            expect_agreement(problem, s.name + " rules " + std::to_string(k));
        }
    }
}

TEST_P(BackendContract, RunsGridsThinnerThanTheHalo) {
    for (const NamedStencil& s : contract_stencils()) {
        if (s.name != "ball4" && s.name != "flat_wide" && s.name != "points13") continue;
        for (const Extent& e : {Extent{1, 1, 1}, Extent{2, 3, 1}, Extent{3, 1, 2}, Extent{70, 2, 1}}) {
            const Extent extent = s.stencil.dims == 2 ? Extent{e.nx, 1, e.nz} : e;
            ScalarProblem problem = bare_problem(extent, s.stencil, precision());
            problem.halo[0] = HaloRule::mirror_whole;
            problem.halo[5] = HaloRule::odd_half;
            expect_agreement(
                problem, s.name + " " + std::to_string(e.nx) + "x" + std::to_string(e.ny) + "x" + std::to_string(e.nz),
                3);
        }
    }
}

TEST_P(BackendContract, GivesTheSameBitsForAnyThreadCount) {
    for (const NamedStencil& s : contract_stencils()) {
        SCOPED_TRACE(s.name);
        const Extent extent = s.stencil.dims == 2 ? Extent{65, 1, 31} : Extent{65, 13, 27};
        ScalarProblem problem = bare_problem(extent, s.stencil, precision());
        add_random_passes(problem, 31);
        if (s.stencil.dims == 3 && find_backend(GetParam().backend)->support(ScalarShape{})->wall_ports)
            add_random_ports(problem, 32);
        if (!claims(problem)) continue;
        std::vector<double> first_field;
        std::vector<double> first_traces;
        for (const int threads : {1, 2, 3, 7}) {
            auto backend = make(problem, threads);
            backend->write(FieldLevel::current, random_field(problem, 32));
            backend->advance(40);
            std::vector<double> traces;
            backend->take_traces(traces);
            const auto field = field_of(*backend, FieldLevel::current, extent);
            if (threads == 1) {
                first_field = field;
                first_traces = traces;
            }
            EXPECT_EQ(field, first_field) << threads;
            EXPECT_EQ(traces, first_traces) << threads;
        }
    }
}

TEST_P(BackendContract, KeepsAConstantFieldExactly) {
    for (const NamedStencil& s : contract_stencils()) {
        SCOPED_TRACE(s.name);
        const Extent extent = s.stencil.dims == 2 ? Extent{40, 1, 9} : Extent{40, 6, 7};
        const ScalarProblem problem = bare_problem(extent, s.stencil, precision());
        if (!claims(problem)) continue;
        auto backend = make(problem, 2);
        const std::vector<double> constant(static_cast<std::size_t>(extent.nodes()), 1.1f);
        backend->write(FieldLevel::previous, constant);
        backend->write(FieldLevel::current, constant);

        backend->advance(contract_steps);

        EXPECT_EQ(field_of(*backend, FieldLevel::current, extent), constant);
    }
}

TEST_P(BackendContract, SaysWhetherItIsOnAGpu) {
    EXPECT_EQ(find_backend(GetParam().backend)->on_gpu(), GetParam().backend != "cpu");
}

/// What only backends on a GPU have.
class DeviceContract : public BackendContract {};

TEST_P(DeviceContract, ForecastsItsMemory) {
    ScalarProblem problem = bare_problem({301, 203, 177}, contract_stencils()[1].stencil, precision());
    problem.walls.explicit_walls.law = {{2.0, 0.5, 1.0, 1.0}};
    problem.walls.branch_walls.law = {{20.0, 0.577, 1.0, 1.0}};
    for (std::int64_t node = 0; node < problem.extent.nodes() / 20; ++node) {
        problem.walls.explicit_walls.nodes.push_back(node);
        problem.walls.explicit_walls.laws.push_back(0);
        problem.walls.branch_walls.nodes.push_back(problem.extent.nodes() / 2 + node);
        problem.walls.branch_walls.laws.push_back(0);
        problem.walls.branch_walls.first.push_back(node + 1);
    }
    problem.receivers.assign(100, {{5, 6}, {0.5, 0.5}});
    problem.sources.push_back({{{7}, {1.0}}, std::vector<double>(1000, 0.5)});
    const BackendEntry* entry = find_backend(GetParam().backend);
    if (const std::string why = entry->propose(problem, test::machine_here()).why_not; !why.empty())
        GTEST_SKIP() << "does not apply: " << why;
    make(bare_problem({40, 40, 40}, contract_stencils()[1].stencil, precision()), 1);  // loads what every run shares
    const std::int64_t free = open_gpu(0).memory_free;

    const auto backend = make(problem, 1);

    const auto taken = static_cast<double>(free - open_gpu(0).memory_free);
    EXPECT_NEAR(static_cast<double>(entry->propose(problem, test::machine_here()).device_bytes) / taken, 1, 0.02)
        << taken;
}

/// Of ports on two planes, under two laws.
TEST_P(DeviceContract, ForecastsTheMemoryOfPorts) {
    ScalarProblem problem = bare_problem({600, 500, 40}, contract_stencils()[0].stencil, precision());
    WallPorts& ports = problem.walls.ports;
    ports.row = {{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {0.25, 0.25, 0.25, 0.25}}};
    ports.law = {{1, 1, {{0.1, 2, 0.3}, {0, 5, 0}, {0.2, 7, 0.1}}}, {1, 1.5, {{0, 3, 0}}}};
    for (const std::int64_t z : {0, 38}) {
        for (std::int64_t y = 0; y < 499; ++y)
            for (std::int64_t x = 0; x < 599; ++x) ports.nodes.push_back(problem.extent.index(x, y, z));
        ports.first.push_back(std::ssize(ports.nodes));
    }
    ports.rows.assign(ports.nodes.size(), 0);
    const BackendEntry* entry = find_backend(GetParam().backend);
    if (const std::string why = entry->propose(problem, test::machine_here()).why_not; !why.empty())
        GTEST_SKIP() << "does not apply: " << why;
    ScalarProblem small = bare_problem({40, 40, 40}, contract_stencils()[0].stencil, precision());
    add_random_ports(small, 3);
    make(small, 1);  // loads what every run shares
    const std::int64_t free = open_gpu(0).memory_free;

    const auto backend = make(problem, 1);

    const auto taken = static_cast<double>(free - open_gpu(0).memory_free);
    EXPECT_NEAR(static_cast<double>(entry->propose(problem, test::machine_here()).device_bytes) / taken, 1, 0.03)
        << taken;
}

TEST_P(BackendContract, ReadsStridedBoxes) {
    const ScalarProblem problem = bare_problem({13, 6, 7}, contract_stencils()[0].stencil, precision());
    if (!claims(problem)) GTEST_SKIP() << "does not run this problem";
    auto backend = make(problem, 2);
    const std::vector<double> field = random_field(problem, 51);
    backend->write(FieldLevel::current, field);
    const NodeBox box{{1, 0, 2}, {12, 6, 7}, 3};
    std::vector<double> values(static_cast<std::size_t>(box.extent().nodes()));

    backend->read(FieldLevel::current, box, values);

    std::size_t i = 0;
    for (std::int64_t z = 2; z < 7; z += 3) {
        for (std::int64_t y = 0; y < 6; y += 3) {
            for (std::int64_t x = 1; x < 12; x += 3) {
                EXPECT_EQ(values[i++], field[static_cast<std::size_t>(problem.extent.index(x, y, z))]);
            }
        }
    }
    EXPECT_EQ(i, values.size());
}

TEST_P(BackendContract, HealthSeesThePeakAndTheFirstBadNode) {
    const ScalarProblem problem = bare_problem({33, 5, 6}, contract_stencils()[0].stencil, precision());
    if (!claims(problem)) GTEST_SKIP() << "does not run this problem";
    auto backend = make(problem, 2);
    std::vector<double> field = random_field(problem, 61);
    field[500] = -3.5;
    backend->write(FieldLevel::current, field);
    EXPECT_EQ(backend->health().peak, 3.5);
    EXPECT_FALSE(backend->health().first_bad.has_value());

    field[700] = std::nan("");
    field[611] = INFINITY;
    backend->write(FieldLevel::current, field);

    EXPECT_EQ(backend->health().peak, 3.5);
    EXPECT_EQ(backend->health().first_bad, 611);
}

INSTANTIATE_TEST_SUITE_P(All, BackendContract, ::testing::ValuesIn(all_setups()), name_of);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(DeviceContract);  // a build without CUDA may have no rows
INSTANTIATE_TEST_SUITE_P(All, DeviceContract, ::testing::ValuesIn(gpu_setups()), name_of);

}  // namespace
}  // namespace wavesim::testing
