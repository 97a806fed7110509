// SPDX-License-Identifier: MIT
// Several steps per pass on a GPU: the bits of single steps, however steps are cut into calls.
#include <gtest/gtest.h>

#include <algorithm>

#include "backends/machine_here.hpp"
#include "boundary/local_walls.hpp"
#include "cases.hpp"
#include "resumed.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/measure/stepper.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "steps_done.hpp"

namespace wavesim::testing {
namespace {

bool flat(const Extent& n) { return n.ny == 1; }

/// Sources and receivers at sides of tiles, in 2D of strips, and of the grid; one signal ends before the run does.
ScalarProblem problem_of(const char* stencil, const Extent& n, bool free_surfaces) {
    ScalarProblem problem = bare_problem(n, make_stencil(stencil, flat(n) ? 2 : 3), Precision::float32);
    problem.halo.fill(HaloRule::mirror_half);
    if (free_surfaces) problem.halo[0] = problem.halo[3] = problem.halo[4] = HaloRule::odd_half;
    const auto at = [&n](std::int64_t x, std::int64_t y, std::int64_t z) {
        return n.index(std::min(x, n.nx - 1), std::min(y, n.ny - 1), std::min(z, n.nz - 1));
    };
    problem.sources = {{{{at(5, 4, 3), at(6, 4, 3)}, {0.75, 0.25}}, {1.0, -0.5, 0.25, 0.5, 0.1, -0.7, 0.3}},
                       {{{at(6, 4, 3), at(n.nx - 1, n.ny - 1, n.nz - 1)}, {0.5, 0.5}}, std::vector<double>(60, 0.1)}};
    const std::int64_t z = std::min<std::int64_t>(8, n.nz - 1);
    problem.receivers = {{{at(5, 4, 3)}, {1.0}},
                         {{at(63, 31, z), at(64, 31, z), at(63, 32, z), at(64, 32, z)}, {0.1, 0.2, 0.3, 0.4}},
                         {{at(n.nx - 1, 0, n.nz - 1)}, {1.0}}};
    if (!flat(n)) return problem;
    const std::int64_t seam = std::min<std::int64_t>(120, n.nx - 3);  // between two strips of seven or eight levels
    problem.receivers[1].nodes = {at(seam - 1, 0, z), at(seam, 0, z), at(seam + 1, 0, z), at(seam + 2, 0, z)};
    for (std::int64_t row = 0; row < std::min<std::int64_t>(n.nz, 70); ++row)  // in every chunk of small grids
        problem.receivers.push_back({{at(seam - 3 + row % 6, 0, row)}, {1.0}});
    problem.sources.push_back(
        {{{at(seam - 5, 0, 4), at(seam - 1, 0, n.nz / 2), at(seam, 0, n.nz / 2)}, {0.3, 0.2, 0.1}},
         std::vector<double>(45, 0.2)});
    return problem;
}

struct Result {
    std::vector<double> before, now, traces;
    std::string tile;
    bool operator==(const Result& other) const {
        return before == other.before && now == other.now && traces == other.traces;
    }
};

/// Both levels, and the samples that were not taken yet.
Result look(StencilBackend& backend, const ScalarProblem& problem) {
    Result result;
    const Extent& n = problem.extent;
    result.before.resize(static_cast<std::size_t>(n.nodes()));
    result.now = result.before;
    backend.read(FieldLevel::previous, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, result.before);
    backend.read(FieldLevel::current, {{0, 0, 0}, {n.nx, n.ny, n.nz}}, result.now);
    backend.take_traces(result.traces);
    result.tile = backend.facts().tile;
    return result;
}

Result run(const char* backend, const ScalarProblem& problem, const std::vector<int>& calls) {
    auto made = find_backend(backend)->open(problem, {1, ""});
    made->write(FieldLevel::previous, random_field(problem, 11));
    made->write(FieldLevel::current, random_field(problem, 12));
    std::vector<double> traces;
    for (const int steps : calls) {
        made->advance(steps);
        made->take_traces(traces);
    }
    Result result = look(*made, problem);
    result.traces = traces;
    return result;
}

struct Case {
    const char* stencil;
    Extent n;
    bool free_surfaces;
    Precision precision = Precision::float32;
    std::optional<MediumStorage> speed = {};
};
void PrintTo(const Case& c, std::ostream* out) {
    *out << c.stencil << " " << c.n.nx << (c.free_surfaces ? " free" : "")
         << (c.precision == Precision::float64 ? " double" : "");
    if (c.speed) *out << " speeds as " << to_string(*c.speed);
}
ScalarProblem problem_of(const Case& c) {
    ScalarProblem problem = problem_of(c.stencil, c.n, c.free_surfaces);
    problem.precision = c.precision;
    if (!c.speed) return problem;
    add_random_medium(problem, 7);
    problem.store_factors(*c.speed);
    return problem;
}

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const char* stencil : {"leggy-1", "compact-19-isotropic", "compact-27-iwb"})
        for (const Extent& n : {Extent{130, 75, 21}, Extent{128, 96, 64}, Extent{67, 35, 5}})
            for (const bool free_surfaces : {false, true}) all.push_back({stencil, n, free_surfaces});
    return all;
}

