// SPDX-License-Identifier: MIT
#include "io/mesh/mesh_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace wavesim {
namespace {

using testing::ElementsAre;

/// Corners of a triangle one after the other.
std::vector<Point> corners(const TriangleMesh& mesh, std::size_t triangle) {
    std::vector<Point> points;
    for (const std::uint32_t corner : mesh.triangles.at(triangle).corner) points.push_back(mesh.corners.at(corner));
    return points;
}

std::string what_is_wrong(std::string_view bytes, MeshFormat format) {
    try {
        parse_mesh(bytes, format, "hall");
    } catch (const InputFileError& error) {
        return error.what();
    }
    return "nothing";
}

double area_of(const TriangleMesh& mesh) {
    double area = 0;
    for (const double part : areas_of_materials(mesh)) area += part;
    return area;
}

template <class Number>
void put(std::string& bytes, Number value, bool big = false) {
    std::array<char, sizeof value> raw{};
    std::memcpy(raw.data(), &value, sizeof value);
    if (big) std::reverse(raw.begin(), raw.end());
    bytes.append(raw.data(), raw.size());
}

TEST(MeshFormats, AreToldByTheEnding) {
    EXPECT_EQ(mesh_format_of("a/hall.OBJ"), MeshFormat::obj);
    EXPECT_EQ(mesh_format_of("hall.stl"), MeshFormat::stl);
    EXPECT_EQ(mesh_format_of("hall.Ply"), MeshFormat::ply);
    EXPECT_FALSE(mesh_format_of("hall.dxf"));
}

TEST(Obj, HasGroupsMaterialsAndEveryWayToCountCorners) {
    const TriangleMesh mesh = parse_mesh(
        "# hall\r\nmtllib hall.mtl\nv 0 0 0\nv 1 0 0 1.0\nv 0 1 0\r\nusemtl unused\ng floor\nusemtl  carpet red \n"
        "f 1/1/1 2//2 3\n  g\nusemtl\nv 0 0 +1e0\nf -1 -2 -3\n",
        MeshFormat::obj, "hall");
    ASSERT_EQ(mesh.triangles.size(), 2U);
    EXPECT_THAT(corners(mesh, 0), ElementsAre(Point{0, 0, 0}, Point{1, 0, 0}, Point{0, 1, 0}));
    EXPECT_THAT(corners(mesh, 1), ElementsAre(Point{0, 0, 1}, Point{0, 1, 0}, Point{1, 0, 0}));
    EXPECT_THAT(mesh.materials, ElementsAre("carpet red", "default"));
    EXPECT_THAT(mesh.parts, ElementsAre("floor", "default"));
    EXPECT_EQ(mesh.triangles[1].material, 1U);
}

TEST(Obj, CutsPolygonsThatAreNotConvexAlongTheirEars) {
    // an L of area 3, both ways round, and standing on its side
    for (const char* face : {"f 1 2 3 4 5 6\n", "f 6 5 4 3 2 1\n"})
        for (const char* last : {"0", "7"}) {
            std::string text;
            for (const char* at : {"0 0", "2 0", "2 1", "1 1", "1 2", "0 2"})
                text += std::string("v ") + (*last == '0' ? std::string(at) + " 0\n" : std::string("7 ") + at + "\n");
            const TriangleMesh mesh = parse_mesh(text + face, MeshFormat::obj, "hall");
            EXPECT_EQ(mesh.triangles.size(), 4U);
            EXPECT_DOUBLE_EQ(area_of(mesh), 3);
        }
}

TEST(Obj, ReadsWhatOtherProgramsWrite) {
    const TriangleMesh mesh =
        parse_mesh("\xEF\xBB\xBFv 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nusemtl W\xC3\xA4nde\nf 1 2 \\\n3 4 # floor\n",
                   MeshFormat::obj, "hall");
    EXPECT_EQ(mesh.corners.size(), 4U);
    EXPECT_EQ(mesh.triangles.size(), 2U);
    EXPECT_THAT(mesh.materials, ElementsAre("W\xC3\xA4nde"));
}

TEST(Obj, RefusesNamesAndNumbersThatNothingElseTakes) {
    const auto wrong = [](std::string_view text) { return what_is_wrong(text, MeshFormat::obj); };
    EXPECT_EQ(wrong("v 0 0 0\nusemtl W\xE4nde\n"), "'hall':2: the name is not UTF-8; save the file as UTF-8");
    EXPECT_EQ(wrong("g W\xE4nde\n"), "'hall':1: the name is not UTF-8; save the file as UTF-8");
    EXPECT_EQ(wrong(std::string_view("usemtl a\0b\n", 11)), "'hall':1: the name has control characters");
    EXPECT_EQ(wrong("g " + std::string(201, 'a') + "\n"), "'hall':1: the name has more than 200 bytes");
    EXPECT_EQ(wrong("v 0 -2e12 0\n"), "'hall':1: a coordinate is beyond 1e12");
}

TEST(Obj, FaultsNameTheLine) {
    const auto wrong = [](const char* text) { return what_is_wrong(text, MeshFormat::obj); };
    EXPECT_EQ(wrong("v 0 0 0\nv 1 0 0\n"), "'hall': has no faces, so there are no walls");
    EXPECT_EQ(wrong("v 0 0 0\nv 1 nan 0\n"), "'hall':2: a coordinate is not a finite number");
    EXPECT_EQ(wrong("v 0 0 0\nv 1 0\n"), "'hall':2: a corner has three coordinates (x, y, z)");
    EXPECT_EQ(wrong("v 0 0 1,5\n"), "'hall':1: '1,5' is not a number");
    EXPECT_EQ(wrong("v 0 0 0\nf 1 1 2\n"), "'hall':2: there is no corner 2 (the file has had 1 up to here)");
    EXPECT_EQ(wrong("v 0 0 0\nf 1 1 0\n"), "'hall':2: there is no corner 0 (the file has had 1 up to here)");
    EXPECT_EQ(wrong("v 0 0 0\nf 1 1\n"), "'hall':2: a face needs at least three corners");
    EXPECT_EQ(wrong("v 0 0 0\nf a b c\n"), "'hall':2: 'a' names no corner");
}

TEST(Stl, TextHasAMaterialPerSolid) {
    const TriangleMesh mesh = parse_mesh(
        "solid walls of brick\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 0 1 0\n"
        "  endloop\n endfacet\nendsolid\nsolid\nfacet normal 0 0 0\nouter loop\nvertex 0 0 1\nvertex 1 0 1\n"
        "vertex 0 1 1\nendloop\nendfacet\nendsolid\n",
        MeshFormat::stl, "hall");
    ASSERT_EQ(mesh.triangles.size(), 2U);
    EXPECT_THAT(mesh.materials, ElementsAre("walls of brick", "default"));
    EXPECT_THAT(corners(mesh, 1), ElementsAre(Point{0, 0, 1}, Point{1, 0, 1}, Point{0, 1, 1}));
}

TEST(Stl, BinaryIsToldByItsSizeEvenIfItBeginsWithSolid) {
    std::string bytes = "solid";
    bytes.resize(80, ' ');
    put(bytes, std::uint32_t{1});
    for (const float value : {0.F, 0.F, 1.F, 0.F, 0.F, 0.F, 2.F, 0.F, 0.F, 0.F, 3.F, 0.5F}) put(bytes, value);
    put(bytes, std::uint16_t{0});
    const TriangleMesh mesh = parse_mesh(bytes, MeshFormat::stl, "hall");
    EXPECT_THAT(corners(mesh, 0), ElementsAre(Point{0, 0, 0}, Point{2, 0, 0}, Point{0, 3, 0.5}));
    std::string broken = bytes;
    broken[0] = 'x';
    broken += "!";
    EXPECT_EQ(what_is_wrong(broken, MeshFormat::stl), "'hall': has 135 bytes, binary STL of 1 triangles has 134");
    const std::uint32_t nan = 0x7FC00000U;
    std::memcpy(bytes.data() + 84 + 12, &nan, 4);
    EXPECT_EQ(what_is_wrong(bytes, MeshFormat::stl), "'hall', byte 84: a coordinate is not a finite number");
}

TEST(Stl, FaultsNameTheLine) {
    const auto wrong = [](const std::string& text) { return what_is_wrong("solid\n" + text, MeshFormat::stl); };
    EXPECT_EQ(wrong("facet\nvertex 0 0 0\nendfacet\n"), "'hall':4: a facet has three vertices");
    EXPECT_EQ(wrong("facet\nvertex 0 x 0\n"), "'hall':3: 'x' is not a number");
    EXPECT_EQ(wrong("facet\nvertex 0 0 0\n"), "'hall':3: the file ends within a facet");
    EXPECT_EQ(what_is_wrong("hello", MeshFormat::stl),
              "'hall': is neither STL text, which begins with 'solid', nor binary STL");
}

TEST(Ply, TextAndBinaryOfBothOrdersAreTheSame) {
    const std::string head =
        "element vertex 4\nproperty uchar red\nproperty double x\nproperty float y\nproperty short z\n"
        "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
    const std::string text =
        "ply\nformat ascii 1.0\ncomment x\n" + head + "9 0 0 0\n9 2 0 0\n9 2 1 0\n9 0 1 0\n4 0 1 2 3\n";
    EXPECT_DOUBLE_EQ(area_of(parse_mesh(text, MeshFormat::ply, "hall")), 2);
    for (const bool big : {false, true}) {
        std::string bytes =
            std::string("ply\nformat ") + (big ? "binary_big_endian" : "binary_little_endian") + " 1.0\n" + head;
        for (const auto& [x, y] : {std::pair{0., 0.F}, {2., 0.F}, {2., 1.F}, {0., 1.F}}) {
            put(bytes, std::uint8_t{9});
            put(bytes, x, big);
            put(bytes, y, big);
            put(bytes, std::int16_t{3}, big);
        }
        put(bytes, std::uint8_t{4});
        for (const std::int32_t i : {0, 1, 2, 3}) put(bytes, i, big);
        const TriangleMesh mesh = parse_mesh(bytes, MeshFormat::ply, "hall");
        EXPECT_DOUBLE_EQ(area_of(mesh), 2);
        EXPECT_EQ(mesh.corners[0].z, 3);
        bytes.pop_back();
        EXPECT_THAT(what_is_wrong(bytes, MeshFormat::ply), testing::HasSubstr("the file ends within its elements"));
    }
}

TEST(Ply, FaultsNameTheLine) {
    const std::string head =
        "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\n"
        "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
    const auto wrong = [](const std::string& text) { return what_is_wrong(text, MeshFormat::ply); };
    EXPECT_EQ(wrong("plz\n"), "'hall':1: a PLY file begins with the line 'ply'");
    EXPECT_EQ(wrong("ply\nformat ascii 1.0\n"), "'hall':2: the header has no end ('end_header')");
    EXPECT_EQ(wrong("ply\nelement vertex 1\nproperty half x\n"), "'hall':3: the type 'half' is not known");
    EXPECT_EQ(wrong(head + "0 0 inf\n"), "'hall':10: a coordinate is not a finite number");
    EXPECT_EQ(wrong(head + "0 0 0\n3 0 0 1\n"), "'hall':11: a face names a vertex that is not there");
    EXPECT_EQ(wrong(head + "0 0\n"), "'hall':10: the line has too few numbers");
    EXPECT_EQ(wrong(head + "0 0 0\n"), "'hall':10: the file ends within its elements");
    EXPECT_EQ(wrong(head + "0 0 0\n3.5 0 0 0\n"), "'hall':11: the count of a list is no whole number");
    EXPECT_EQ(wrong("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n0 0\n"),
              "'hall': a vertex has no z");
}

TEST(Stl, BinaryFilesThatAreCutOffSaySo) {
    std::string bytes = "solid of a program";
    bytes.resize(80, '\0');
    put(bytes, std::uint32_t{2});
    bytes.resize(84 + 50, '\0');
    EXPECT_EQ(what_is_wrong(bytes, MeshFormat::stl), "'hall': has 134 bytes, binary STL of 2 triangles has 184");
}

TEST(MeshPlacing, TurnsScalesAndMoves) {
    EXPECT_EQ(placed({0.001, false, {1, 2, 3}}, {1000, 2000, 4000}), (Point{2, 4, 7}));
    EXPECT_EQ(placed({1, true, {}}, {1, 2, 3}), (Point{1, -3, 2}));  // y up becomes z up without a mirror
}

}  // namespace
}  // namespace wavesim
