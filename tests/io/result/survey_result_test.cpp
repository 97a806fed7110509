// SPDX-License-Identifier: MIT
// The result folder of a survey: what stands in it after a whole run, a stop and a failure.
#include <gmock/gmock.h>
#include <png.h>

#include <cmath>

#include "io/python_script.hpp"
#include "io/result/reader.hpp"
#include "io/whole_run.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {
namespace {

constexpr std::int64_t shots = 3;

/// Three towed shots along x with SEG-Y at the time step (125 us) and wiggles.
Plan survey_plan() {
    Plan plan = small_plan();
    plan.decision.shape.precision = Precision::float32;
    plan.scene.survey =
        make_survey(plan.scene, {{0.125, 0.25, 0.2}, {0.1875, 0.25, 0.2}, {0.25, 0.25, 0.2}}, Survey::Spread::towed);
    plan.scene.outputs.traces.segy.emplace();
    plan.scene.outputs.traces.gather = GatherStyle::wiggle;
    plan.decision.segy = PlannedSegy{125, plan.decision.steps, false};
    return plan;
}

/// Sample of a receiver in a shot: tells shot, receiver and step apart.
double sample(std::int64_t shot, std::int64_t receiver, std::int64_t step) {
    return static_cast<double>(1000 * (shot + 1) + 100 * (receiver + 1) + step);
}

void record(ResultWriter& writer, const Plan& plan, std::int64_t shot, std::int64_t steps) {
    for (std::int64_t n = 0; n < steps; ++n)
        writer.traces(n, 1, std::vector<double>{sample(shot, 0, n), sample(shot, 1, n)});
    if (plan.decision.snapshots)
        writer.snapshot(
            0, plan.decision.snapshots->step_of(0),
            std::vector<double>(static_cast<std::size_t>(plan.decision.snapshots->box.extent().nodes()), 0.5));
}

/// Whole shots, then the first `cut_steps` of one more.
void write_survey(const fs::path& folder, const Plan& plan, std::int64_t whole, std::int64_t cut_steps) {
    ResultWriter writer(folder, plan, Takeover::same_program);
    for (std::int64_t shot = 0; shot < whole; ++shot) {
        record(writer, plan, shot, plan.decision.steps);
        writer.end_shot();
    }
    if (cut_steps > 0) record(writer, plan, whole, cut_steps);
    RunReport report;
    report.steps_done = whole * plan.decision.steps + cut_steps;
    writer.finish(report, "done\n", cut_steps == 0);
}

int read_in_python(const fs::path& folder, const std::string& recorded) {
    return run_python("read_survey.py", shell_quoted(folder) + " " + recorded);
}

TEST(SurveyResult, WholeSurveyIsReadBySegyioAndH5py) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";

    write_survey(folder, survey_plan(), shots, 0);

    const std::set<std::string> expected{"log.txt",
                                         "pictures/gather_000001.png",
                                         "pictures/gather_000002.png",
                                         "pictures/gather_000003.png",
                                         "result.h5",
                                         "traces.sgy",
                                         "wavesim.json"};
    EXPECT_EQ(all_files(folder), expected);
    EXPECT_EQ(read_in_python(folder, "8 8 8"), 0);
    const ResultSummary summary = read_result_summary(folder / "result.h5");
    EXPECT_EQ(summary.shots, 3);
    EXPECT_EQ(summary.shots_planned, 3);
    EXPECT_EQ(summary.steps_done, 24);
    EXPECT_EQ(summary.receivers.at(1).peak_pa, sample(2, 1, 7));
}

TEST(SurveyResult, StopKeepsWholeShotsAndTheBeginningOfTheNext) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";

    write_survey(folder, survey_plan(), 2, 5);

    EXPECT_EQ(read_in_python(folder, "8 8 5"), 0);
    const ResultSummary summary = read_result_summary(folder / "result.h5");
    EXPECT_FALSE(summary.complete);
    EXPECT_EQ(summary.shots, 3);
    EXPECT_EQ(summary.steps_done, 21);
    EXPECT_EQ(summary.receivers.at(0).peak_pa, sample(2, 0, 4));
}

TEST(SurveyResult, StopInTheFirstShotKeepsItsBeginning) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";

    write_survey(folder, survey_plan(), 0, 5);

    EXPECT_EQ(read_in_python(folder, "5"), 0);
}

TEST(SurveyResult, FailureKeepsWhatIsRecorded) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";
    const Plan plan = survey_plan();
    {
        ResultWriter writer(folder, plan, Takeover::same_program);
        record(writer, plan, 0, plan.decision.steps);
        writer.end_shot();
        record(writer, plan, 1, 3);
    }

    const ResultSummary summary = read_result_summary(folder / "result.h5");
    EXPECT_FALSE(summary.complete);
    EXPECT_EQ(summary.shots, 2);
    EXPECT_EQ(summary.steps_done, 11);
    EXPECT_TRUE(fs::exists(folder / "shots/shot_000001.h5"));  // for the run that goes on
}

TEST(SurveyResult, AKilledRunLeavesItsWholeShots) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";
    const Plan plan = survey_plan();
    ResultWriter writer(folder, plan, Takeover::same_program);

    record(writer, plan, 0, plan.decision.steps);
    writer.end_shot();

    // what a later process would find if this one ended now
    EXPECT_TRUE(fs::is_regular_file(folder / "shots/shot_000001.h5"));
    EXPECT_EQ(run_python("read_survey.py", "--shot " + shell_quoted(folder / "shots/shot_000001.h5")), 0);
}

