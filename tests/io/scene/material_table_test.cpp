// SPDX-License-Identifier: MIT
#include "io/scene/material_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "io/input_file.hpp"
#include "io/scene/reader.hpp"
#include "io/small_plan.hpp"

namespace wavesim {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& text) {
    try {
        read_material_table(text, "t.csv");
    } catch (const InputFileError& error) {
        EXPECT_EQ(error.rule, Rule::material_file);
        return error.what();
    }
    return "read";
}

TEST(MaterialTable, HasBandsIncidenceAndWords) {
    const auto all = read_material_table(
        "# ours\nname;1 kHz;250;NRC;incidence;description;source\nfelt;60 %;0.25;x;;\"soft; "
        "grey\";ours\ntube;-;1.1;y;normal;;\n",
        "t.csv");

    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].surface.name, "felt");
    EXPECT_EQ(all[0].surface.bands, (std::vector<AbsorptionBand>{{250, 0.25}, {1000, 0.6}}));
    EXPECT_EQ(all[0].surface.value, 0.6);
    EXPECT_EQ(all[0].surface.incidence, Incidence::random);
    EXPECT_EQ(all[0].description, "soft; grey");
    EXPECT_EQ(all[0].source, "ours");
    EXPECT_EQ(all[1].surface.bands, (std::vector<AbsorptionBand>{{250, 1.1}}));
    EXPECT_EQ(all[1].surface.incidence, Incidence::normal);
}

TEST(MaterialTable, SaysWhereARowIsWrong) {
    EXPECT_EQ(refusal("felt,125\n"), "the file 't.csv' holds no rows of numbers");
    EXPECT_EQ(refusal("felt,125\na,0.1\n"), "t.csv:1:1: there is no column 'name'");
    EXPECT_THAT(refusal("name,low\na,0.1\n"), HasSubstr("t.csv:1:1: there is no column of a frequency"));
    EXPECT_EQ(refusal("name,125,0.125 kHz\na,0.1,0.2\n"), "t.csv:1:10: there are two columns of that frequency");
    EXPECT_THAT(refusal("name,125\na,0.1\nb,much\n"), HasSubstr("t.csv:3:3: 'much' is not a number"));
    EXPECT_EQ(refusal("name,125\na,30\n"), "t.csv:2:3: absorption is 0 to 2, not 30 (30 % is 0.3)");
    EXPECT_EQ(refusal("name,125\na,-\n"), "t.csv:2:1: the row has no absorption");
    EXPECT_EQ(refusal("name,125\na,0.1\na,0.2\n"), "t.csv:3:1: a row before has the name 'a', too");
    EXPECT_EQ(refusal("name,125\na,0.1,0.3\n"), "t.csv:2:7: the row has 3 columns (those before have 2)");
    EXPECT_EQ(refusal("name,125\nrigid,0.1\n"), "t.csv:2:1: 'rigid' has a meaning of its own in scenes");
    EXPECT_EQ(refusal("name,125,incidence\na,0.1,low\n"), "t.csv:2:7: the incidence is random or normal, not 'low'");
}

/// Every row says where its numbers are from, and can be asked for.
TEST(MaterialTable, OfPublishedTablesIsWhole) {
    const auto& all = shipped_materials();

    EXPECT_GE(all.size(), 60U);
    for (const ListedMaterial& one : all) {
        EXPECT_FALSE(one.source.empty()) << one.surface.name;
        EXPECT_FALSE(one.description.empty()) << one.surface.name;
        EXPECT_GE(one.surface.bands.size(), 6U) << one.surface.name;
        EXPECT_LE(one.surface.value, 1) << one.surface.name;
        EXPECT_EQ(find_material(all, one.surface.name), &one);
    }
    // Rows that many books print with these values, from 125 Hz on.
    const std::map<std::string, std::vector<double>> printed{
        {"carpet-heavy-on-concrete", {0.02, 0.06, 0.14, 0.37, 0.60, 0.65}},
        {"carpet-heavy-on-felt", {0.08, 0.24, 0.57, 0.69, 0.71, 0.73}},
        {"concrete-block", {0.36, 0.44, 0.31, 0.29, 0.39, 0.25}},
        {"concrete-block-painted", {0.10, 0.05, 0.06, 0.07, 0.09, 0.08}}};
    for (const auto& [name, values] : printed) {
        const ListedMaterial* one = find_material(all, name);
        ASSERT_NE(one, nullptr) << name;
        std::vector<AbsorptionBand> bands;
        for (std::size_t i = 0; i < values.size(); ++i) bands.push_back({125.0 * (1 << i), values[i]});
        EXPECT_EQ(one->surface.bands, bands) << name;
    }
    EXPECT_EQ(find_material(all, "carpet"), nullptr);
}

