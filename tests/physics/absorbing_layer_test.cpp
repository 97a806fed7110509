// SPDX-License-Identifier: MIT
// What absorbing layers reflect, against the same run on a grid so large that nothing comes back, and whether they
// stay quiet for ever.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <random>

#include "boundary/absorbing.hpp"
#include "boundary/local_walls.hpp"
#include "boundary/walls.hpp"
#include "physics/tested_backend.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

constexpr double frequency = 0.1;  // waves per cell at the peak of the source: 10 points per wavelength

std::vector<double> ricker(double courant, std::int64_t steps) {
    std::vector<double> signal;
    for (std::int64_t n = 0; n < steps; ++n) {
        const double a =
            std::pow(std::numbers::pi * frequency * courant * static_cast<double>(n) - 1.5 * std::numbers::pi, 2);
        signal.push_back((1 - 2 * a) * std::exp(-a));
    }
    return signal;
}

/// A cube (square) of `inner` nodes with `margin` nodes around it: layers, or mere space.
ScalarProblem open_space(const std::string& name, int dims, double courant, std::int64_t inner, std::int64_t margin,
                         bool layers, Precision precision = Precision::float64) {
    ScalarProblem problem;
    const std::int64_t n = inner + 2 * margin;
    problem.extent = {n, dims == 2 ? 1 : n, n};
    problem.precision = precision;
    problem.stencil = make_stencil(name, dims, courant);
    problem.courant = courant;
    problem.halo.fill(HaloRule::zero);
    if (!layers) return problem;
    std::array<LayerProfile, 6> sides;
    for (const Side side : all_sides)
        if (dims == 3 || axis_of(side) != 1) sides[static_cast<std::size_t>(side)].cells = margin;
    problem.layers = build_layers(problem.stencil, courant, problem.extent, sides, frequency);
    return problem;
}

/// Traces (step, receiver) of a source in the middle; receivers count from the corner of the inner cube.
std::vector<double> traces_of(ScalarProblem problem, std::int64_t inner, std::int64_t margin,
                              const std::vector<Node>& receivers, std::int64_t steps) {
    const auto index = [&](const Node& n) {
        return problem.extent.index(n.x + margin, problem.stencil.dims == 2 ? 0 : n.y + margin, n.z + margin);
    };
    problem.sources = {{{{index({inner / 2, inner / 2, inner / 2})}, {1.0}}, ricker(problem.courant, steps)}};
    for (const Node& n : receivers) problem.receivers.push_back({{index(n)}, {1.0}});
    auto backend = test::tested_backend(problem).open(problem, {2, ""});
    backend->advance(steps);
    std::vector<double> traces;
    backend->take_traces(traces);
    return traces;
}

/// Largest difference to the large grid over the loudest sound, worst of all receivers, in dB.
double worst_reflection_db(const std::string& name, int dims, double courant, std::int64_t inner, std::int64_t layer,
                           const std::vector<Node>& receivers) {
    const double corner = std::sqrt(static_cast<double>(dims)) * static_cast<double>(inner) / 2;
    const auto steps = static_cast<std::int64_t>((corner + 2 * static_cast<double>(layer) + 40) / courant);
    const auto far = static_cast<std::int64_t>(static_cast<double>(steps) * courant) / 2 + 8;
    const auto layered = traces_of(open_space(name, dims, courant, inner, layer, true), inner, layer, receivers, steps);
    const auto free = traces_of(open_space(name, dims, courant, inner, far, false), inner, far, receivers, steps);
    double worst = -300;
    for (std::size_t r = 0; r < receivers.size(); ++r) {
        double error = 0;
        double peak = 0;
        for (std::size_t i = r; i < free.size(); i += receivers.size()) {
            error = std::max(error, std::abs(layered[i] - free[i]));
            peak = std::max(peak, std::abs(free[i]));
        }
        worst = std::max(worst, 20 * std::log10(error / peak));
        ::testing::Test::RecordProperty("receiver_" + std::to_string(r), std::to_string(20 * std::log10(error / peak)));
    }
    return worst;
}

struct FlatCase {
    const char* stencil;
    std::int64_t cells;
    double most_db;  ///< of a pulse with 10 points per wavelength, as measured when the damping was chosen
};
class FlatLayer : public ::testing::TestWithParam<FlatCase> {};

/// Beside the layer in every direction.
TEST_P(FlatLayer, ReflectsAsLittleAsItDid) {
    const FlatCase& c = GetParam();
    const std::vector<Node> receivers{{58, 0, 30}, {58, 0, 58}, {58, 0, 45}};  // head-on, corner, oblique
    const double courant = 0.99 * courant_limit(c.stencil, 2);

    const double worst = worst_reflection_db(c.stencil, 2, courant, 60, c.cells, receivers);

    EXPECT_LE(worst, c.most_db);
    RecordProperty("worst_db", std::to_string(worst));
}
INSTANTIATE_TEST_SUITE_P(All, FlatLayer,
                         ::testing::Values(FlatCase{"leggy-1", 10, -50}, FlatCase{"leggy-1", 20, -67},
                                           FlatCase{"leggy-2", 10, -62}, FlatCase{"leggy-2", 20, -76},
                                           FlatCase{"leggy-4", 10, -68}, FlatCase{"leggy-4", 16, -78},
                                           FlatCase{"leggy-4", 20, -85}, FlatCase{"leggy-8", 20, -85},
                                           FlatCase{"leggy-3", 20, -85}, FlatCase{"leggy-6", 20, -85},
                                           FlatCase{"leggy-12", 20, -85}, FlatCase{"leggy-20", 24, -85}));

