// SPDX-License-Identifier: MIT
#include "studies/study_reader.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "studies/study_text.hpp"

namespace wavesim::test {
namespace {

using ::testing::ElementsAre;

TEST(StudyReader, EveryValueMeetsEveryOtherAndTheLastRunsFastest) {
    const Study study = study_of(
        "parameters:\n"
        "  alpha: {set: boundaries.default.absorption, values: [0.1, 20 %]}\n"
        "  stencil: {set: grid.stencil, values: [leggy-1, leggy-4, 'box-125']}\n");

    EXPECT_EQ(study.name, "a");
    EXPECT_EQ(study.scene, "base.yaml");
    EXPECT_THAT(column_of(study, "alpha"), ElementsAre("0.1", "0.1", "0.1", "20 %", "20 %", "20 %"));
    ASSERT_EQ(study.cases.size(), 6U);
    EXPECT_EQ(study.cases[4].name, "case_5");
    ASSERT_EQ(study.cases[5].settings.size(), 2U);
    EXPECT_EQ(study.cases[5].settings[0].text, "boundaries.default.absorption=20 %");
    EXPECT_EQ(study.cases[5].settings[1].text, "grid.stencil=\"box-125\"");
}

TEST(StudyReader, ValuesMayBeAnythingThatASceneKeyTakes) {
    const Study study = study_of(
        "parameters:\n"
        "  where: {set: 'sources[0].position', values: [[1, 2, 3], [1.5, 2, 3]]}\n"
        "  wall:\n    set: boundaries.floor\n    values:\n      - rigid\n      - {absorption: 0.3}\n");

    EXPECT_THAT(column_of(study, "where"), ElementsAre("[1, 2, 3]", "[1, 2, 3]", "[1.5, 2, 3]", "[1.5, 2, 3]"));
    EXPECT_EQ(study.cases[1].settings[1].text, "boundaries.floor={absorption: 0.3}");
}

TEST(StudyReader, RangesCountBothEnds) {
    const Study steps = study_of("parameters: {a: {range: {from: 0.1, to: 0.45, step: 0.1}}}\n");
    const Study logarithms = study_of("parameters: {b: {range: {from: 500 Hz, to: 2 kHz, count: 3, spacing: log}}}\n");
    const Study down = study_of("parameters: {c: {range: {from: 3, to: 1, count: 3}}}\n");

    EXPECT_THAT(column_of(steps, "a"), ElementsAre("0.1", "0.2", "0.3", "0.4"));
    EXPECT_THAT(column_of(logarithms, "b"), ElementsAre("500", "1000", "2000"));
    EXPECT_THAT(column_of(down, "c"), ElementsAre("3", "2", "1"));
}

TEST(StudyReader, ValuesOfRangesKeepTwelveDigits) {
    const Study sevenths = study_of("parameters: {a: {range: {from: 0, to: 1, count: 8}}}\n");

    EXPECT_EQ(column_of(sevenths, "a")[1], "0.142857142857");
    EXPECT_EQ(column_of(sevenths, "a")[6], "0.857142857143");
}

TEST(StudyReader, ZippedParametersVaryTogetherAndDerivedValuesFollow) {
    const Study study = study_of(
        "parameters:\n"
        "  size: {set: 'domain.size[0]', values: [2 m, 400 cm]}\n"
        "  other: {values: [1, 2, 3]}\n"
        "  time: {set: time.duration, values: [1 s, 2 s]}\n"
        "zip: [[size, time]]\n"
        "derived:\n"
        "  twice: {set: 'domain.size[1]', value: 2 * size}\n"
        "  more: {value: twice + other^2}\n"
        "case_name: 'L{size} n{other} {index}'\n");

    EXPECT_THAT(column_of(study, "time"), ElementsAre("1 s", "1 s", "1 s", "2 s", "2 s", "2 s"));
    EXPECT_THAT(column_of(study, "other"), ElementsAre("1", "2", "3", "1", "2", "3"));
    EXPECT_THAT(column_of(study, "twice"), ElementsAre("4", "4", "4", "8", "8", "8"));
    EXPECT_THAT(column_of(study, "more"), ElementsAre("5", "8", "13", "9", "12", "17"));
    EXPECT_EQ(study.cases[3].name, "L400 cm n1 4");
    EXPECT_EQ(study.cases[3].settings.back().text, "domain.size[1]=8");
}

TEST(StudyReader, SamplesDependOnTheSeedAlone) {
    const auto values = [](const std::string& count, const std::string& more) {
        return column_of(
            study_of("parameters: {x: {sample: {from: 1, to: 3}}}\nsamples: {count: " + count + more + "}\n"), "x");
    };

    const auto five = values("5", ""), ten = values("10", "");
    EXPECT_EQ(five, values("5", ", seed: 1"));
    EXPECT_NE(five, values("5", ", seed: 2"));
    EXPECT_TRUE(std::equal(five.begin(), five.end(), ten.begin())) << "more samples must keep finished cases";
    for (const std::string& value : ten) EXPECT_TRUE(std::stod(value) >= 1 && std::stod(value) < 3) << value;
}

/// Two parameters of equal ends: the correlation of 200 independent pairs is below 0.2, except one time in 200.
TEST(StudyReader, SamplesOfTwoParametersAreIndependent) {
    const Study study = study_of(
        "parameters: {x: {sample: {from: 0, to: 1}}, y: {sample: {from: 0, to: 1}}}\n"
        "samples: {count: 200, method: random}\n");

    const std::vector<std::string> x = column_of(study, "x"), y = column_of(study, "y");
    double xy = 0, xx = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double a = std::stod(x[i]) - 0.5, b = std::stod(y[i]) - 0.5;
        xy += a * b, xx += a * a, yy += b * b;
    }
    EXPECT_LT(std::abs(xy) / std::sqrt(xx * yy), 0.2);
}

TEST(StudyReader, ALatinHypercubeHasOneSampleInEachPartOfEveryParameter) {
    const Study study = study_of(
        "parameters: {x: {sample: {from: 0, to: 1}}, y: {sample: {from: 1, to: 100, spacing: log}}}\n"
        "samples: {count: 16, method: latin_hypercube, seed: 7}\n");

    ASSERT_EQ(study.cases.size(), 16U);
    std::vector<int> x(16), y(16);
    for (const std::string& value : column_of(study, "x")) ++x.at(static_cast<std::size_t>(16 * std::stod(value)));
    for (const std::string& value : column_of(study, "y"))
        ++y.at(static_cast<std::size_t>(16 * std::log10(std::stod(value)) / 2));
    EXPECT_EQ(x, std::vector<int>(16, 1));
    EXPECT_EQ(y, std::vector<int>(16, 1));
    EXPECT_NE(column_of(study, "x").front(), column_of(study, "y").front());
}

TEST(StudyReader, TablesGiveTheirRowsAndNothingElse) {
    StudyTestFolder folder;
    folder.write("rooms.csv", "size,wall,\"a,b\"\r\n 2 m ,rigid,1\r\n\r\n3 m,\"{absorption: 0.1}\",\"2\"\r\n");
    const Study study = study_of(
        "table: rooms.csv\n"
        "parameters:\n"
        "  s: {set: 'domain.size[0]', column: size}\n"
        "  w: {set: boundaries.floor, column: wall}\n"
        "  n: {values: [1, 2]}\n",
        folder.path() / "a.yaml");

    EXPECT_THAT(column_of(study, "s"), ElementsAre("2 m", "2 m", "3 m", "3 m"));
    EXPECT_THAT(column_of(study, "w"), ElementsAre("rigid", "rigid", "{absorption: 0.1}", "{absorption: 0.1}"));
    EXPECT_THAT(column_of(study, "n"), ElementsAre("1", "2", "1", "2"));
}

TEST(StudyReader, FaultsHavePlaceReasonAndTheNearestName) {
    const auto only = [](const std::string& lines) {
        const auto faults = study_faults(lines);
        return faults.empty() ? std::string("no fault") : faults.front();
    };
    const std::string p = "parameters: {a: {values: [1, 2]}}\n";

    EXPECT_EQ(only(p + "nam: x\n"), "a.yaml:4:1: nam: unknown key; did you mean 'name'?");
    EXPECT_EQ(study_faults("name x\n"),
              std::vector<std::string>{"a.yaml:3:1: the ':' after the key 'name' is missing; write 'name: x'"});
    EXPECT_EQ(only("parameters: {a: {valus: [1]}}\n"),
              "a.yaml:3:18: parameters.a.valus: unknown key; did you mean 'values'?");
    EXPECT_EQ(only("parameters: {a: {range: {from: 1, to: 2, step: -1}}}\n"),
              "a.yaml:3:48: parameters.a.range.step: steps of -1 never lead from 1 to 2");
    EXPECT_EQ(only("parameters: {a: {range: {from: 1, to: 2, step: 0}}}\n"),
              "a.yaml:3:48: parameters.a.range.step: makes more than 1e12 values");
    EXPECT_EQ(only("parameters: {a: {range: {from: 0, to: 2, count: 3, spacing: log}}}\n"),
              "a.yaml:3:61: parameters.a.range.spacing: log needs two values above 0");
    EXPECT_EQ(only("parameters: {a: {range: {from: one, to: 2, count: 3}}}\n"),
              "a.yaml:3:32: parameters.a.range.from: 'one' is no number, with or without a unit");
    EXPECT_EQ(only("parameters: {a: {sample: {from: 1, to: 2}}}\n"),
              "a.yaml:3:26: parameters.a.sample: needs the number of samples; write samples: {count: 20}");
    EXPECT_EQ(only("parameters: {a: {values: [1, 1]}}\n"),
              "a.yaml:3:30: parameters.a.values[1]: '1' stands in the list already");
    EXPECT_EQ(only(p + "zip: [[a, b]]\n"), "a.yaml:4:11: zip[0][1]: there is no parameter 'b'; did you mean 'a'?");
    EXPECT_EQ(only("parameters: {a: {values: [1, 2]}, b: {values: [1, 2, 3]}}\nzip: [[a, b]]\n"),
              "a.yaml:4:6: zip: 'a' has 2 values and 'b' has 3; parameters that vary together need as many values");
    EXPECT_EQ(only(p + "case_name: 'x{b}'\n"), "a.yaml:4:12: case_name: there is no parameter 'b'; did you mean 'a'?");
    EXPECT_EQ(only(p + "case_name: same\n"),
              "a.yaml:4:12: case_name: cases 1 and 2 are both called 'same'; add {index} or another parameter");
    EXPECT_EQ(only("parameters: {width: {values: [1, 2]}}\nderived: {b: {value: 2 * widht}}\n"),
              "a.yaml:4:22: derived.b.value: the formula '2 * widht' needs 'widht', which is no parameter with a "
              "number; did you mean 'width'? (case 1)");
    EXPECT_EQ(only(p + "derived: {b: {value: 1 / (a - 1)}}\n"),
              "a.yaml:4:22: derived.b.value: the formula '1 / (a - 1)' gives no finite number (case 1)");
    EXPECT_EQ(only("parameters: {a: {set: grid.spacing, values: [1]}, b: {set: grid.spacing, values: [2]}}\n"),
              "a.yaml:3:60: parameters.b.set: 'grid.spacing' is set by 'a' already");
    EXPECT_EQ(only("parameters: {}\n"), "a.yaml:3:13: parameters: a study needs at least one parameter");
    EXPECT_EQ(only(p + "collect: {quantities: [reverberation]}\n"),
              "a.yaml:4:23: collect.quantities: the reverberation time needs octave bands; write octaves: [125 Hz, "
              "250 Hz], for example");
}

TEST(StudyReader, ABillionCasesAreRefusedBeforeTheyAreMade) {
    std::string lines = "parameters:\n";
    for (const char* name : {"a", "b", "c"})
        lines += std::string("  ") + name + ": {range: {from: 1, to: 1000, count: 1000}}\n";

    EXPECT_THAT(study_faults(lines),
                ElementsAre("a.yaml:3:1: parameters: make 1e+09 cases (at most 100000 are allowed); take fewer values, "
                            "zip some parameters, or sample them"));
    EXPECT_THAT(study_faults("parameters: {a: {range: {from: 0, to: 1, step: 1e-9}}}\n"),
                ElementsAre("a.yaml:3:25: parameters.a.range: makes 1000000001 values (at most 100000 are allowed)"));
}

}  // namespace
}  // namespace wavesim::test
