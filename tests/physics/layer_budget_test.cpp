// SPDX-License-Identifier: MIT
// What error budgets say of the layers of isotropic media, against the same scene in a domain so large that nothing
// comes back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "solvers/run/simulation.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::sound_speed;

std::vector<double> run(const Plan& plan) {
    test::MemoryRecorder recorder;
    simulate(plan, recorder, {});
    return recorder.samples;
}

/// Largest error of a receiver over the loudest sound of all, dB; samples (step, receiver).
double worst_db(const std::vector<double>& near, const std::vector<double>& far) {
    double error = 0, loudest = 0;
    for (std::size_t i = 0; i < far.size(); ++i) {
        error = std::max(error, std::abs(near[i] - far[i]));
        loudest = std::max(loudest, std::abs(far[i]));
    }
    return 20 * std::log10(error / loudest);
}

void expect_told(const Plan& plan, double sent_back_db) {
    const double told_db = error_budget(plan).layer_reflection_db.value();
    ::testing::Test::RecordProperty("sent_back_db", std::to_string(sent_back_db));
    ::testing::Test::RecordProperty("told_db", std::to_string(told_db));
    EXPECT_LT(sent_back_db, told_db + 3);
    constexpr double least_told_db = -97;  // what is below is told as this: other errors are larger
    EXPECT_GT(std::max(sent_back_db, least_told_db), told_db - 9);
}

struct LayerCase {
    const char* stencil;
    std::int64_t cells;
    double points_per_wavelength;
};
void PrintTo(const LayerCase& c, std::ostream* out) {
    *out << c.stencil << ", " << c.cells << " cells, " << c.points_per_wavelength << " points per wavelength";
}

/// Receivers head-on, in the corner and between, 5 cells from the layers of a square.
Scene square(const LayerCase& c, std::int64_t more, std::int64_t cells, double duration_s) {
    constexpr std::int64_t inner = 60;
    Scene scene = test::box_scene({inner + 2 * more, 1, inner + 2 * more}, c.stencil, duration_s);
    for (const std::size_t s : {0U, 1U, 4U, 5U}) {
        scene.boundaries.kind[s] = SideKind::absorbing;
        scene.boundaries.layer[s].cells = cells;
    }
    const auto at = [more](double x, double z) {
        return test::node(static_cast<double>(more) + x, 0, static_cast<double>(more) + z);
    };
    scene.sources = {test::ricker(at(20, 20), c.points_per_wavelength)};
    for (const auto& [x, z] : {std::pair(54, 20), std::pair(54, 54), std::pair(54, 38)})
        scene.receivers.push_back(test::receiver("to " + std::to_string(z), at(x, z)));
    return scene;
}

class LayerBudget : public ::testing::TestWithParam<LayerCase> {};

TEST_P(LayerBudget, SaysWhatComesBack) {
    const LayerCase& c = GetParam();
    const double cells_of_time = 2.2 * c.points_per_wavelength + 170;
    const double duration_s = cells_of_time * cell / sound_speed;
    const Plan plan = test::plan_of(square(c, 0, c.cells, duration_s));
    const auto more = static_cast<std::int64_t>(std::ceil(cells_of_time / 2)) + 10;

    expect_told(plan, worst_db(run(plan), run(test::plan_of(square(c, more, 40, duration_s)))));
}

std::vector<LayerCase> layer_cases() {
    std::vector<LayerCase> cases;
    for (const char* stencil : {"leggy-1", "leggy-2", "leggy-4", "compact-27-iwb", "compact-57-opt"})
        for (const std::int64_t cells : {10, 20})
            for (const double points : {12.0, 40.0, 120.0}) cases.push_back({stencil, cells, points});
    cases.push_back({"leggy-8", 10, 12});
    cases.push_back({"leggy-12", 20, 40});
    return cases;
}
INSTANTIATE_TEST_SUITE_P(All, LayerBudget, ::testing::ValuesIn(layer_cases()));