struct SpaceCase {
    const char* stencil;
    double courant;
    std::int64_t cells;
    double most_db;
};
class SpaceLayer : public ::testing::TestWithParam<SpaceCase> {};

TEST_P(SpaceLayer, ReflectsAsLittleAsItDid) {
    const SpaceCase& c = GetParam();
    const std::vector<Node> receivers{{38, 20, 20}, {38, 38, 20}, {38, 38, 38}, {38, 30, 24}};

    const double worst = worst_reflection_db(c.stencil, 3, c.courant, 40, c.cells, receivers);

    EXPECT_LE(worst, c.most_db);
    RecordProperty("worst_db", std::to_string(worst));
}
INSTANTIATE_TEST_SUITE_P(All, SpaceLayer,
                         ::testing::Values(SpaceCase{"leggy-4", 0.45, 10, -68}, SpaceCase{"leggy-4", 0.45, 20, -85},
                                           SpaceCase{"compact-57-opt", 0.8998, 10, -41},
                                           SpaceCase{"compact-57-opt", 0.8998, 20, -64},
                                           SpaceCase{"compact-27-opt", 0.87, 10, -41}));

/// Root mean square of random noise in a box after `steps` steps, relative to what it is after 200 of them, when the
/// modes that start at rest have reached their amplitude. Infinity when it is louder at any look between.
double noise_left(const ScalarProblem& problem, std::int64_t steps) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> value(-1, 1);
    std::vector<double> field(static_cast<std::size_t>(problem.extent.nodes()));
    for (double& v : field) v = value(random);
    auto backend = test::tested_backend(problem).open(problem, {1, ""});
    backend->write(FieldLevel::previous, field);
    backend->write(FieldLevel::current, field);
    const auto loudness = [&] {
        double squares = 0;
        for (int step = 0; step < 20; ++step) {  // neighbouring steps may be near a zero of the loudest mode
            backend->advance(1);
            backend->read(FieldLevel::current, {{0, 0, 0}, {problem.extent.nx, problem.extent.ny, problem.extent.nz}},
                          field);
            for (const double v : field) squares += v * v;
        }
        return std::sqrt(squares);
    };
    backend->advance(200);
    const double before = loudness();
    double after = before;
    for (int part = 0; part < 4; ++part) {
        backend->advance(steps / 4);
        after = loudness();
        if (!(after <= before)) return INFINITY;
    }
    return after / before;
}

TEST(AbsorbingLayers, StayQuietFor20000StepsAtTheLimit) {
    for (const char* name : {"leggy-1", "leggy-4", "leggy-8", "compact-27-opt", "compact-57-opt"}) {
        SCOPED_TRACE(name);
        const double left = noise_left(open_space(name, 2, std::min(1.0, courant_limit(name, 2)), 40, 10, true), 20000);
        EXPECT_LT(left, 0.9);
    }
}

/// Layers along x and at the top, something else at the bottom, a medium of random speeds.
TEST(AbsorbingLayers, StayQuietBesideEverySideFor20000Steps) {
    struct Case {
        const char* stencil;
        SideKind bottom;
        double admittance;
    };
    for (const Case& c : {Case{"leggy-4", SideKind::wall, 0.0}, Case{"leggy-4", SideKind::wall, 0.4},
                          Case{"leggy-4", SideKind::free_surface, 0.0}, Case{"compact-57-opt", SideKind::wall, 0.4},
                          Case{"compact-57-opt", SideKind::free_surface, 0.0}}) {
        for (const bool varies : {false, true}) {
            SCOPED_TRACE(std::string(c.stencil) + (varies ? ", medium varies" : ""));
            ScalarProblem problem =
                open_space(c.stencil, 2, 0.999 * std::min(1.0, courant_limit(c.stencil, 2)), 40, 10, true);
            std::array<LayerProfile, 6> sides;
            for (const std::size_t s : {0U, 1U, 5U}) sides[s].cells = 10;
            problem.layers = build_layers(problem.stencil, problem.courant, problem.extent, sides, frequency);
            VoxelRoom room;
            room.extent = problem.extent;
            room.dims = 2;
            room.side_kind = {SideKind::absorbing, SideKind::absorbing, SideKind::wall, SideKind::wall, c.bottom,
                              SideKind::absorbing};
            const WallPlan walls =
                build_walls(problem.stencil, problem.courant, room, {c.admittance}, WallForm::automatic);
            problem.halo = walls.halo;
            problem.walls = walls.passes;
            if (varies) {
                std::mt19937 random(9);
                std::uniform_real_distribution<float> factor(0.1F, 1.0F);
                problem.speed.varies = true;
                for (std::int64_t i = 0; i < problem.extent.nodes(); ++i)
                    problem.factors.of_node.push_back(factor(random));
                fit_walls_to_medium(problem.factors, problem.walls);
            }
            // random speeds trap sound: it must not grow
            const double left = noise_left(problem, 20000);
            EXPECT_LT(left, 0.9);
        }
    }
}

TEST(ExhaustiveAbsorbingLayers, StayQuietFor20000StepsInSpace) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    for (const char* name : {"leggy-1", "leggy-4", "compact-27-opt", "compact-57-opt"}) {
        SCOPED_TRACE(name);
        EXPECT_LT(noise_left(open_space(name, 3, std::min(1.0, courant_limit(name, 3)), 20, 10, true), 20000), 1);
    }
}

}  // namespace
}  // namespace wavesim