/// A case each, as each compiles a kernel.
/// In calls of any number of steps, again and again. Returns what 400 steps give.
Result expect_bits_of_single_steps(const ScalarProblem& problem, const std::string& tile) {
    const Result expected = run(flat(problem.extent) ? "texture.unrolled" : "stream25.sweep", problem, {53});
    const Result whole = run("temporal", problem, {53});
    EXPECT_NE(whole.tile.find(tile), std::string::npos) << whole.tile;
    EXPECT_EQ(whole.traces, expected.traces);
    EXPECT_TRUE(whole == expected);
    EXPECT_TRUE(run("temporal", problem, {1, 2, 3, 4, 5, 6, 7, 8, 9, 8}) == expected);
    const Result once = run("temporal", problem, {400});
    for (int again = 0; again < 3; ++again) EXPECT_TRUE(run("temporal", problem, {7, 393}) == once);
    return once;
}

class SeveralStepsOnGpu : public ::testing::TestWithParam<Case> {
  protected:
    void SetUp() override {
        if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    }
};

TEST_P(SeveralStepsOnGpu, GiveTheBitsOfSingleStepsHoweverTheyAreCut) {
    const ScalarProblem problem = problem_of(GetParam());
    ASSERT_EQ(find_backend("temporal")->propose(problem, test::machine_here()).why_not, "");
    expect_bits_of_single_steps(problem, "steps per pass");
}

TEST_P(SeveralStepsOnGpu, GoOnFromAStateSavedAtAnyStep) {
    expect_to_go_on_from_any_step("temporal", problem_of(GetParam()));
    ;
}

/// What is left of a sample as single steps would take several times as long.
TEST(SeveralStepsOnGpuMeasured, AreWholePasses) {
    if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    for (const Extent& n : {Extent{1000, 1, 500}, Extent{130, 75, 21}}) {
        Stepper stepper(problem_of("leggy-1", n, false), *find_backend("temporal"), {1, ""});
        const int together = stepper.backend().facts().steps_per_pass;
        EXPECT_GT(together, 1);
        EXPECT_EQ(stepper.steps() % together, 0);
    }
}

/// Run it alone: it looks at what is free on the device.
TEST(SeveralStepsOnGpuMemory, ForecastsItsDeviceMemory) {
    if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
    const BackendEntry* const entry = find_backend("temporal");
    struct Grid {
        Extent n;
        bool walls;
        Precision precision;
    };
    for (const Grid& grid : {Grid{{500, 480, 200}, false, Precision::float32},
                             {{500, 480, 200}, true, Precision::float32},
                             {{520, 1001, 100}, true, Precision::float32},  // in panels
                             {{515, 600, 100}, false, Precision::float64},
                             {{6000, 1, 5000}, false, Precision::float32},
                             {{6000, 1, 5000}, false, Precision::float64}}) {
        ScalarProblem problem = problem_of("compact-27-iwb", grid.n, false);
        ScalarProblem small = problem_of("compact-27-iwb", flat(grid.n) ? Extent{67, 1, 35} : Extent{67, 35, 5}, false);
        for (ScalarProblem* of : {&problem, &small}) {
            of->precision = grid.precision;
            if (grid.walls) add_walls_on_all_sides(*of, false);
        }
        if (!entry->propose(problem, test::machine_here()).why_not.empty()) continue;
        entry->open(small, {1, ""});  // loads what every run shares
        const std::int64_t free = open_gpu(0).memory_free;
        const auto backend = entry->open(problem, {1, ""});
        const auto taken = static_cast<double>(free - open_gpu(0).memory_free);
        EXPECT_NEAR(static_cast<double>(entry->propose(problem, test::machine_here()).device_bytes) / taken, 1, 0.02)
            << taken;
    }
}