/// A screen that runs into the layer at x_min, and receivers whose images in that layer the source sees at some angles.
Scene screen_scene(const char* stencil, double x, const std::vector<double>& degrees, std::int64_t more) {
    constexpr double top = 19;  // of the screen
    const auto far = static_cast<double>(more);
    Scene scene = test::box_scene({44 + 2 * more, 1, 170 + 2 * more}, stencil, 310 * cell / sound_speed);
    for (const std::size_t s : {0U, 1U, 4U, 5U}) {
        scene.boundaries.kind[s] = SideKind::absorbing;
        scene.boundaries.layer[s].cells = 20;
    }
    scene.sources = {test::ricker(test::node(far + x, 0, far + top + 15), 10)};
    for (const double angle : degrees) {
        const double along = std::round(std::tan(angle * M_PI / 180) * (2 * x + 1));
        scene.receivers.push_back(test::receiver("a", test::node(far + x, 0, far + top + 15 + along)));
    }
    scene.solids = {
        {"screen", {0, 0, (far + 11) * cell}, {(far + 30) * cell, 0, (far + top) * cell}, test::admittance(0)}};
    return scene;
}

/// The wave from the image in the screen meets the layer at a steeper angle, where it sends back more. Each receiver by
/// itself, so that the loudest sound is its own. Without the image 3 to 7 dB less would be told.
TEST(ScreenBudget, SaysWhatComesBackOfTheImageInASolid) {
    const std::vector<double> degrees{60, 70, 75};
    for (const char* stencil : {"leggy-1", "leggy-4"}) {
        const std::vector<double> near = run(test::plan_of(screen_scene(stencil, 10, degrees, 0)));
        const std::vector<double> far = run(test::plan_of(screen_scene(stencil, 10, degrees, 170)));
        for (std::size_t r = 0; r < degrees.size(); ++r) {
            std::vector<double> near_one, far_one;
            for (std::size_t i = r; i < near.size(); i += degrees.size()) {
                near_one.push_back(near[i]);
                far_one.push_back(far[i]);
            }
            SCOPED_TRACE(std::string(stencil) + ", " + std::to_string(degrees[r]));
            const Plan one = test::plan_of(screen_scene(stencil, 10, {degrees[r]}, 0));
            const double db = worst_db(near_one, far_one);
            expect_told(one, db);
            EXPECT_LT(db, error_budget(one).layer_reflection_db.value() + 2);
        }
    }
}

struct DuctCase {
    const char* stencil;
    double points_per_wavelength;
    SideKind upper = SideKind::wall;  ///< side of y
};
void PrintTo(const DuctCase& c, std::ostream* out) {
    *out << c.stencil << ", " << c.points_per_wavelength << " points per wavelength"
         << (c.upper == SideKind::wall ? "" : ", free surface");
}

class DuctBudget : public ::testing::TestWithParam<DuctCase> {};

/// Between walls sound stays loud on its way, so that low frequencies count for more; near the lowest frequencies of
/// the modes across the duct it goes on slowly, and its echoes last until the end of the run.
TEST_P(DuctBudget, SaysWhatComesBack) {
    const DuctCase& c = GetParam();
    const auto duct = [&](std::int64_t length, const std::string& stencil) {
        Scene scene = test::box_scene({length, 12, 12}, stencil, 960 * cell / sound_speed);
        scene.boundaries.kind[0] = scene.boundaries.kind[1] = SideKind::absorbing;
        scene.boundaries.layer[0].cells = scene.boundaries.layer[1].cells = 20;
        scene.boundaries.kind[3] = c.upper;
        const double middle = static_cast<double>(length) / 2;
        scene.sources = {test::ricker(test::node(middle, 5, 5), c.points_per_wavelength)};
        scene.receivers = {test::receiver("A", test::node(middle + 80, 5, 7))};
        return scene;
    };
    const Plan plan = test::plan_of(duct(320, c.stencil));
    const std::string& chosen = plan.decision.shape.stencil.name;  // `auto` takes another in a longer duct
    const double sent_back_db = worst_db(run(plan), run(test::plan_of(duct(1280, chosen))));

    expect_told(plan, sent_back_db);
    EXPECT_LT(error_budget(plan).layer_reflection_db.value(), std::max(sent_back_db, -97.0) + 3);
}

INSTANTIATE_TEST_SUITE_P(All, DuctBudget,
                         ::testing::Values(DuctCase{"auto", 34}, DuctCase{"auto", 172}, DuctCase{"leggy-1", 91},
                                           DuctCase{"leggy-4", 34}, DuctCase{"leggy-4", 172},
                                           DuctCase{"leggy-4", 34, SideKind::free_surface},
                                           DuctCase{"compact-27-iwb", 343}, DuctCase{"compact-33-me4", 34},
                                           DuctCase{"compact-33-me4", 343}, DuctCase{"compact-57-opt", 172},
                                           DuctCase{"compact-123-me6", 91}, DuctCase{"box-125-opt4", 172}));

}  // namespace
}  // namespace wavesim
