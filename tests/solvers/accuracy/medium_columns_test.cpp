// SPDX-License-Identifier: MIT
#include "solvers/accuracy/medium_columns.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <memory>
#include <numbers>

#include "physics/scene_builder.hpp"
#include "solvers/accuracy/pulse_tones.hpp"
#include "solvers/medium/cell_average.hpp"
#include "solvers/scene/model_grid.hpp"
#include "solvers/ways/open_sides.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::plan_of;

/// Two media that meet at a height, in cells.
Scene two_media(double at, Averaging averaging, double above = 520) {
    Scene scene = test::box_scene({16, 1, 60}, "leggy-4", 0.01);
    for (const std::size_t s : {0U, 1U, 4U, 5U}) {
        scene.boundaries.kind[s] = SideKind::absorbing;
        scene.boundaries.layer[s].cells = 12;
    }
    scene.medium.layers = Medium::Layers{2, {at * cell}, {test::sound_speed, above}};
    scene.medium.averaging = averaging;
    scene.sources = {test::ricker({8 * cell, 0, 10 * cell}, 20)};
    scene.receivers = {test::receiver("a", {4 * cell, 0, 40 * cell})};
    return scene;
}

/// Sampled at nodes, an interface is elsewhere: what comes back turns by twice the way, what passes by the difference.
TEST(MediumColumns, KnowHowFarSampledInterfacesAreOff) {
    const double shift = 0.4;
    const Plan plan = plan_of(two_media(30 + shift, Averaging::node));  // nodes have it at 30 cells
    const MediumError error = medium_error(plan);
    const double c = test::sound_speed, reflection = (520 - c) / (520 + c);
    const auto tones = pulse_tones(plan);
    const double back = error_of_delay(tones, [&](double) { return 2 * shift * cell / c; });
    const double through = error_of_delay(tones, [&](double) { return shift * cell * (1 / c - 1.0 / 520); });
    EXPECT_NEAR(error.reflected, reflection * back, 0.03 * reflection * back);
    EXPECT_NEAR(error.transmitted, (1 + reflection) * through, 0.1 * through);
    EXPECT_EQ(error.axis, 'z');
}

/// A slow layer below a free surface reflects (r - E) / (1 - r E), with r from below and E = exp(2 i k d). Sampled at
/// nodes it is too thin, by what two media in the open would err less: sound goes to and fro in it.
TEST(MediumColumns, CountEveryWayThroughALayerBelowAFreeSurface) {
    using Complex = std::complex<double>;
    const double thick = 5.4, other = 700, c = test::sound_speed;
    for (const bool below : {false, true}) {
        Scene scene = two_media(below ? 60 - thick : thick, Averaging::node, other);
        if (below) scene.medium.layers->sound_speeds_m_s = {other, c};
        scene.boundaries.kind[below ? 5 : 4] = SideKind::free_surface;
        scene.sources[0].position.z = 30 * cell;
        const Plan plan = plan_of(scene);
        const double r = (c - other) / (c + other);
        double energy = 0;
        for (const PulseTone& tone : pulse_tones(plan)) {
            const double k = 2 * std::numbers::pi * tone.hz * cell / c;
            const auto back = [&](double cells) {
                const Complex turn = std::polar(1.0, 2 * k * cells);
                return (r - turn) / (1.0 - r * turn) * std::polar(1.0, -2 * k * c / other * cells);
            };
            energy += tone.share * std::norm(back(thick) - back(5));  // nodes have it at a face of a cell
        }
        const double expected = std::sqrt(energy);
        EXPECT_NEAR(medium_error(plan).reflected, expected, 0.07 * expected) << below;
    }
}

TEST(MediumColumns, ErrLessWhereCellsAreAveraged) {
    const MediumError sampled = medium_error(plan_of(two_media(30.5, Averaging::node)));
    const MediumError averaged = medium_error(plan_of(two_media(30.5, Averaging::cell)));
    EXPECT_LT(averaged.most(), 0.1 * sampled.most());
    EXPECT_GT(averaged.most(), 0);
}

TEST(MediumColumns, OfOneMediumHaveNoError) {
    EXPECT_EQ(medium_error(plan_of(two_media(30.3, Averaging::cell, test::sound_speed))).most(), 0);
}

/// A body wider than the first Fresnel zones is a layer; of a narrow one half as wide half as much is heard.
TEST(MediumColumns, OfNarrowBoxesCountByTheirWidth) {
    const auto error = [](double width) {
        Scene scene = two_media(30, Averaging::node, test::sound_speed);
        scene.size_m.x = 200 * cell;
        scene.medium.layers.reset();
        scene.sources[0].position = {100 * cell, 0, 10 * cell};
        scene.receivers = {test::receiver("a", {100 * cell, 0, 50 * cell})};
        scene.medium.boxes = {
            {{(100 - width / 2) * cell, 0, 30.4 * cell}, {(100 + width / 2) * cell, 0, 33.4 * cell}, 520, {}}};
        return medium_error(plan_of(scene)).transmitted;
    };
    Scene layer = two_media(30, Averaging::node, test::sound_speed);
    layer.medium.layers = Medium::Layers{2, {30.4 * cell, 33.4 * cell}, {test::sound_speed, 520, test::sound_speed}};
    const double of_layer = medium_error(plan_of(layer)).transmitted;
    EXPECT_NEAR(error(190), of_layer, 0.1 * of_layer);
    EXPECT_NEAR(error(2), 0.5 * error(4), 0.05 * error(4));
    EXPECT_LT(error(2), 0.3 * of_layer);
}

