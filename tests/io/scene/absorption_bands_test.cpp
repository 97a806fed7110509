// SPDX-License-Identifier: MIT
// Absorption by frequency in scenes: what it means, and that its canonical text says the same.
#include <gtest/gtest.h>

#include <string>

#include "io/scene/reader.hpp"

namespace wavesim {
namespace {

Scene room_of(const std::string& absorption, const std::string& more = "") {
    return parse_scene(
               "wavesim: 1\ndomain: {size: [4, 3, 2]}\ngrid: {spacing: 0.1}\ntime: {duration: 0.1}\n"
               "materials: {carpet: {absorption: " +
                   absorption + more +
                   "}}\nboundaries: {walls: vertex, default: carpet, x_min: rigid}\n"
                   "solids: [{box: {from: [2, 1, 0], to: [3, 2, 1]}}]\n"
                   "sources: [{position: [1, 1, 1], signal: {kind: ricker, peak_frequency: 100}}]\n"
                   "receivers: [{position: [1, 2, 1]}]\n",
               "room.yaml", {})
        .scene;
}

TEST(AbsorptionBands, AscendWhateverTheirOrderAndUnits) {
    const Scene scene = room_of("{1 kHz: 60 %, 125: 0.1, 31.5 Hz: 1.05}", ", incidence: normal");
    const SurfaceLaw& side = scene.boundaries.side[1];

    EXPECT_EQ(side.name, "carpet");
    EXPECT_EQ(side.kind, SurfaceLaw::Kind::absorption);
    EXPECT_EQ(side.incidence, Incidence::normal);
    EXPECT_EQ(side.bands, (std::vector<AbsorptionBand>{{31.5, 1.05}, {125, 0.1}, {1000, 0.6}}));
    EXPECT_EQ(side.value, 1.05);
    EXPECT_EQ(scene.solids[0].surface, side);
    EXPECT_FALSE(scene.boundaries.side[0].by_frequency());
    EXPECT_EQ(room_of("{125: 0, 250: 0}").boundaries.side[1].kind, SurfaceLaw::Kind::rigid);
}

TEST(AbsorptionBands, AreWhatTheCanonicalTextSays) {
    const Scene scene = room_of("{125: 0.1, 31.5: 0.2}");
    const Scene again = parse_scene(scene.canonical, "again.yaml", {}).scene;

    EXPECT_EQ(again.hash, scene.hash);
    EXPECT_EQ(again.boundaries.side[1].bands, scene.boundaries.side[1].bands);
    EXPECT_EQ(room_of("{31.5 Hz: 20 %, 0.125 kHz: 0.1}").hash, scene.hash);
    for (const char* other : {"{125: 0.1, 31.5: 0.21}", "{125: 0.1, 31.6: 0.2}", "{125: 0.1}", "0.1"})
        EXPECT_NE(room_of(other).hash, scene.hash) << other;
    EXPECT_NE(room_of("{125: 0.1, 31.5: 0.2}", ", incidence: normal").hash, scene.hash);
}

/// Rows of tables: the middles of the bands are the nominal ones.
TEST(AbsorptionBands, StandInListsOfOctavesAndThirds) {
    EXPECT_EQ(room_of("{from: 31.5, octaves: [0.1, 0.2, 30 %, 1.1]}").boundaries.side[1].bands,
              (std::vector<AbsorptionBand>{{31.5, 0.1}, {63, 0.2}, {125, 0.3}, {250, 1.1}}));
    EXPECT_EQ(room_of("{from: 800 Hz, thirds: [0.1, 0.2, 0.3, 0.4]}").boundaries.side[1].bands,
              (std::vector<AbsorptionBand>{{800, 0.1}, {1000, 0.2}, {1250, 0.3}, {1600, 0.4}}));
    EXPECT_EQ(room_of("{from: 2 kHz, octaves: [0.1, 0.2, 0.3, 0.4]}").hash,
              room_of("{2000: 0.1, 4000: 0.2, 8 kHz: 0.3, 16000: 0.4}").hash);
    EXPECT_EQ(room_of("{from: 63, octaves: [0, 0]}").boundaries.side[1].kind, SurfaceLaw::Kind::rigid);
}

/// Values above 1 stand in tables; one number has to be one that a wall can have.
TEST(AbsorptionBands, MayBeAboveOne) {
    EXPECT_NO_THROW(room_of("{125: 1.2}"));
    EXPECT_THROW(room_of("1.2"), SceneFileError);
    EXPECT_THROW(room_of("{125: 2.1}"), SceneFileError);
}

}  // namespace
}  // namespace wavesim
