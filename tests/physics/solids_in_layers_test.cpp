// SPDX-License-Identifier: MIT
// Solids that run into absorbing layers: they equal walls where walls can stand for them, send back as little as the
// layers alone, and stay quiet.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "boundary/absorbing.hpp"
#include "boundary/walls.hpp"
#include "physics/tested_backend.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {
namespace {

constexpr double frequency = 0.1;  // waves per cell at the peak of the source

/// A domain with solids and the same width of layers, or of mere space, at its absorbing sides.
struct Place {
    int dims = 2;
    Extent domain;
    std::vector<NodeBox> solids;
    double admittance = 0;  ///< of solids and walls
    std::array<SideKind, 6> sides;
};

Place open_place(const Extent& domain) {
    Place place;
    place.dims = domain.ny == 1 ? 2 : 3;
    place.domain = domain;
    place.sides.fill(SideKind::absorbing);
    if (place.dims == 2) place.sides[2] = place.sides[3] = SideKind::wall;
    return place;
}

ScalarProblem problem_of(const Place& place, const char* stencil, double courant, std::int64_t margin, bool layers) {
    VoxelRoom room;
    room.dims = place.dims;
    room.extent = place.domain;
    room.side_kind = place.sides;
    for (const NodeBox& box : place.solids) fill_box(room, box, 0);
    std::array<std::int64_t, 6> more{};
    std::array<LayerProfile, 6> profiles;
    for (std::size_t s = 0; s < 6; ++s)
        if (place.sides[s] == SideKind::absorbing) profiles[s].cells = more[s] = margin;
    room = grow_room(room, more);
    ScalarProblem problem;
    problem.extent = room.extent;
    problem.precision = Precision::float64;
    problem.stencil = make_stencil(stencil, place.dims, courant);
    problem.courant = courant;
    const WallPlan walls = build_walls(problem.stencil, courant, room, {place.admittance}, WallForm::automatic);
    problem.halo = walls.halo;
    problem.walls = walls.passes;
    if (layers) problem.layers = build_layers(problem.stencil, courant, problem.extent, profiles, frequency);
    return problem;
}

/// Traces (step, receiver) of a Ricker pulse; nodes count from the corner of the domain.
std::vector<double> traces_of(const Place& place, const char* stencil, std::int64_t margin, bool layers,
                              const Node& source, const std::vector<Node>& receivers, std::int64_t steps) {
    const double courant = 0.99 * courant_limit(stencil, place.dims);
    ScalarProblem problem = problem_of(place, stencil, courant, margin, layers);
    const auto index = [&](const Node& n) {
        const auto shift = [&](std::size_t side) { return place.sides[side] == SideKind::absorbing ? margin : 0; };
        return problem.extent.index(n.x + shift(0), n.y + shift(2), n.z + shift(4));
    };
    std::vector<double> pulse;
    for (std::int64_t n = 0; n < steps; ++n) {
        const double a = std::pow(M_PI * (frequency * courant * static_cast<double>(n) - 1.5), 2);
        pulse.push_back((1 - 2 * a) * std::exp(-a));
    }
    problem.sources = {{{{index(source)}, {1.0}}, pulse}};
    for (const Node& n : receivers) problem.receivers.push_back({{index(n)}, {1.0}});
    auto backend = test::tested_backend(problem).open(problem, {2, ""});
    backend->advance(steps);
    std::vector<double> traces;
    backend->take_traces(traces);
    return traces;
}

double largest(const std::vector<double>& values) {
    double most = 0;
    for (const double v : values) most = std::max(most, std::abs(v));
    return most;
}

/// A floor made of a solid that runs through both layers is the wall at a side.
TEST(SolidsInLayers, AFloorOfSolidsIsAWall) {
    for (const double admittance : {0.0, 0.4}) {
        Place wall = open_place({50, 1, 40});
        wall.admittance = admittance;
        wall.sides[4] = SideKind::wall;
        Place solid = wall;
        solid.domain.nz += 7;
        solid.solids = {{{0, 0, 0}, {50, 1, 7}}};
        const auto at_wall = traces_of(wall, "leggy-4", 12, true, {20, 0, 9}, {{8, 0, 2}, {46, 0, 0}}, 400);
        const auto at_solid = traces_of(solid, "leggy-4", 12, true, {20, 0, 16}, {{8, 0, 9}, {46, 0, 7}}, 400);
        double difference = 0;
        for (std::size_t i = 0; i < at_wall.size(); ++i)
            difference = std::max(difference, std::abs(at_wall[i] - at_solid[i]));
        EXPECT_LT(difference, 1e-13 * largest(at_wall)) << admittance;
    }
}

/// What comes back to each receiver, as the root of the energy of the difference from a grid so large that nothing
/// does, and the same of all sound there.
struct Echoes {
    std::vector<double> echo;
    std::vector<double> sound;
};

Echoes echoes_of(const Place& place, const char* stencil, const Node& source, const std::vector<Node>& receivers) {
    constexpr std::int64_t steps = 420;
    constexpr std::int64_t far = 170;
    const auto layered = traces_of(place, stencil, 20, true, source, receivers, steps);
    const auto free = traces_of(place, stencil, far, false, source, receivers, steps);
    Echoes echoes{std::vector<double>(receivers.size(), 0.0), std::vector<double>(receivers.size(), 0.0)};
    for (std::size_t i = 0; i < free.size(); ++i) {
        const std::size_t r = i % receivers.size();
        echoes.echo[r] = std::hypot(echoes.echo[r], layered[i] - free[i]);
        echoes.sound[r] = std::hypot(echoes.sound[r], free[i]);
    }
    return echoes;
}

/// A screen that ends in the middle and runs into the layer at x_min. The mirror images of the receivers in that layer
/// are seen at 0, 31, 57 and 75 degrees; the last one stands behind the screen. Two waves go into the layer, one of
/// them from the screen, so energies are compared. The echo is that of the sound without the screen where that is
/// louder, as in its shadow.
TEST(SolidsInLayers, AScreenSendsNothingBackFromTheLayer) {
    const Node source{10, 0, 24};
    const std::vector<Node> receivers{{14, 0, 24}, {10, 0, 36}, {10, 0, 55}, {10, 0, 99}, {20, 0, 6}};
    for (const char* stencil : {"leggy-1", "leggy-4", "leggy-8"}) {
        const Place alone = open_place({44, 1, 110});
        Place screen = alone;
        screen.solids = {{{0, 0, 11}, {30, 1, 19}}};
        const Echoes without = echoes_of(alone, stencil, source, receivers);
        const Echoes with = echoes_of(screen, stencil, source, receivers);
        for (std::size_t r = 0; r < receivers.size(); ++r) {
            const double db = 20 * std::log10(with.echo[r] / std::max(with.sound[r], without.sound[r]));
            const double alone_db = 20 * std::log10(without.echo[r] / without.sound[r]);
            EXPECT_LT(db, alone_db + 3) << stencil << ", receiver " << r;
            RecordProperty(std::string(stencil) + "_" + std::to_string(r),
                           std::to_string(db) + ", without " + std::to_string(alone_db));
        }
    }
}

/// A screen before the source is a mirror. The wave from the image meets the layer at a steeper angle, up to 79
/// degrees, where layers send back more. It does no more than that: both echoes together are not exceeded.
TEST(SolidsInLayers, AScreenAddsNoMoreThanTheEchoOfItsImage) {
    constexpr std::int64_t top = 19;  // of the screen
    for (const char* stencil : {"leggy-1", "leggy-4", "leggy-8"})
        for (const std::int64_t x : {10, 15}) {
            const Node source{x, 0, top + 15}, image{x, 0, 2 * top - 1 - source.z};
            std::vector<Node> receivers;
            for (const double degrees : {60.0, 70.0, 75.0})
                receivers.push_back(
                    {x, 0, source.z + std::lround(std::tan(degrees * M_PI / 180) * static_cast<double>(2 * x + 1))});
            const Place alone = open_place({44, 1, 170});
            Place screen = alone;
            screen.solids = {{{0, 0, 11}, {30, 1, top}}};
            const Echoes of_source = echoes_of(alone, stencil, source, receivers);
            const Echoes of_image = echoes_of(alone, stencil, image, receivers);
            const Echoes with = echoes_of(screen, stencil, source, receivers);
            for (std::size_t r = 0; r < receivers.size(); ++r)
                EXPECT_LT(with.echo[r], of_source.echo[r] + of_image.echo[r])
                    << stencil << ' ' << x << ", receiver " << r;
        }
}

/// Whether random noise is ever louder after 20,000 steps than after 200, and by how much.
double noise_left(const ScalarProblem& problem) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> value(-1, 1);
    std::vector<double> field(static_cast<std::size_t>(problem.extent.nodes()));
    for (double& v : field) v = value(random);
    auto backend = test::tested_backend(problem).open(problem, {1, ""});
    backend->write(FieldLevel::previous, field);
    backend->write(FieldLevel::current, field);
    const auto loudness = [&] {
        double squares = 0;
        for (int step = 0; step < 20; ++step) {
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
        backend->advance(5000);
        after = loudness();
        if (!(after <= before)) return INFINITY;
    }
    return after / before;
}

struct NoiseCase {
    const char* what;
    std::vector<NodeBox> solids;
};

class SolidsInLayersNoise : public ::testing::TestWithParam<NoiseCase> {};

/// Solids between walls, in layers and in their corners, with and without losses, at the limit itself.
TEST_P(SolidsInLayersNoise, StaysQuietFor20000Steps) {
    for (const char* stencil : {"leggy-1", "leggy-4"})
        for (const double admittance : {0.0, 0.4}) {
            Place place = open_place({30, 1, 26});
            place.admittance = admittance;
            place.solids = GetParam().solids;
            EXPECT_LT(noise_left(problem_of(place, stencil, courant_limit(stencil, 2), 10, true)), 1)
                << stencil << ", admittance " << admittance;
        }
}
INSTANTIATE_TEST_SUITE_P(All, SolidsInLayersNoise,
                         ::testing::Values(NoiseCase{"canyon", {{{0, 0, 0}, {9, 1, 14}}, {{20, 0, 0}, {30, 1, 18}}}},
                                           NoiseCase{"screen", {{{0, 0, 11}, {17, 1, 15}}}},
                                           NoiseCase{"tunnel", {{{12, 0, 0}, {30, 1, 9}}, {{12, 0, 15}, {30, 1, 26}}}},
                                           NoiseCase{"barrier", {{{14, 0, 0}, {15, 1, 12}}}},
                                           NoiseCase{"corner", {{{18, 0, 13}, {30, 1, 26}}}}),
                         [](const auto& info) { return std::string(info.param.what); });

TEST(SolidsInLayers, APortalInSpaceStaysQuiet) {
    Place place = open_place({14, 13, 12});
    place.solids = {{{6, 0, 6}, {14, 13, 12}}, {{6, 0, 0}, {14, 5, 6}}};
    EXPECT_LT(noise_left(problem_of(place, "leggy-2", courant_limit("leggy-2", 3), 5, true)), 1);
}

}  // namespace
}  // namespace wavesim