/// A body of three cells is met along both axes, and those beside it by none of the columns through it.
TEST(MediumColumns, GoThroughBoxes) {
    Scene scene = two_media(30, Averaging::node, test::sound_speed);
    scene.medium.layers.reset();
    scene.medium.boxes = {{{10.2 * cell, 0, 20.3 * cell}, {13.4 * cell, 0, 23.9 * cell}, 700}};
    const Plan plan = plan_of(scene);
    MediumColumns columns(plan);
    const Column through = columns.along(2, {11 * cell, 0, 5 * cell});
    ASSERT_EQ(through.pieces.size(), 3u);
    EXPECT_NEAR(through.pieces[0].length, 20.3, 1e-9);
    EXPECT_NEAR(through.pieces[1].length, 3.6, 1e-9);
    EXPECT_NEAR(through.pieces[1].speed, 1, 1e-12);
    EXPECT_NEAR(through.pieces[2].speed, test::sound_speed / 700, 1e-12);
    EXPECT_EQ(columns.along(2, {15 * cell, 0, 5 * cell}).pieces.size(), 1u);
    EXPECT_NEAR(columns.along(0, {8 * cell, 0, 21.5 * cell}).pieces[1].length, 3.2, 1e-9);
    EXPECT_GT(medium_error(plan).most(), 0.01);
}

/// A file of two speeds in turn along z, so many cells apart.
Medium::Grid in_turn(double cells, float other) {
    const auto model = std::make_shared<ModelGrid>();
    model->extent = {1, 1, 100};
    model->first_m = {8 * cell, 0, 0.2 * cell};
    model->spacing_m = {16 * cell, 0, cells * cell};
    for (int i = 0; i < 100; ++i) model->values.push_back(i % 2 == 0 ? other : 340.0F);
    model->least = 340;
    model->most = other;
    return {.values = model, .content = ""};
}

/// Read between the values of a file or in cells of its own.
TEST(MediumColumns, OfFilesHaveTheNodesOfThePlan) {
    for (const SideKind side : {SideKind::absorbing, SideKind::wall})
        for (const double spacing : {0.7, 1.0, 1.3, 2.5}) {
            Scene scene = two_media(30, Averaging::cell);
            scene.medium.layers.reset();
            scene.medium.grid = in_turn(spacing, 520);
            for (const std::size_t s : {4U, 5U}) {
                scene.boundaries.kind[s] = side;
                if (side == SideKind::wall) scene.boundaries.layer[s] = {};
            }
            const Plan plan = plan_of(scene);
            const Column column = MediumColumns(plan).along(2, {4 * cell, 0, 40 * cell});
            const std::vector<float> factors =
                make_factors(plan.scene, domain_grid(plan), WallPosition::half, {{4, 0, 0}, {5, 1, 60}});
            for (std::size_t i = 0; i < factors.size(); ++i)
                EXPECT_NEAR(column.modulus[i], factors[i], 1e-6) << spacing << ", " << i;
        }
}

/// Cells take the values of such a file as steps, while a finer grid reads between them; of a file that asks for its
/// nearest values both have steps.
TEST(MediumColumns, CountThatFinerGridsReadBetweenTheValuesOfFiles) {
    const auto error = [](Resampling resampling) {
        Scene scene = two_media(30, Averaging::cell);
        scene.medium.layers.reset();
        scene.medium.grid = in_turn(1.9, 520);
        scene.medium.grid->resampling = resampling;
        return medium_error(plan_of(scene)).reflected;
    };
    EXPECT_GT(error(Resampling::linear), 5 * error(Resampling::nearest));
    EXPECT_GT(error(Resampling::nearest), 0);
}

/// Sampled nodes have speeds between those of a coarse file, of which long waves are too fast.
TEST(MediumColumns, CountWhatSampledNodesMakeOfCoarseFiles) {
    const auto error = [](double spacing, Averaging averaging) {
        Scene scene = two_media(30, averaging);
        scene.medium.layers.reset();
        scene.medium.grid = in_turn(spacing, 800);
        scene.sources[0].signal.frequency_hz /= 4;
        return medium_error(plan_of(scene)).most();
    };
    for (const double spacing : {1.01, 2.5}) {
        EXPECT_GT(error(spacing, Averaging::node), 0.1) << spacing;
        EXPECT_LT(error(spacing, Averaging::cell), 0.1 * error(spacing, Averaging::node)) << spacing;
    }
}

/// Along the symmetry axis of one rock, across that of the next.
TEST(MediumColumns, OfTiltedMediaHaveTheirSpeedAlongTheAxis) {
    Scene scene = two_media(30.4, Averaging::cell, test::sound_speed);
    scene.tti = Anisotropy{};
    scene.tti->layers = {{0.2, 0.1, 0, 0}, {0.25, 0.05, 90, 0}};
    scene.grid.stencil.name = "auto";
    const Plan plan = plan_of(scene);
    MediumColumns columns(plan);
    const Column column = columns.along(2, {4 * cell, 0, 40 * cell});
    ASSERT_EQ(column.pieces.size(), 2u);
    EXPECT_NEAR(column.pieces[0].speed, 1, 1e-12);
    EXPECT_NEAR(column.pieces[1].speed, std::sqrt(1.5), 1e-12);
    const double reflection = (std::sqrt(1.5) - 1) / (std::sqrt(1.5) + 1);
    const double back = error_of_delay(pulse_tones(plan), [&](double) { return 2 * 0.4 * cell / test::sound_speed; });
    EXPECT_NEAR(medium_error(plan).reflected, reflection * back, 0.05 * reflection * back);
}

}  // namespace
}  // namespace wavesim