TEST(SurveyResult, GoesOnAfterTheShotsThatCanBeRead) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";
    const Plan plan = survey_plan();
    const auto record_shots = [&](std::int64_t from, std::int64_t to) {
        ResultWriter writer(folder, plan, Takeover::same_program);
        const std::int64_t before = writer.shots_before();
        for (std::int64_t shot = from; shot < to; ++shot) {
            record(writer, plan, shot, plan.decision.steps);
            writer.end_shot();
        }
        return before;
    };

    EXPECT_EQ(record_shots(0, 2), 0);
    EXPECT_EQ(record_shots(2, 2), 2);
    fs::resize_file(folder / "shots/shot_000002.h5", 600);
    EXPECT_EQ(record_shots(1, 2), 1);
    EXPECT_EQ(record_shots(2, 2), 2);
    Plan other = survey_plan();
    Precision& precision = other.decision.shape.precision;
    precision = precision == Precision::float32 ? Precision::float64 : Precision::float32;
    EXPECT_THROW(ResultWriter(folder, other, Takeover::same_program), EnvironmentError);
    EXPECT_EQ(record_shots(2, 2), 2) << "nothing was thrown away";
    Plan longer = survey_plan();
    ++longer.decision.steps;
    EXPECT_EQ(ResultWriter(folder, longer, Takeover::same_program).shots_before(), 0) << "its shots have more steps";
    EXPECT_EQ(ResultWriter(folder, other, Takeover::nothing).shots_before(), 0);
}

TEST(SurveyResult, RemembersTheLoudestOfTheShotsThatItGoesOnAfter) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";
    const Plan plan = survey_plan();
    {
        ResultWriter writer(folder, plan, Takeover::same_program);
        for (std::int64_t shot = 0; shot < 2; ++shot) {
            record(writer, plan, shot, plan.decision.steps);
            writer.end_shot();
        }
    }

    EXPECT_EQ(ResultWriter(folder, plan, Takeover::same_program).peak_before_pa(),
              sample(1, 1, plan.decision.steps - 1));
}

/// Receivers stay and the source moves past them: offset 0 stands above the source in the gather of every shot.
TEST(SurveyResult, GathersHaveTheOffsetsOfTheirShot) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";
    Plan plan = survey_plan();
    plan.scene.receivers[0].position = {0.05, 0.25, 0.2};
    plan.scene.receivers[1].position = {0.45, 0.25, 0.2};
    const std::vector<double> sources{0.1, 0.16, 0.23};
    std::vector<Point> at;
    for (const double x : sources) at.push_back({x, 0.25, 0.2});
    plan.scene.survey = make_survey(plan.scene, at, Survey::Spread::fixed);

    write_survey(folder, plan, shots, 0);

    for (std::size_t shot = 0; shot < sources.size(); ++shot) {
        png_image image{};
        image.version = PNG_IMAGE_VERSION;
        const std::string file = folder / ("pictures/gather_00000" + std::to_string(shot + 1) + ".png");
        ASSERT_NE(png_image_begin_read_from_file(&image, file.c_str()), 0) << image.message;
        image.format = PNG_FORMAT_GRAY;
        std::vector<unsigned char> pixels(PNG_IMAGE_SIZE(image));
        ASSERT_NE(png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr), 0) << image.message;
        for (std::size_t other = 0; other < sources.size(); ++other) {
            // two traces of 120 pixels and a margin of 120, 76 pixels from the left; ticks end 2 pixels above the
            // traces, at 74
            const double x = 76 + 180 + 120 * (sources[other] - 0.05) / 0.4;
            const unsigned char pixel = pixels[70 * image.width + static_cast<std::size_t>(std::lround(x))];
            EXPECT_EQ(pixel < 128, other == shot) << shot << ", " << other;
        }
    }
}

TEST(SurveyResult, SnapshotsOfEachShotHaveAFolder) {
    const TemporaryFolder temporary;
    const fs::path folder = temporary.path() / "r";
    Plan plan = survey_plan();
    plan.scene.outputs.snapshots = plan_with_outputs().scene.outputs.snapshots;
    plan.decision.snapshots = plan_with_outputs().decision.snapshots;
    plan.decision.snapshots->count = 1;

    write_survey(folder, plan, shots, 0);

    for (const std::string shot : {"shot_000001", "shot_000003"}) {
        EXPECT_TRUE(fs::exists(folder / "snapshots" / shot / "pressure_000000.hdf")) << shot;
        EXPECT_TRUE(fs::exists(folder / "snapshots" / shot / "pressure.hdf.series")) << shot;
        EXPECT_TRUE(fs::exists(folder / "pictures" / shot / "pressure_000000.png")) << shot;
    }
    EXPECT_THAT(file_bytes(folder / "log.txt"), testing::HasSubstr("the darkest colour is that of the shot"));
}

TEST(SurveyResult, EqualRunsGiveEqualSegyBytes) {
    const TemporaryFolder temporary;

    write_survey(temporary.path() / "a", survey_plan(), shots, 0);
    write_survey(temporary.path() / "b", survey_plan(), shots, 0);

    EXPECT_EQ(file_bytes(temporary.path() / "a/traces.sgy"), file_bytes(temporary.path() / "b/traces.sgy"));
}

}  // namespace
}  // namespace wavesim