INSTANTIATE_TEST_SUITE_P(Boxes, SeveralStepsOnGpu, ::testing::ValuesIn(cases()));
std::vector<Case> other_numbers() {
    std::vector<Case> all;
    for (const char* stencil : {"leggy-1", "compact-19-isotropic", "compact-27-iwb"}) {
        all.push_back({stencil, {130, 75, 21}, true, Precision::float64});
        all.push_back({stencil, {67, 35, 5}, false, Precision::float64});
        all.push_back({stencil, {515, 600, 9}, true, Precision::float64});  // in panels
        for (const MediumStorage storage :
             {MediumStorage::float32, MediumStorage::int16, MediumStorage::index8, MediumStorage::index16})
            all.push_back({stencil, {130, 75, 21}, true, Precision::float32, storage});
    }
    all.push_back({"leggy-1", {130, 75, 21}, true, Precision::float64, MediumStorage::int16});
    all.push_back({"leggy-1", {520, 1001, 9}, false, Precision::float32, MediumStorage::float32});
    all.push_back({"compact-27-iwb", {515, 600, 9}, false, Precision::float64, MediumStorage::index8});
    return all;
}
INSTANTIATE_TEST_SUITE_P(OtherNumbers, SeveralStepsOnGpu, ::testing::ValuesIn(other_numbers()));
INSTANTIATE_TEST_SUITE_P(
    ThatReachTwoNodes, SeveralStepsOnGpu,
    ::testing::Values(Case{"leggy-2", {130, 75, 21}, false}, Case{"leggy-2", {128, 96, 64}, true},
                      Case{"leggy-2", {65, 33, 5}, true}, Case{"leggy-2", {520, 1001, 9}, true},
                      Case{"compact-57-opt", {130, 75, 21}, true}, Case{"compact-57-opt", {515, 1000, 9}, false},
                      Case{"leggy-2", {130, 75, 21}, true, Precision::float64},
                      Case{"leggy-2", {515, 600, 9}, false, Precision::float64},
                      Case{"leggy-2", {130, 75, 21}, true, Precision::float32, MediumStorage::float32},
                      Case{"leggy-2", {520, 1001, 9}, false, Precision::float32, MediumStorage::int16},
                      Case{"leggy-2", {67, 35, 9}, false, Precision::float64, MediumStorage::index8},
                      Case{"compact-57-opt", {67, 35, 9}, false, Precision::float32, MediumStorage::index16}));
/// Planes of more tiles than there are multiprocessors.
INSTANTIATE_TEST_SUITE_P(Panels, SeveralStepsOnGpu,
                         ::testing::Values(Case{"leggy-1", {520, 1001, 9}, true},
                                           Case{"compact-27-iwb", {515, 1000, 9}, false}));

/// In 2D: one strip and several, rows that end anywhere in a lane, few rows and many.
std::vector<Case> flat_cases() {
    std::vector<Case> all;
    for (const char* stencil : {"leggy-1", "compact-19-isotropic", "compact-27-iwb", "leggy-2"}) {
        for (const Extent& n : {Extent{1000, 1, 500}, Extent{133, 1, 71}, Extent{67, 1, 5}, Extent{1282, 1, 2000}})
            for (const bool free_surfaces : {false, true}) all.push_back({stencil, n, free_surfaces});
        all.push_back({stencil, {999, 1, 301}, true, Precision::float64});
        for (const MediumStorage storage :
             {MediumStorage::float32, MediumStorage::int16, MediumStorage::index8, MediumStorage::index16})
            all.push_back({stencil, {350, 1, 210}, true, Precision::float32, storage});
        all.push_back({stencil, {350, 1, 210}, true, Precision::float64, MediumStorage::index16});
    }
    return all;
}
INSTANTIATE_TEST_SUITE_P(Flat, SeveralStepsOnGpu, ::testing::ValuesIn(flat_cases()));

/// Rooms: a law for each side, one of twenty; a block that touches two walls and one that stands free, both with walls
/// where the form has one law per face; sources on and off walls.
ScalarProblem room_of(const char* stencil, const Extent& n, bool explicit_form) {
    ScalarProblem problem = problem_of(stencil, n, false);
    add_walls_on_all_sides(problem, explicit_form);
    if (!explicit_form) return problem;
    const auto solid = [&n](std::int64_t x, std::int64_t y, std::int64_t z) {
        return (x >= 20 && x < 41 && y >= 15 && y < 31 && z >= 4 && z < 12) ||
               (x >= 50 && x < 70 && y >= n.ny - 9 && z < 9);
    };
    WallPasses& walls = problem.walls;
    ExplicitWalls faces = walls.explicit_walls;
    walls.explicit_walls.nodes.clear(), walls.explicit_walls.laws.clear();
    std::size_t f = 0;
    const double courant_squared = problem.courant * problem.courant;
    for (std::int64_t node = 0; node < n.nodes(); ++node) {
        const Node at = node_at(n, node);
        const bool inside = solid(at.x, at.y, at.z);
        if (inside) walls.solids.push_back({node, 1});
        int beside = 0;
        for (const auto& [x, y, z] :
             {std::array<std::int64_t, 3>{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}})
            beside += n.contains(at.x + x, at.y + y, at.z + z) && solid(at.x + x, at.y + y, at.z + z);
        for (; f < faces.nodes.size() && faces.nodes[f] == node; ++f)
            if (!inside) {
                walls.explicit_walls.nodes.push_back(node);
                walls.explicit_walls.laws.push_back(faces.laws[f]);
            }
        if (inside || beside == 0) continue;
        walls.corrections.add(node, {{0, courant_squared * beside}});
        for (int face = 0; face < beside; ++face) {
            walls.explicit_walls.nodes.push_back(node);
            walls.explicit_walls.laws.push_back(3);
        }
    }
    return problem;
}

