// SPDX-License-Identifier: MIT
#include "io/scene/templates.hpp"

#include <gtest/gtest.h>

#include "io/scene/reader.hpp"
#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"

namespace wavesim {
namespace {

TEST(SceneTemplates, AreValidScenes) {
    ASSERT_EQ(scene_templates().size(), 5U);
    for (const SceneTemplate& entry : scene_templates()) {
        const std::string file = std::string(entry.kind) + ".yaml";

        EXPECT_NO_THROW(parse_scene(std::string(entry.text), file, {})) << entry.kind;
        EXPECT_EQ(entry.text.find('\t'), std::string_view::npos);
        EXPECT_NE(entry.text.find(file), std::string_view::npos) << "tells how to run " << file;
    }
}

TEST(SceneTemplates, ShowWhatTheirNamesSay) {
    const auto scene_of = [](std::string_view kind) {
        for (const SceneTemplate& entry : scene_templates()) {
            if (entry.kind == kind) return parse_scene(std::string(entry.text), "scene.yaml", {}).scene;
        }
        throw std::out_of_range("no such template");
    };

    EXPECT_EQ(scene_of("2d").dims, 2);
    EXPECT_EQ(scene_of("ground").medium.layers->sound_speeds_m_s.size(), 3U);
    EXPECT_EQ(scene_of("room").solids.size(), 1U);
    EXPECT_EQ(scene_of("shoebox").outputs.compare, ExactReference::shoebox);
    EXPECT_EQ(scene_of("free-field").outputs.compare, ExactReference::free_field);
}

TEST(SceneTemplates, FitTheirGrids) {
    for (const SceneTemplate& entry : scene_templates()) {
        const Scene scene = parse_scene(std::string(entry.text), "scene.yaml", {}).scene;
        Machine machine;
        machine.threads = 1;
        PlanOptions options;
        options.backend = "cpu";
        EXPECT_EQ(make_plan(scene, machine, options).report.warnings, std::vector<std::string>{}) << entry.kind;
    }
}

}  // namespace
}  // namespace wavesim
