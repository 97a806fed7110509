// SPDX-License-Identifier: MIT
// What error budgets say of layers of one tilted rock, from the scheme, against runs in a domain so large that nothing
// comes back. Rocks, domains and points were drawn at random; these are six of the first eight of a draw, without two
// whose domains are larger, whatever came out.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "solvers/accuracy/tilted_echo.hpp"
#include "solvers/run/simulation.hpp"

namespace wavesim {
namespace {

using Cells = std::pair<int, int>;  ///< along x and z

struct DrawnRock {
    Thomsen rock;
    std::int64_t cells;
    double points_per_wavelength;
    Cells size, source;
    std::array<Cells, 4> receivers;
};
void PrintTo(const DrawnRock& c, std::ostream* out) {
    *out << "epsilon " << c.rock.epsilon << ", delta " << c.rock.delta << ", " << c.rock.theta_degrees << " degrees, "
         << c.cells << " cells, " << c.points_per_wavelength << " points";
}

double cells_of_time(const DrawnRock& c) { return 2 * c.points_per_wavelength + 1.1 * (c.size.first + c.size.second); }

/// With `more` cells on every side.
Scene scene_of(const DrawnRock& c, int more, std::int64_t layer) {
    const double duration_s = cells_of_time(c) * test::cell / test::sound_speed;
    Scene scene = test::box_scene({c.size.first + 2 * more, 1, c.size.second + 2 * more}, "auto", duration_s);
    scene.tti = Anisotropy{};
    scene.tti->everywhere = c.rock;
    scene.boundaries.kind.fill(SideKind::absorbing);
    scene.boundaries.kind[2] = scene.boundaries.kind[3] = SideKind::wall;
    for (LayerProfile& profile : scene.boundaries.layer) profile.cells = layer;
    const auto at = [&](const Cells& point) { return test::node(more + point.first, 0, more + point.second); };
    scene.sources = {test::ricker(at(c.source), c.points_per_wavelength)};
    for (const Cells& receiver : c.receivers)
        scene.receivers.push_back(test::receiver(std::to_string(scene.receivers.size()), at(receiver)));
    return scene;
}

std::vector<double> traces_of(const Plan& plan) {
    test::MemoryRecorder recorder;
    simulate(plan, recorder, {});
    return recorder.samples;
}

class TiltedEchoOf : public ::testing::TestWithParam<DrawnRock> {};

TEST_P(TiltedEchoOf, ARockIsThatOfARun) {
    const DrawnRock& c = GetParam();
    const Plan plan = test::plan_of(scene_of(c, 0, c.cells));
    const std::vector<double> near = traces_of(plan);
    const double fastest = std::sqrt(1 + 2 * c.rock.epsilon);
    const auto more = static_cast<int>(std::ceil(cells_of_time(c) * fastest / 2)) - 5;
    const std::vector<double> far = traces_of(test::plan_of(scene_of(c, more, 30)));
    ASSERT_EQ(near.size(), far.size());
    double error = 0, loudest = 0;
    for (std::size_t i = 0; i < far.size(); ++i) {
        error = std::max(error, std::abs(near[i] - far[i]));
        loudest = std::max(loudest, std::abs(far[i]));
    }
    const double sent_back_db = 20 * std::log10(error / loudest);

    const double told_db = error_budget(plan).layer_reflection_db.value();

    RecordProperty("sent_back_db", std::to_string(sent_back_db));
    RecordProperty("told_db", std::to_string(told_db));
    EXPECT_GT(told_db, sent_back_db - 3);
    EXPECT_LT(told_db, sent_back_db + 3);
}
INSTANTIATE_TEST_SUITE_P(
    Drawn, TiltedEchoOf,
    ::testing::Values(
        DrawnRock{{0.138, -0.049, 33.2, 0}, 14, 40, {88, 50}, {69, 33}, {{{81, 37}, {51, 40}, {84, 21}, {18, 3}}}},
        DrawnRock{{0.467, 0.344, 79.9, 0}, 10, 40, {45, 88}, {21, 46}, {{{8, 82}, {15, 41}, {41, 67}, {11, 3}}}},
        DrawnRock{{0.413, 0.342, 52.8, 0}, 10, 16, {63, 54}, {46, 29}, {{{44, 19}, {57, 51}, {59, 47}, {34, 3}}}},
        DrawnRock{{0.074, -0.077, 1, 0}, 14, 12.5, {94, 56}, {60, 23}, {{{63, 49}, {10, 36}, {90, 28}, {74, 3}}}},
        DrawnRock{{0.468, 0.191, 88.8, 0}, 12, 10, {49, 45}, {27, 30}, {{{18, 19}, {2, 12}, {45, 10}, {44, 3}}}},
        DrawnRock{{0.036, -0.134, 32.2, 0}, 24, 20, {65, 62}, {32, 17}, {{{60, 20}, {19, 21}, {61, 30}, {13, 3}}}}));

}  // namespace
}  // namespace wavesim
