// SPDX-License-Identifier: MIT
// Complex impedances and admittances by frequency, and porous layers, in scenes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "boundary/admittance_curve.hpp"
#include "boundary/porous_layer.hpp"
#include "io/scene/reader.hpp"
#include "io/scene/wall_table.hpp"
#include "io/small_plan.hpp"

namespace wavesim {
namespace {

using Complex = std::complex<double>;

const std::filesystem::path& folder() {
    static const TemporaryFolder all;
    return all.path();
}

Scene room_of(const std::string& surface) {
    return parse_scene(
               "wavesim: 1\ndomain: {size: [4, 3, 2]}\ngrid: {spacing: 0.1}\ntime: {duration: 0.1}\n"
               "medium: {sound_speed: 340, density: 1.25}\nmaterials: {felt: " +
                   surface +
                   "}\nboundaries: {walls: vertex, default: felt}\n"
                   "sources: [{position: [1, 1, 1], signal: {kind: ricker, peak_frequency: 100}}]\n"
                   "receivers: [{position: [1, 2, 1]}]\n",
               folder() / "room.yaml", {})
        .scene;
}

void write(const std::string& name, const std::string& text) { std::ofstream(folder() / name) << text; }

std::string refusal(const std::string& surface) {
    try {
        room_of(surface);
    } catch (const SceneFileError& error) {
        return error.faults().front().fault.message;
    }
    return "read";
}

TEST(WallCurve, IsTheInverseOfImpedancesInTheirUnit) {
    write("z.csv", "freq [Hz];Im Z;Re Z\n500;-425;850\n# a remark\n125;-850;0\n");
    const Scene rayl = room_of("{impedance: {file: z.csv, unit: rayl}}");
    const SurfaceLaw& law = rayl.boundaries.side[0];

    ASSERT_EQ(law.curve.size(), 2U);
    EXPECT_EQ(law.kind, SurfaceLaw::Kind::admittance);
    EXPECT_TRUE(law.by_frequency());
    EXPECT_EQ(law.curve[0].hz, 125);
    EXPECT_LT(std::abs(law.curve[0].admittance - 1.0 / Complex(0, -2)), 1e-12);
    EXPECT_LT(std::abs(law.curve[1].admittance - 1.0 / Complex(2, -1)), 1e-12);
    const Scene own = room_of("{impedance: {table: [[125, 0, -2], [500, 2, -1]], unit: rho_c}}");
    EXPECT_LT(std::abs(own.boundaries.side[0].curve[1].admittance - law.curve[1].admittance), 1e-12);
    const Scene admittance = room_of("{admittance: {table: [[125, 0, 0.5], [500, 0.4, 0.2]]}}");
    EXPECT_LT(std::abs(admittance.boundaries.side[0].curve[0].admittance - law.curve[0].admittance), 1e-12);
    EXPECT_LT(std::abs(admittance.boundaries.side[0].curve[1].admittance - law.curve[1].admittance), 1e-12);
}

TEST(WallCurve, OfAPorousLayerIsThatOfMiki) {
    const Scene scene = room_of("{porous: {thickness: 5 cm, flow_resistivity: 8 kPa s/m2, gap: 30 mm}}");
    const SurfaceLaw& law = scene.boundaries.side[0];

    ASSERT_TRUE(law.porous);
    EXPECT_EQ(*law.porous, (PorousLayer{0.05, 8000, 0.03}));
    EXPECT_LT(std::abs(curve_at(law.curve, 700) - porous_admittance({0.05, 8000, 0.03}, 340, 700)), 2e-3);
    EXPECT_EQ(law.bands.front().hz, 63);
    EXPECT_NE(room_of("{porous: {thickness: 5 cm, flow_resistivity: 8000}}").hash, scene.hash);
}

TEST(WallCurve, IsWhatTheCanonicalTextSays) {
    for (const char* surface : {"{admittance: {table: [[125, 0.1, 0.2], [500, 0.4, 0.25]]}}",
                                "{impedance: {table: [[125, 300, -400], [250, 200, 100]], unit: rayl}}",
                                "{porous: {thickness: 0.02, flow_resistivity: 9000}}"}) {
        const Scene scene = room_of(surface);
        const Scene again = parse_scene(scene.canonical, "again.yaml", {}).scene;
        EXPECT_EQ(again.hash, scene.hash) << surface;
        EXPECT_EQ(again.boundaries.side[3].curve, scene.boundaries.side[3].curve) << surface;
    }
    EXPECT_NE(room_of("{admittance: {table: [[125, 0.1, 0.2], [500, 0.4, 0.25]]}}").hash,
              room_of("{admittance: {table: [[125, 0.1, 0.2], [500, 0.4, 0.26]]}}").hash);
}

TEST(WallCurve, SaysWhereATableIsWrong) {
    const auto of_file = [](const std::string& text) {
        write("bad.csv", text);
        return refusal("{impedance: {file: bad.csv, unit: rho_c}}");
    };
    EXPECT_EQ(of_file("125,1,0\n250,-0.5,1\n"),
              "bad.csv:2: the real part is -0.5 at 250 Hz: such a wall would give energy (0 or more is needed)");
    EXPECT_EQ(of_file("125,1,0\n250,0,0\n"),
              "bad.csv:2: the wall is too soft at 250 Hz: its admittance is above 100 / (rho c)");
    EXPECT_EQ(of_file("125,1,0\n250,x,0\n"), "bad.csv:2:5: must be a number, not 'x'");
    EXPECT_EQ(of_file("125,1,0\n250,1\n"), "bad.csv:2:5: the row has 2 columns (those before have 3)");
    EXPECT_EQ(of_file("125,1,0\n"), "2 to 1000 frequencies are needed");
    EXPECT_EQ(of_file("125,1,0\n125,2,0\n"), "125 Hz is there twice");
    EXPECT_EQ(of_file("frequency,real\n125,1\n"),
              "bad.csv:1:1: there is no column 'imaginary' (frequency, real and imaginary are needed)");
    EXPECT_THAT(of_file("0,1,0\n250,1,0\n"), testing::StartsWith("bad.csv:1: a frequency lies between 1 and 1e+07 Hz"));
    EXPECT_EQ(refusal("{admittance: {table: [[125, 1, 0], [250, -1, 0]]}}"),
              "the real part is -1 at 250 Hz: such a wall would give energy (0 or more is needed)");
    EXPECT_EQ(refusal("{impedance: {file: none.csv, unit: rayl}}"),
              "there is no file 'none.csv' in the scene's folder");
}

}  // namespace
}  // namespace wavesim