TEST(MaterialTable, KnowsWhatIsMeant) {
    EXPECT_THAT(similar_materials(shipped_materials(), "velour"), testing::IsEmpty());
    EXPECT_EQ(similar_materials(shipped_materials(), "carpet-5m"), std::vector<std::string>{"carpet-5mm"});
    EXPECT_EQ(similar_materials(shipped_materials(), "carpte-5mm"), std::vector<std::string>{"carpet-5mm"});
    EXPECT_EQ(similar_materials(shipped_materials(), "carpet").size(), 5U);
}

/// The scene's own materials come before those of its file.
TEST(MaterialTable, IsReadByScenes) {
    const TemporaryFolder temporary;
    const std::filesystem::path& folder = temporary.path();
    std::ofstream(folder / "ours.csv") << "name,125,500\nfelt,0.1,0.4\nwool,0.2,0.5\n";
    const Scene scene = parse_scene(
                            "wavesim: 1\ndomain: {size: [4, 3, 2]}\ngrid: {spacing: 0.1}\ntime: {duration: 0.1}\n"
                            "materials_file: ours.csv\nmaterials: {wool: {absorption: {125: 0.3}}}\n"
                            "boundaries: {walls: vertex, default: felt, x_min: wool, x_max: catalogue/water}\n"
                            "sources: [{position: [1, 1, 1], signal: {kind: ricker, peak_frequency: 100}}]\n"
                            "receivers: [{position: [1, 2, 1]}]\n",
                            folder / "room.yaml", {})
                            .scene;

    EXPECT_EQ(scene.boundaries.side[2].bands, (std::vector<AbsorptionBand>{{125, 0.1}, {500, 0.4}}));
    EXPECT_EQ(scene.boundaries.side[2].name, "felt");
    EXPECT_EQ(scene.boundaries.side[0].bands, (std::vector<AbsorptionBand>{{125, 0.3}}));
    EXPECT_EQ(scene.boundaries.side[1].name, "water");
    EXPECT_EQ(scene.boundaries.side[1].bands.back(), (AbsorptionBand{4000, 0.03}));
    const Scene again = parse_scene(scene.canonical, "again.yaml", {}).scene;
    EXPECT_EQ(again.hash, scene.hash);
}

std::string room_of(const std::string& materials, const std::string& boundaries) {
    return "wavesim: 1\ndomain: {size: [4, 3, 2]}\ngrid: {spacing: 0.1}\ntime: {duration: 0.1}\nmaterials: {" +
           materials + "}\nboundaries: {" + boundaries +
           "}\nsources: [{position: [1, 1, 1], signal: {kind: ricker, peak_frequency: 100}}]\n"
           "receivers: [{position: [1, 2, 1]}]\n";
}

/// A row of the catalogue under a name of one's own.
TEST(MaterialTable, RowsOfTheCatalogueHaveOtherNames) {
    const Scene scene =
        parse_scene(room_of("pool: catalogue/water", "walls: vertex, default: pool, x_max: rigid"), "room.yaml", {})
            .scene;
    EXPECT_EQ(scene.boundaries.side[2].name, "pool");
    EXPECT_EQ(scene.boundaries.side[2].bands, find_material(shipped_materials(), "water")->surface.bands);
    EXPECT_EQ(scene.boundaries.side[1].kind, SurfaceLaw::Kind::rigid);
}

TEST(MaterialTable, OtherWordsAreNoMaterials) {
    for (const auto& [materials, sentence] :
         {std::pair{"pool: catalogue/watr", "materials.pool: the catalogue has no surface 'watr'; did you mean"},
          {"pool: tub, tub: pool", "materials.pool: is the word 'tub', but a material is a block of keys"},
          {"pool: rigid", "materials.pool: is the word 'rigid', but a material is a block of keys"}}) {
        try {
            parse_scene(room_of(materials, "walls: vertex, default: pool"), "room.yaml", {});
            ADD_FAILURE() << materials;
        } catch (const SceneFileError& error) {
            EXPECT_NE(std::string(error.what()).find(sentence), std::string::npos) << error.what();
        }
    }
    // Said once, where the name is given, also where no side uses it.
    EXPECT_THROW(parse_scene(room_of("pool: catalogue/water", "walls: half"), "room.yaml", {}), SceneFileError);
}

}  // namespace
}  // namespace wavesim