/// Of the medium; walls have two laws for each one, then.
void add_two_layers(ScalarProblem& problem) {
    const Extent& n = problem.extent;
    problem.speed.varies = true;
    for (std::int64_t i = 0; i < n.nodes(); ++i)
        problem.factors.of_node.push_back(node_at(n, i).z < n.nz / 2 ? 1.0F : 0.9F);
    fit_walls_to_medium(problem.factors, problem.walls);
}

struct RoomCase {
    const char* stencil;
    Extent n;
    bool explicit_form;
    std::optional<MediumStorage> speed = {};
};
void PrintTo(const RoomCase& c, std::ostream* out) {
    *out << c.stencil << " " << c.n.nx << (c.explicit_form ? " explicit" : " branch");
    if (c.speed) *out << " speeds as " << to_string(*c.speed);
}

class RoomsInPassesOnGpu : public ::testing::TestWithParam<RoomCase> {
  protected:
    void SetUp() override {
        if (const std::string why = cuda_why_not(); !why.empty()) GTEST_SKIP() << why;
        problem = room_of(GetParam().stencil, GetParam().n, GetParam().explicit_form);
        if (GetParam().speed) {
            add_two_layers(problem);
            problem.store_factors(*GetParam().speed);
        }
        if (const std::string why = find_backend("temporal")->propose(problem, test::machine_here()).why_not;
            !why.empty())
            GTEST_SKIP() << why;
    }
    ScalarProblem problem;
};

TEST_P(RoomsInPassesOnGpu, GiveTheBitsOfSingleStepsHoweverTheyAreCut) {
    const Result once = expect_bits_of_single_steps(problem, "steps per pass");
    double loudest = 0;
    for (const double value : once.now) loudest = std::max(loudest, std::abs(value));
    EXPECT_GT(loudest, 1e-3);
    EXPECT_LT(loudest, 10);
}

TEST_P(RoomsInPassesOnGpu, GoOnFromAStateSavedAtAnyStep) { expect_to_go_on_from_any_step("temporal", problem); }

INSTANTIATE_TEST_SUITE_P(Rooms, RoomsInPassesOnGpu,
                         ::testing::Values(RoomCase{"leggy-1", {130, 75, 21}, true},
                                           RoomCase{"leggy-1", {128, 96, 64}, true},
                                           RoomCase{"leggy-1", {73, 35, 30}, false},
                                           RoomCase{"compact-27-iwb", {130, 75, 21}, false},
                                           RoomCase{"compact-19-isotropic", {128, 96, 64}, false}));
INSTANTIATE_TEST_SUITE_P(SpeedsThatVary, RoomsInPassesOnGpu,
                         ::testing::Values(RoomCase{"leggy-1", {130, 75, 21}, true, MediumStorage::int16},
                                           RoomCase{"leggy-1", {128, 96, 64}, true, MediumStorage::float32},
                                           RoomCase{"leggy-1", {73, 35, 30}, false, MediumStorage::index8},
                                           RoomCase{"compact-27-iwb", {130, 75, 21}, false, MediumStorage::int16},
                                           RoomCase{
                                               "compact-19-isotropic", {128, 96, 64}, false, MediumStorage::float32},
                                           RoomCase{"leggy-1", {520, 1001, 20}, true, MediumStorage::index16}));
INSTANTIATE_TEST_SUITE_P(Panels, RoomsInPassesOnGpu,
                         ::testing::Values(RoomCase{"leggy-1", {520, 1001, 20}, true},
                                           RoomCase{"compact-27-iwb", {515, 1000, 9}, false}));

}  // namespace
}  // namespace wavesim::testing
