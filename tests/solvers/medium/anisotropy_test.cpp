// SPDX-License-Identifier: MIT
#include "solvers/medium/anisotropy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/error_budget.hpp"
#include "solvers/run/simulation.hpp"
#include "solvers/scene/fault.hpp"
#include "stencils/tti/layer_taper.hpp"

namespace wavesim::test {
namespace {

/// Two layers of 256 and 128 m/s, the lower one anisotropic, layers of 8 cells all around.
Scene layered_scene() {
    Scene scene = box_scene({40, 1, 48}, "auto", 0.02);
    scene.medium.layers = Medium::Layers{2, {24 * cell}, {256, 128}};
    scene.tti = Anisotropy{};
    scene.tti->layers = {{0.2, 0.1, 30, 0}, {0, 0, 0, 0}};
    scene.boundaries.kind.fill(SideKind::absorbing);
    scene.boundaries.kind[2] = scene.boundaries.kind[3] = SideKind::wall;
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 8;
    scene.sources = {ricker(node(20, 0, 24), 10)};
    scene.receivers = {receiver("a", node(28, 0, 30))};
    return scene;
}

TEST(Anisotropy, RefusesDeltaAboveEpsilonWithTheNumberOfCells) {
    Scene scene = layered_scene();
    scene.tti->layers[1].delta = 0.05;

    const auto faults = faults_of(scene);

    ASSERT_EQ(faults.size(), 1U);
    EXPECT_EQ(faults[0],
              "tti.layers[1]: delta 0.05 is above epsilon 0 in 960 cells, the first at (0.03125, 1.531) m: the field "
              "would grow without "
              "bound");
    scene.tti->clamp = true;
    scene.tti->around_source = Anisotropy::AroundSource::elliptical;
    const Plan plan = plan_of(scene);
    EXPECT_EQ(*std::max_element(std::get<TtiProblem>(plan.problem).tti.delta.begin(),
                                std::get<TtiProblem>(plan.problem).tti.delta.end()),
              *std::max_element(std::get<TtiProblem>(plan.problem).tti.epsilon.begin(),
                                std::get<TtiProblem>(plan.problem).tti.epsilon.end()));
    EXPECT_EQ(std::get<TtiProblem>(plan.problem).tti.delta.back(), 0.0F);

    Scene space = box_scene({12, 10, 14}, "auto", 0.02);
    space.tti = Anisotropy{};
    space.tti->everywhere = {0.01, 0.05, 0, 0};
    space.boundaries.kind.fill(SideKind::absorbing);
    for (LayerProfile& layer : space.boundaries.layer) layer.cells = 8;
    space.sources = {ricker(node(5, 5, 5), 10)};
    EXPECT_THAT(faults_of(space),
                testing::Contains(testing::HasSubstr("in 1680 cells, the first at (0.03125, 0.03125, 0.03125) m")));
}

TEST(Anisotropy, RefusesWhatHasNoProof) {
    Scene scene = layered_scene();
    scene.boundaries.kind[0] = SideKind::wall;
    ASSERT_EQ(faults_of(scene).size(), 1U);
    EXPECT_THAT(faults_of(scene)[0], testing::StartsWith("boundaries: "));

    scene = layered_scene();
    scene.grid.stencil.name = "leggy-2";
    ASSERT_EQ(faults_of(scene).size(), 1U);
    EXPECT_THAT(faults_of(scene)[0], testing::StartsWith("grid.stencil: "));

    scene = layered_scene();
    scene.outputs.compare = ExactReference::free_field;
    EXPECT_FALSE(faults_of(scene).empty());
}

TEST(Anisotropy, TimeStepFitsTheFastestWave) {
    Scene scene = layered_scene();
    const double lower = plan_of(scene).decision.courant_limit;
    scene.tti->layers[0].epsilon = 0.1;
    scene.tti->layers[1] = {2.0, 0.0, 0, 0};  // half as fast along the axis: 128^2 (1 + 4) > 256^2 (1 + 0.2)

    const double upper = plan_of(scene).decision.courant_limit;

    EXPECT_NEAR(lower, tti_courant_limit(2, 0.2), 1e-12);
    EXPECT_NEAR(upper, tti_courant_limit(2, 0) / std::sqrt(5.0 / 4), 1e-12);
}

TEST(Anisotropy, PartsFillTheirNodesAndTheLayersBeside) {
    Scene scene = layered_scene();
    scene.tti->boxes = {{{0, 0, 0}, {4 * cell, 0, 4 * cell}, {0.3, 0.1, 90, 0}}};
    const Plan plan = plan_of(scene);
    const Extent& e = plan.grid();
    const auto at = [&](std::int64_t x, std::int64_t z) { return static_cast<std::size_t>(e.index(x, 0, z)); };

    EXPECT_EQ(e, (Extent{56, 1, 64}));
    EXPECT_EQ(std::get<TtiProblem>(plan.problem).tti.epsilon[at(0, 0)], 0.3F);
    EXPECT_EQ(std::get<TtiProblem>(plan.problem).tti.epsilon[at(11, 11)], 0.3F);
    EXPECT_EQ(std::get<TtiProblem>(plan.problem).tti.epsilon[at(12, 11)], 0.2F);
    EXPECT_EQ(std::get<TtiProblem>(plan.problem).tti.epsilon[at(12, 31)], 0.2F);
    EXPECT_EQ(std::get<TtiProblem>(plan.problem).tti.epsilon[at(12, 32)], 0.0F);
    EXPECT_NEAR(std::get<TtiProblem>(plan.problem).tti.axis[0][at(9, 9)], 1, 1e-7);
    EXPECT_NEAR(std::get<TtiProblem>(plan.problem).tti.axis[0][at(30, 20)], 0.5, 1e-7);
}

TEST(Anisotropy, IsEllipticalAroundSources) {
    Scene scene = layered_scene();
    scene.medium.layers.reset();
    scene.tti->layers.clear();
    scene.tti->everywhere = {0.2, 0.1, 0, 0};
    scene.tti->around_source = Anisotropy::AroundSource::elliptical;
    const Plan plan = plan_of(scene);
    const auto delta = [&](std::int64_t away) {
        return std::get<TtiProblem>(plan.problem)
            .tti.delta[static_cast<std::size_t>(plan.grid().index(28 + away, 0, 32))];
    };

    EXPECT_EQ(delta(0), 0.2F);
    EXPECT_EQ(delta(8), 0.2F);
    EXPECT_NEAR(delta(12), 0.15, 1e-6);
    EXPECT_NEAR(delta(16), 0.1, 1e-7);
}

TEST(Anisotropy, TurnsItsAxisUprightInLayersWhichDampBeyond) {
    Scene scene = layered_scene();
    scene.medium.layers.reset();
    scene.tti->layers.clear();
    scene.tti->everywhere = {0.2, 0.1, 40, 0};
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 20;
    const Plan plan = plan_of(scene);
    const auto node = [&](std::int64_t x) { return static_cast<std::size_t>(plan.grid().index(x, 0, 50)); };
    const TiltedMedium& tti = std::get<TtiProblem>(plan.problem).tti;
    const double tilt = 40 * std::numbers::pi / 180;

    EXPECT_TRUE(plan.decision.shape.layers.any());
    EXPECT_TRUE(tti.damping[0].empty());
    EXPECT_EQ(plan.decision.shape.layers.width[0], 14);
    EXPECT_EQ(tti.delta[node(0)], 0.1F);
    EXPECT_NEAR(tti.axis[0][node(20)], std::sin(tilt), 1e-6);
    EXPECT_EQ(tti.layer_speed[node(20)], 1);
    EXPECT_NEAR(tti.axis[0][node(14)], std::sin(tilt / 2), 1e-6);  // half of the 12 cells
    EXPECT_NEAR(tti.axis[0][node(8)], 0, 1e-6);
    EXPECT_NEAR(tti.axis[2][node(0)], 1, 1e-6);
    // v^2 goes with B_xx = (1 + 2 epsilon) cos^2 + sin^2 of the tilt.
    const double stiffness = 1.4 * std::pow(std::cos(tilt), 2) + std::pow(std::sin(tilt), 2);
    EXPECT_NEAR(tti.layer_speed[node(0)], std::min(1.4 / stiffness, 2 * 1.4 / 2.4), 1e-6);
}

/// However long a pulse is: layers of TTI media grew where alpha followed it.
TEST(Anisotropy, LongPulsesDoNotChangeItsLayers) {
    const auto decay = [](bool tilted, double points_per_wavelength) {
        Scene scene = layered_scene();
        if (!tilted) scene.tti.reset();
        scene.sources = {ricker(node(20, 0, 24), points_per_wavelength)};
        return plan_of(scene).decision.shape.layers.decay[0];
    };

    EXPECT_EQ(decay(true, 100), decay(true, 200));
    EXPECT_NE(decay(true, 100), decay(true, 5));
    EXPECT_NE(decay(false, 100), decay(false, 200));
}

/// Upright axes, along which the second wave does not travel, and speeds 1 to 3.
TEST(Anisotropy, RoundingStaysBelowItsEstimate) {
    Scene scene = layered_scene();
    scene.size_m = {80 * cell, 0, 60 * cell};
    scene.medium.layers = Medium::Layers{2, {20 * cell, 40 * cell}, {256.0 / 3, 256, 256.0 / 3}};
    scene.tti->layers.assign(3, {0.24, 0.1, 0, 0});
    scene.tti->around_source = Anisotropy::AroundSource::elliptical;
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 20;
    scene.sources = {ricker(node(40, 0, 30), 75)};
    scene.receivers = {receiver("a", node(20, 0, 20)), receiver("b", node(1, 0, 32)), receiver("c", node(40, 0, 58))};
    scene.duration_s = 0.35;
    const double estimate = error_budget(plan_of(scene, Precision::float32)).rounding;
    const double found = rounding_of(scene);
    EXPECT_LE(found, estimate);
    EXPECT_GE(found, 0.05 * estimate);
    RecordProperty("share_of_the_estimate", std::to_string(found / estimate));
}

TEST(Anisotropy, TellsWhatLayersReflectThatTurnFar) {
    Scene scene = layered_scene();
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 20;
    const auto told = [&](double theta, double phi) {
        scene.tti->layers = {{0.2, 0.1, 20, 0}, {0.2, 0.1, theta, phi}};
        return error_budget(plan_of(scene)).layer_reflection_db.value();
    };

    const double near = measured_tilted_reflection_db(20, TiltedEnd::self_adjoint_layers);
    EXPECT_LT(told(40, 0), near);
    EXPECT_GT(told(40, 0), near - 6.1);
    EXPECT_EQ(told(50, 0), measured_tilted_reflection_db(20, TiltedEnd::self_adjoint_far_layers));
    EXPECT_EQ(told(130, 0), measured_tilted_reflection_db(20, TiltedEnd::self_adjoint_far_layers));
    EXPECT_NEAR(told(140, 180), told(40, 0), 1e-9);
}

TEST(Anisotropy, BudgetsSayHowFarForecastsOfLayersWereOff) {
    Scene scene = layered_scene();
    const auto said = [&] { return describe(error_budget(plan_of(scene))); };
    const auto off = [](const char* more, const char* less) {
        return testing::Contains(std::string("  in TTI rocks that were tried at most ") + more +
                                 " dB more came back, and " + less + " dB less");
    };
    EXPECT_THAT(said(), off("25", "20")) << "two rocks";
    scene.tti->absorber = Anisotropy::Absorber::sponge;
    EXPECT_THAT(said(), testing::Not(testing::Contains(testing::HasSubstr("that were tried"))));
    scene.tti->absorber = Anisotropy::Absorber::layers;
    scene.medium.layers.reset();
    scene.tti->layers.clear();
    scene.tti->everywhere = {0.2, 0.1, 30, 0};
    EXPECT_THAT(said(), off("5", "12")) << "the scheme is solved";
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 16;
    scene.tti->form = TtiForm::k73;
    EXPECT_THAT(said(), off("7", "20")) << "the rule";
}

TEST(Anisotropy, WarnsOfK73WhereTheTiltVaries) {
    Scene scene = layered_scene();
    const auto warned = [&] {
        const std::vector<std::string> warnings = plan_of(scene).report.warnings;
        return std::any_of(warnings.begin(), warnings.end(),
                           [](const std::string& text) { return text.find("k73 is not stable") != std::string::npos; });
    };
    scene.tti->layers[1] = {0.2, 0.1, 0, 0};
    EXPECT_FALSE(warned());
    scene.tti->form = TtiForm::k73;
    ASSERT_EQ(faults_of(scene).size(), 1U);
    EXPECT_THAT(faults_of(scene)[0], testing::StartsWith("tti.form: the field of k73 may grow without bound"));
    scene.tti->growth = Anisotropy::Growth::accepted;
    EXPECT_TRUE(warned());
    scene.tti->growth = Anisotropy::Growth::refused;
    scene.tti->layers[1].theta_degrees = 30;
    EXPECT_TRUE(faults_of(scene).empty());
    EXPECT_FALSE(warned());
    scene.tti->layers[1] = {0, 0, 0, 0};
    EXPECT_TRUE(faults_of(scene).empty()) << "isotropic, so its axis does not matter";
}

TEST(Anisotropy, WarnsOfLayersOfK73) {
    Scene scene = layered_scene();
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = K73Layer::least;
    const auto warnings = [&](TtiForm form, Anisotropy::Absorber absorber) {
        scene.tti->form = form;
        scene.tti->absorber = absorber;
        return plan_of(scene).report.warnings;
    };
    const auto warned = testing::Contains(testing::HasSubstr("layers of tti.form k73 let some waves ring or grow"));
    EXPECT_THAT(warnings(TtiForm::k73, Anisotropy::Absorber::layers), warned);
    EXPECT_THAT(warnings(TtiForm::k73, Anisotropy::Absorber::automatic), warned);
    EXPECT_THAT(warnings(TtiForm::k73, Anisotropy::Absorber::sponge), testing::Not(warned));
    EXPECT_THAT(warnings(TtiForm::self_adjoint, Anisotropy::Absorber::layers), testing::Not(warned));
}

TEST(Anisotropy, BudgetsReckonWithLongPulsesAndStrongRocks) {
    Scene scene = layered_scene();
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 20;
    const auto told = [&](double points, Thomsen rock) {
        scene.sources = {ricker(node(20, 0, 24), points)};
        scene.tti->layers = {rock, {0, 0, 0, 0}};
        return error_budget(plan_of(scene)).layer_reflection_db.value();
    };
    const Thomsen usual{0.24, 0.1, 40, 0};
    EXPECT_NEAR(told(12.5, usual), -45.5 - 1, 1e-3);
    EXPECT_NEAR(told(50, usual), -45.5 + 2 * 10.5, 1e-6);
    const double turn = std::pow(std::sin(30 * std::numbers::pi / 180) / std::sin(40 * std::numbers::pi / 180), 2);
    const double strength = 0.5 / std::sqrt(0.8) / (0.14 / std::sqrt(1.2)) * turn;
    EXPECT_NEAR(told(10, {0.4, -0.1, 30, 0}), -45.5 - 1 + 20 * std::log10(strength), 1e-3);
    EXPECT_NEAR(told(10, {0.4, -0.1, 0, 0}), -45.5 + 20 * std::log10(0.5), 1e-9) << "nothing turns";
    EXPECT_EQ(told(1e4, usual), -1);
}

TEST(Anisotropy, K73IsTheLikelyCauseOfGrowth) {
    Scene scene = layered_scene();
    scene.tti->form = TtiForm::k73;
    scene.tti->growth = Anisotropy::Growth::accepted;
    scene.tti->layers[1] = {0.2, 0.1, 0, 0};
    scene.duration_s = 2;
    const auto message = [&] {
        Plan plan = plan_of(scene);
        common_part(plan.problem).courant =
            0.55;  // above what this medium allows, below the limit of the stencil alone
        MemoryRecorder recorder;
        RunControl control;
        control.report_interval_s = 0;
        try {
            simulate(plan, recorder, control);
        } catch (const UnstableError& error) {
            return std::string(error.what());
        }
        return std::string("stable");
    };
    EXPECT_THAT(message(), testing::HasSubstr("likely cause: tti.form k73 is not stable where the tilt varies"));
    scene.tti->layers[1].theta_degrees = 30;
    scene.tti->absorber = Anisotropy::Absorber::layers;
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = K73Layer::least;
    EXPECT_THAT(message(), testing::HasSubstr("likely cause: layers beside tti.form k73 may let waves grow"));
}

TEST(Anisotropy, RefusesLayersSoThinThatTheyGrow) {
    Scene scene = layered_scene();
    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 7;
    ASSERT_EQ(faults_of(scene).size(), 1U);
    EXPECT_THAT(
        faults_of(scene)[0],
        testing::StartsWith("boundaries: layers of tti.form self_adjoint take 8 cells at least, this one has 7"));
    scene.tti->absorber = Anisotropy::Absorber::sponge;
    EXPECT_TRUE(faults_of(scene).empty());
}

TEST(Anisotropy, K73DampsInTheIsotropicPartOfWideLayers) {
    Scene scene = layered_scene();
    scene.tti->form = TtiForm::k73;
    scene.tti->absorber = Anisotropy::Absorber::layers;

    ASSERT_EQ(faults_of(scene).size(), 1U);
    EXPECT_THAT(faults_of(scene)[0], testing::StartsWith("tti.absorber: layers of tti.form k73 take 16 "));

    for (LayerProfile& layer : scene.boundaries.layer) layer.cells = 20;
    const Plan plan = plan_of(scene);
    const std::int64_t damped = plan.decision.shape.layers.width[0];
    EXPECT_EQ(damped, K73Layer::damped(20));
    std::int64_t anisotropic = 0;
    for (std::int64_t z = 0; z < plan.grid().nz; ++z)
        for (std::int64_t x = 0; x < plan.grid().nx; ++x) {
            const auto i = static_cast<std::size_t>(plan.grid().index(x, 0, z));
            const bool inner = x >= damped && x < plan.grid().nx - damped && z >= damped && z < plan.grid().nz - damped;
            if (std::get<TtiProblem>(plan.problem).tti.epsilon[i] != 0) ++anisotropic;
            if (!inner) {
                EXPECT_EQ(std::get<TtiProblem>(plan.problem).tti.epsilon[i], 0);
                EXPECT_EQ(std::get<TtiProblem>(plan.problem).tti.delta[i], 0);
            }
        }
    EXPECT_GT(anisotropic, 0);
}

/// A number of the problem, so that parts of its grid know it: 30 degrees everywhere in the anisotropic half.
TEST(Anisotropy, ProblemsOfTheSelfAdjointFormKnowTheirMeanAxis) {
    Scene scene = layered_scene();
    const Plan own = plan_of(scene);
    const auto& mean = std::get<TtiProblem>(own.problem).tti.mean_axis;
    ASSERT_TRUE(mean.has_value());
    EXPECT_NEAR((*mean)[0], 0.25, 1e-6);
    EXPECT_EQ((*mean)[1], 0);
    EXPECT_NEAR((*mean)[2], 0.75, 1e-6);
    scene.tti->form = TtiForm::k73;
    scene.tti->absorber = Anisotropy::Absorber::sponge;
    EXPECT_FALSE(std::get<TtiProblem>(plan_of(scene).problem).tti.mean_axis.has_value());
}

TEST(Anisotropy, BudgetsSayWhatLayersOfTheFormSendBack) {
    using Absorber = Anisotropy::Absorber;
    Scene scene = layered_scene();
    const auto sent_back_db = [&](TtiForm form, Absorber absorber, std::int64_t cells) {
        scene.tti->form = form;
        scene.tti->absorber = absorber;
        for (LayerProfile& layer : scene.boundaries.layer) layer.cells = cells;
        return error_budget(plan_of(scene)).layer_reflection_db.value();
    };
    EXPECT_EQ(sent_back_db(TtiForm::k73, Absorber::layers, 20), -41);
    EXPECT_EQ(sent_back_db(TtiForm::k73, Absorber::layers, 30), -48);
    EXPECT_EQ(sent_back_db(TtiForm::k73, Absorber::automatic, 20), -41) << "a sponge sends back -22 dB";
    EXPECT_EQ(sent_back_db(TtiForm::k73, Absorber::automatic, 15), sent_back_db(TtiForm::k73, Absorber::sponge, 15))
        << "too thin for layers";
    EXPECT_NEAR(sent_back_db(TtiForm::self_adjoint, Absorber::layers, 20), -45.5 + 20 * std::log10(0.5), 1e-9);
    EXPECT_EQ(sent_back_db(TtiForm::self_adjoint, Absorber::sponge, 40), -38);
}

TEST(Anisotropy, LayersAndSpongesTakeWhatArrives) {
    using Absorber = Anisotropy::Absorber;
    for (const auto& [form, absorber] :
         {std::pair(TtiForm::self_adjoint, Absorber::automatic), std::pair(TtiForm::k73, Absorber::automatic),
          std::pair(TtiForm::self_adjoint, Absorber::sponge)}) {
        Scene scene = layered_scene();
        scene.tti->form = form;
        scene.tti->absorber = absorber;
        scene.tti->layers[1].theta_degrees = 30;
        for (LayerProfile& layer : scene.boundaries.layer) layer.cells = absorber == Absorber::sponge ? 40 : 20;
        EXPECT_EQ(has_sponge(scene), absorber == Absorber::sponge);
        scene.duration_s = 0.1;  // several times across the domain
        const std::vector<double> trace = run(plan_of(scene));

        const auto size = [](double p) { return std::abs(p); };
        const double peak =
            size(*std::max_element(trace.begin(), trace.end(), [&](double a, double b) { return size(a) < size(b); }));
        double late = 0;
        for (std::size_t n = trace.size() * 3 / 4; n < trace.size(); ++n) late = std::max(late, size(trace[n]));
        EXPECT_GT(peak, 0.01);
        EXPECT_LT(late, 0.03 * peak);
    }
}

}  // namespace
}  // namespace wavesim::test
