// SPDX-License-Identifier: MIT
// Sources, receivers and shots that stand in files: CSV written here, SEG-Y written by segyio.
#include "io/scene/point_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <xxhash.h>

#include <fstream>

#include "io/python_script.hpp"
#include "io/result/file_content.hpp"
#include "io/scene/reader.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {
namespace {

namespace fs = std::filesystem;

class PointFiles : public testing::Test {
  protected:
    PointFiles() : folder_(fs::path(testing::TempDir()) / ("points" + std::to_string(::getpid()))) {
        fs::create_directories(folder_);
    }
    ~PointFiles() override { fs::remove_all(folder_); }

    void write(const std::string& name, const std::string& text) {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }
    void write_segy(const std::string& name, const std::string& kind = "") {
        ASSERT_EQ(run_python("write_spread_segy.py", shell_quoted(folder_ / name) + ' ' + kind), 0);
    }
    std::string refusal(const std::string& name, WantedPoints wanted = WantedPoints::receivers, int dims = 3) {
        try {
            read_point_file(folder_, name, wanted, dims);
        } catch (const InputFileError& error) {
            return error.what();
        }
        return "read without complaint";
    }
    /// A scene of 100 x 40 x 40 m with these lines in place of sources, receivers and survey.
    LoadedScene load(const std::string& lines) {
        return parse_scene(
            "wavesim: 1\ndomain: {size: [100, 40, 40]}\ngrid: {spacing: 2}\ntime: {duration: 0.1}\n" + lines,
            folder_ / "scene.yaml", {});
    }
    std::string faults(const std::string& lines) {
        try {
            load(lines);
        } catch (const SceneFileError& error) {
            return error.what();
        }
        return "accepted";
    }
    fs::path folder_;
};

constexpr const char* one_source = "sources: [{position: [50, 20, 20], signal: {kind: ricker, peak_frequency: 20}}]\n";

std::vector<double> flat(const std::vector<Point>& points) {
    std::vector<double> all;
    for (const Point& p : points) all.insert(all.end(), {p.x, p.y, p.z});
    return all;
}

TEST_F(PointFiles, TitlesGiveOrderUnitsAndNames) {
    write("a.csv", "\xEF\xBB\xBF# spread\r\nName;Z [cm];y;X (km);note\r\n\"a;1\";150;+2;0.003;x\r\nb;50;4;1e-3;\r\n");

    const PointFile file = read_point_file(folder_, "a.csv", WantedPoints::receivers, 3);

    EXPECT_EQ(flat(file.list.points), (std::vector<double>{3, 2, 1.5, 1, 4, 0.5}));
    EXPECT_EQ(file.list.names, (std::vector<std::string>{"a;1", "b"}));
    EXPECT_EQ(file.place_of(file.list.rows[1]), "a.csv:4");
}

TEST_F(PointFiles, WithoutTitlesColumnsAreCoordinates) {
    write("three.csv", "1 2  3\n4\t5 6\n");
    write("named.csv", "1,2,left\n3,4,right\n");

    EXPECT_EQ(flat(read_point_file(folder_, "three.csv", WantedPoints::sources, 3).list.points),
              (std::vector<double>{1, 2, 3, 4, 5, 6}));
    const PointFile named = read_point_file(folder_, "named.csv", WantedPoints::sources, 2);
    EXPECT_EQ(flat(named.list.points), (std::vector<double>{1, 0, 2, 3, 0, 4}));
    EXPECT_EQ(named.list.names[1], "right");
}

TEST_F(PointFiles, FaultsHaveLineAndColumn) {
    write("text.csv", "x,y,z\n1,2,3\n4,f\xC3\xBCnf,6\n");
    write("comma.csv", "x;y;z\n1,5;2;3\n");
    write("short.csv", "x,y,z\n1,2\n");
    write("missing.csv", "x,width,y\n1,2,3\n");
    write("unit.csv", "x [yd],y,z\n1,2,3\n");
    write("twice.csv", "x,y,z,x\n1,2,3,4\n");
    write("gap.csv", "x,y,z\n1,,3\n");
    write("nan.csv", "x,y,z\n1,2,nan\n");
    write("name.csv", "name,x,y,z\na/b,1,2,3\n");
    write("shot.csv", "shot,source_x,source_y,source_z,receiver_x,receiver_y,receiver_z\n1.5,1,1,1,2,2,2\n");
    write("half.csv", "source_x,source_y,source_z,receiver_x,receiver_y\n1,1,1,2,2\n");
    write("bare.csv", "1,2\n");
    write("empty.csv", "x,y,z\n# nothing\n");
    write("bent.csv", "x,y,z\n1,2,3\n1,2.5,3\n");

    EXPECT_EQ(refusal("text.csv"), "text.csv:3:3: must be a number, not 'f\xC3\xBCnf'");
    EXPECT_EQ(refusal("comma.csv"), "comma.csv:2:1: must be a number, not '1,5' (write decimal points)");
    EXPECT_EQ(refusal("short.csv"), "short.csv:2:3: the row has 2 columns (those before have 3)");
    EXPECT_EQ(refusal("missing.csv"),
              "missing.csv:1:1: there is no column 'z' or 'receiver_z' (the columns are x, width, y)");
    EXPECT_EQ(refusal("unit.csv"), "unit.csv:1:1: 'yd' is no unit of length (m, cm, mm, km or ft)");
    EXPECT_EQ(refusal("twice.csv"), "twice.csv:1:7: there are two columns 'x'");
    EXPECT_EQ(refusal("gap.csv"), "gap.csv:2:3: a number is missing");
    EXPECT_EQ(refusal("nan.csv"), "nan.csv:2:5: must be a finite number, not 'nan'");
    EXPECT_EQ(refusal("name.csv"),
              "name.csv:2:1: the name 'a/b' cannot be that of a file (1 to 64 bytes, no slash, no dot at the start)");
    EXPECT_EQ(refusal("shot.csv"), "shot.csv:2:1: must be a whole number, not '1.5'");
    EXPECT_EQ(refusal("half.csv"),
              "half.csv:1:1: there is no column 'receiver_z' (the columns are source_x, source_y, source_z, "
              "receiver_x, receiver_y)");
    EXPECT_EQ(refusal("bare.csv"),
              "bare.csv:1:1: has 2 columns (without titles they are x, y and z, and perhaps a name)");
    EXPECT_EQ(refusal("empty.csv"), "the file 'empty.csv' holds no points");
    EXPECT_EQ(refusal("bent.csv", WantedPoints::receivers, 2),
              "bent.csv:3: y differs from that of the points before (a 2D scene needs points with one y)");
}

TEST_F(PointFiles, SegyHeadersOfSegyio) {
    write_segy("spread.sgy");

    const PointFile file = read_point_file(folder_, "spread.sgy", WantedPoints::receivers, 3);

    ASSERT_EQ(file.traces.size(), 8U);
    EXPECT_EQ(file.traces[1].shot, 107);
    EXPECT_EQ(flat({file.traces[1].source, file.traces[1].receiver}),
              (std::vector<double>{80.25, 15, 24, 10, 15, 21.5}));
    EXPECT_EQ(file.place_of(file.traces[1].row), "trace 2 of spread.sgy");
    EXPECT_EQ(flat(points_of(file, WantedPoints::receivers).points),
              (std::vector<double>{10, 15, 21.5, 20, 15, 22.5, 30, 15, 23.5}));

    const ShotList shots = shots_of(file);

    EXPECT_EQ(flat(shots.shots.points), (std::vector<double>{40.25, 15, 24, 80.25, 15, 24, 60.25, 15, 24}));
    EXPECT_EQ(shots.count, (std::vector<std::int64_t>{3, 3, 2}));
    EXPECT_EQ(shots.first_station, (std::vector<std::int64_t>{0, 0, 3}));  // equal spreads stand once
    EXPECT_EQ(shots.stations.size(), 5U);
}

TEST_F(PointFiles, SegyInFeetAndSegyThatCannotBeUsed) {
    write_segy("feet.sgy", "feet");
    write_segy("angles.sgy", "angles");
    write_segy("short.sgy", "short");
    fs::copy_file(folder_ / "feet.sgy", folder_ / "cut.sgy");
    fs::resize_file(folder_ / "cut.sgy", fs::file_size(folder_ / "cut.sgy") - 1);
    write("text.sgy", std::string(4000, ' '));

    EXPECT_DOUBLE_EQ(read_point_file(folder_, "feet.sgy", WantedPoints::sources, 3).traces[0].source.x, 40.25 * 0.3048);
    EXPECT_EQ(refusal("angles.sgy"),
              "trace 1 of angles.sgy has angles as coordinates, as bytes 89-90 say (lengths are needed; if they are "
              "lengths, write segy: {coordinate_unit: m})");
    SegyReading in_km;
    in_km.unit_m = 1000;
    const PointFile taken = read_point_file(folder_, "angles.sgy", WantedPoints::sources, 3, in_km);
    EXPECT_DOUBLE_EQ(taken.traces[0].source.x, 40'250);
    EXPECT_EQ(read_point_file(folder_, "short.sgy", WantedPoints::sources, 3).doubts,
              std::vector<std::string>{"1 of the 8 traces of 'short.sgy' say another number of samples than 4, which "
                                       "fits the size of the file (the first is trace 5)"});
    EXPECT_EQ(refusal("cut.sgy"),
              "the file 'cut.sgy' ends within trace 8: its header states 4 samples, 256 bytes per trace; is it cut "
              "off?");
    EXPECT_EQ(refusal("text.sgy"),
              "the file 'text.sgy' is no SEG-Y file of a sample format known here (it says 8224; known are 1 to 12, 15 "
              "and 16)");
}

TEST_F(PointFiles, AScenesReceiversAndSourcesMayStandInFiles) {
    write("spread.csv", "x,y,z\n1,2,3\n4,5,6\n");
    write("guns.csv", "name,x,y,z\nport,10,11,12\nstarboard,10,13,12\n");

    const Scene scene = load(
                            "sources: [{file: guns.csv, signal: {kind: ricker, peak_frequency: 20}}]\n"
                            "receivers: {file: spread.csv, name: group, placement: nearest}\n")
                            .scene;

    ASSERT_EQ(scene.sources.size(), 2U);
    EXPECT_EQ(scene.sources[1].name, "starboard");
    EXPECT_EQ(scene.sources[1].position.y, 13);
    ASSERT_EQ(scene.receivers.size(), 2U);
    EXPECT_EQ(scene.receivers[1].name, "group 2");
    EXPECT_EQ(scene.receivers[1].position.z, 6);
    EXPECT_EQ(scene.receivers[1].placement, Placement::nearest_node);
}

TEST_F(PointFiles, FaultsOfMeaningNameTheRow) {
    write("spread.csv", "# two\nx,y,z\n1,2,3\n4,50,6\n");
    write("names.csv", "name,x,y,z\na,1,2,3\na,4,5,6\n");
    const std::string sources = one_source;

    EXPECT_EQ(
        faults(sources + "receivers: {file: spread.csv}\n"),
        (folder_ / "scene.yaml").string() +
            ":6:19: receivers.file: point 2 (spread.csv:4) at [4, 50, 6] lies outside the domain (y runs from 0 to "
            "40 m)");
    EXPECT_EQ(faults(sources + "receivers: [{file: names.csv}]\n"),
              (folder_ / "scene.yaml").string() + ":6:20: receivers[0].file: a receiver before has the name 'a', too");
    EXPECT_EQ(
        faults(sources + "receivers: {file: spread.csv, content: 0123}\n"),
        (folder_ / "scene.yaml").string() +
            ":6:40: receivers.content: the points of 'spread.csv' have changed (their hash is " + [&] {
                const std::string all = faults(sources + "receivers: {file: spread.csv, content: 0}\n");
                return all.substr(all.size() - 17);
            }());
}

/// The hash of more than 1 MiB of coordinates is made in parts: XXH3 of the text of the hash so far and of the next
/// part.
TEST_F(PointFiles, TheHashOfManyPointsCoversAllOfThem) {
    const auto hash_in_message = [&](const std::vector<double>& coordinates) {
        std::string text = "x,y,z\n";
        for (std::size_t i = 0; i < coordinates.size(); ++i)
            text += std::to_string(coordinates[i]) + (i % 3 == 2 ? '\n' : ',');
        write("many.csv", text);
        const std::string message = faults(std::string(one_source) + "receivers: {file: many.csv, content: 0}\n");
        return message.substr(message.size() - 17, 16);
    };
    std::vector<double> coordinates;
    for (int i = 0; i < 3 * 43'700; ++i) coordinates.push_back(1 + i % 39 + 0.125 * (i % 7));
    constexpr std::size_t part = (1 << 20) / sizeof(double);
    const auto hash = [](const std::string& bytes) { return checksum_text(XXH3_64bits(bytes.data(), bytes.size())); };
    const std::string bytes(reinterpret_cast<const char*>(coordinates.data()), coordinates.size() * sizeof(double));

    const std::string whole = hash_in_message(coordinates);

    EXPECT_EQ(whole, hash(hash(bytes.substr(0, 1 << 20)) + bytes.substr(1 << 20)));
    for (const std::size_t place : {std::size_t{0}, part - 1, part, coordinates.size() - 1}) {
        std::vector<double> other = coordinates;
        other[place] += 0.25;
        EXPECT_NE(hash_in_message(other), whole) << place;
    }
}

TEST_F(PointFiles, TheHashCoversTheValuesAndTheResolvedSceneIsTheSameScene) {
    const std::string lines = std::string(one_source) + "receivers: {file: a.csv}\n";
    write("a.csv", "x,y,z\n1,2,3\n");
    const Scene first = load(lines).scene;
    write("a.csv", "# the same in other words\nz;x [km];y\n3;1e-3;2\n");
    const Scene same = load(lines).scene;
    const Scene again = parse_scene(first.canonical, folder_ / "resolved.yaml", {}).scene;
    write("a.csv", "x,y,z\n1,2,3.001\n");
    const Scene other = load(lines).scene;

    EXPECT_EQ(same.hash, first.hash);
    EXPECT_EQ(again.hash, first.hash);
    EXPECT_EQ(again.canonical, first.canonical);
    EXPECT_NE(other.hash, first.hash);
    EXPECT_THROW(parse_scene(first.canonical, folder_ / "resolved.yaml", {}), SceneFileError);
}

TEST_F(PointFiles, AMillionReceivers) {
    {
        std::ofstream file(folder_ / "many.csv");
        file << "x,y,z\n";
        for (int i = 0; i < 1'000'000; ++i) file << 1e-4 * i << ",20,20\n";
    }

    const Scene scene = load(std::string(one_source) + "receivers: {file: many.csv}\n").scene;

    ASSERT_EQ(scene.receivers.size(), 1'000'000U);
    EXPECT_EQ(scene.receivers.back().name, "receiver 1000000");
    EXPECT_NEAR(scene.receivers.back().position.x, 99.9999, 1e-9);
}

TEST_F(PointFiles, ASurveyWithASpreadPerShot) {
    write_segy("shots.sgy");

    const Scene scene = load(std::string(one_source) + "survey: {file: shots.sgy}\n").scene;

    ASSERT_TRUE(scene.survey);
    EXPECT_EQ(shot_count(scene), 3);
    EXPECT_EQ(scene.receivers.size(), 3U);
    EXPECT_EQ(scene.receivers[2].name, "channel 3");
    EXPECT_EQ(source_position(scene, 0, 2).x, 60.25);
    EXPECT_EQ(receivers_of_shot(scene, 1), 3);
    EXPECT_EQ(receivers_of_shot(scene, 2), 2);
    EXPECT_EQ(receiver_position(scene, 0, 2).x, 20);
    EXPECT_EQ(receiver_position(scene, 2, 2).x, 30);  // with the last one, and not kept
    const Scene again = parse_scene(scene.canonical, folder_ / "resolved.yaml", {}).scene;
    EXPECT_EQ(again.hash, scene.hash);
}

TEST_F(PointFiles, ASurveyFromCsvAndSpreadsOfTheScene) {
    write("traces.csv",
          "shot,source_x,source_y,source_z,receiver_x,receiver_y,receiver_z\n"
          "7,10,20,30,11,20,30\n9,10,20,30,12,20,30\n7,10,20,30,13,20,30\n");
    write("shots.csv", "x,y,z\n10,20,30\n20,20,30\n");
    const std::string sources = one_source;

    const Scene listed = load(sources + "survey: {file: traces.csv}\n").scene;
    const Scene fixed = load(sources + "receivers: [{position: [1, 1, 1]}]\nsurvey: {file: traces.csv}\n").scene;
    const Scene towed =
        load(sources + "receivers: [{position: [45, 20, 20]}]\nsurvey: {file: shots.csv, spread: towed}\n").scene;

    EXPECT_EQ(shot_count(listed), 2);
    EXPECT_EQ(receivers_of_shot(listed, 0), 2);
    EXPECT_EQ(receiver_position(listed, 1, 0).x, 13);
    EXPECT_EQ(receiver_position(listed, 0, 1).x, 12);
    EXPECT_EQ(fixed.survey->spread, Survey::Spread::fixed);
    EXPECT_EQ(receiver_position(fixed, 0, 1).x, 1);
    EXPECT_EQ(receiver_position(towed, 0, 1).x, 15);
    EXPECT_EQ(faults(sources + "survey: {file: shots.csv, spread: file}\n"),
              (folder_ / "scene.yaml").string() + ":6:16: survey.file: the file lists no receivers of its shots");
    EXPECT_EQ(
        faults(sources + "survey: {file: shots.csv}\n"),
        (folder_ / "scene.yaml").string() +
            ":1:1: receivers: nothing would be recorded (there are no receivers and no snapshots); add a receiver");
}

TEST_F(PointFiles, TitlesOfDepthsAndElevationsInFeet) {
    write("deep.csv", "X (ft),Y [feet],Depth (ft)\n10,20,30\n11,20,5\n");
    write("high.csv",
          "source_x,source_y,source_elevation,receiver_x,receiver_y,receiver_depth [km]\n1,2,-3,4,5,0.006\n");
    write("twice.csv", "x,y,z,depth\n1,2,3,4\n");
    write("mixed.csv", "source_x,source_y,source_z,receiver_x,receiver_y,receiver_depth\n1,2,3,4,5,6\n");

    const PointFile deep = read_point_file(folder_, "deep.csv", WantedPoints::receivers, 3);
    EXPECT_TRUE(deep.elevations);
    EXPECT_DOUBLE_EQ(deep.list.points[0].y, 20 * 0.3048);
    EXPECT_DOUBLE_EQ(deep.list.points[1].z, -5 * 0.3048);
    const PointFile high = read_point_file(folder_, "high.csv", WantedPoints::sources, 3);
    EXPECT_EQ(high.traces[0].source.z, -3);
    EXPECT_EQ(high.traces[0].receiver.z, -6);
    write("behind.csv", "X_km,y cm,z_yard,z_ft\n0.1,20,30,10\n");
    const Point behind = read_point_file(folder_, "behind.csv", WantedPoints::receivers, 3).list.points[0];
    EXPECT_EQ(behind, (Point{100, 0.2, 10 * 0.3048}));
    EXPECT_EQ(refusal("twice.csv"), "twice.csv:1:7: z stands in two columns, 'z' and 'depth'");
    EXPECT_THAT(refusal("mixed.csv"), testing::HasSubstr("count from different places"));

    const std::string scene =
        "wavesim: 1\ndomain: {size: [100, 40, 40], vertical: down}\ngrid: {spacing: 2}\ntime: {duration: 0.1}\n" +
        std::string(one_source) + "receivers: {file: deep.csv}\n";
    const Scene read = parse_scene(scene, folder_ / "scene.yaml", {}).scene;
    EXPECT_NEAR(read.frame.users(read.receivers[0].position).z, 30 * 0.3048, 1e-12);
}

/// Depths above 0 as elevations, as many programs write them, coordinates elsewhere, an order of bytes of its own.
TEST_F(PointFiles, AsceneSaysHowHeadersAreRead) {
    write_segy("deep.sgy", "deep");
    const auto scene = [&](const std::string& segy) {
        return "wavesim: 1\ndomain: {size: [100, 40, 40], vertical: down}\ngrid: {spacing: 2}\n"
               "time: {duration: 0.1}\n" +
               std::string(one_source) + "survey: {file: deep.sgy" + segy + "}\n";
    };
    const auto read = [&](const std::string& segy) { return parse_scene(scene(segy), folder_ / "s.yaml", {}).scene; };
    const auto fault = [&](const std::string& segy) -> std::string {
        try {
            read(segy);
        } catch (const SceneFileError& error) {
            return error.what();
        }
        return "accepted";
    };

    EXPECT_THAT(fault(""),
                testing::HasSubstr("survey.file: all traces of 'deep.sgy' lie above the domain, and would lie "
                                   "in it upside down; if the file has depths as positive numbers, write "
                                   "segy: {depths: positive}"));
    const Scene down = read(", segy: {depths: positive}");
    EXPECT_DOUBLE_EQ(down.frame.users(receiver_position(down, 1, 0)).z, 22.5);
    EXPECT_DOUBLE_EQ(down.frame.users(source_position(down, 0, 0)).z, 36);  // 30 m and 6 m below them
    const Scene other = read(", segy: {depths: positive, bytes: {receiver_x: 85, receiver_y: 81, source_depth: 0}}");
    EXPECT_DOUBLE_EQ(receiver_position(other, 1, 0).x, 15);
    EXPECT_DOUBLE_EQ(receiver_position(other, 1, 0).y, 20);
    EXPECT_DOUBLE_EQ(other.frame.users(source_position(other, 0, 0)).z, 30);
    EXPECT_NE(other.hash, down.hash);
    EXPECT_EQ(parse_scene(down.canonical, folder_ / "resolved.yaml", {}).scene.hash, down.hash);
    EXPECT_THAT(fault(", segy: {byte_order: little}"), testing::HasSubstr("no SEG-Y file of a sample format known"));
    write("plain.csv", "x,y,z\n1,2,3\n");
    EXPECT_THAT(faults(std::string(one_source) + "receivers: {file: plain.csv, segy: {depths: positive}}\n"),
                testing::HasSubstr("the key 'segy' is for SEG-Y files, and 'plain.csv' is none"));
}

TEST_F(PointFiles, PointsThatAreAllOneAreDoubted) {
    write_segy("zero.sgy", "zero");
    write("same.csv", "x,y,z\n1,2,3\n1,2,3\n1,2,3\n");
    write("once.csv", "x,y,z\n1,2,3\n");
    const auto doubts = [&](const std::string& name) {
        return read_point_file(folder_, name, WantedPoints::receivers, 3).doubts;
    };
    EXPECT_THAT(
        doubts("zero.sgy"),
        testing::ElementsAre(testing::StartsWith("all 8 traces of 'zero.sgy' have the coordinates 0: do they")));
    EXPECT_THAT(doubts("same.csv"), testing::ElementsAre("all 3 points of 'same.csv' are the same"));
    EXPECT_THAT(doubts("once.csv"), testing::IsEmpty());
    EXPECT_THAT(load(std::string(one_source) + "receivers: {file: same.csv, name: r}\n").scene.doubts,
                testing::ElementsAre("all 3 points of 'same.csv' are the same"));
}

}  // namespace
}  // namespace wavesim
