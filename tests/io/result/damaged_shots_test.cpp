// SPDX-License-Identifier: MIT
// What a survey that goes on makes of shots whose files are not as they were written.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>

#include "io/hdf5_reader.hpp"
#include "io/result/resumed_shots.hpp"
#include "io/result/shot_files.hpp"
#include "io/whole_run.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Writes a file without waiting for the disk.
void put(const fs::path& file, const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; }

/// A file after an accident: some bits flip, bytes are overwritten, the end is missing or repeated.
std::string damaged(const std::string& bytes, std::mt19937& random) {
    const auto below = [&random](std::size_t count) { return random() % count; };
    std::string after = bytes;
    const std::size_t at = below(bytes.size());
    switch (below(6)) {
        case 0: after.resize(at); break;
        case 1: after += bytes.substr(at); break;
        case 2: after.replace(at, std::min<std::size_t>(512, bytes.size() - at), 512, '\0'); break;
        default:
            for (std::size_t flips = 1 + below(3); flips > 0; --flips) {
                char& byte = after[below(after.size())];
                byte = static_cast<char>(byte ^ (1 << below(8)));
            }
    }
    return after;
}

class DamagedShots : public testing::Test {
  protected:
    void SetUp() override {
        plan_.decision.shape.precision = Precision::float32;
        std::vector<Point> places;
        for (int shot = 0; shot < 5; ++shot) places.push_back({0.125 + 0.03125 * shot, 0.25, 0.2});
        plan_.scene.survey = make_survey(plan_.scene, places, Survey::Spread::fixed);
        write_shots();
    }

    /// Writes the shots that are missing, as a run that is killed after the last one. What was said about the others.
    std::vector<std::string> write_shots() {
        ResultWriter writer(folder(), plan_, Takeover::same_program);
        while (writer.shot() < shot_count(plan_.scene)) {
            std::vector<double> samples;
            for (std::int64_t i = 0; i < 2 * plan_.decision.steps; ++i)
                samples.push_back(static_cast<double>(100 * (writer.shot() + 1) + i) / 7);
            writer.traces(0, plan_.decision.steps, samples);
            writer.end_shot();
            recorded_.push_back(writer.shot());
        }
        return writer.lost_shots();
    }

    /// Damages one shot after the other, and puts it right again.
    void expect_none_taken(int trials) {
        std::mt19937 random(1);
        for (int trial = 0; trial < trials; ++trial) {
            const auto shot = static_cast<std::int64_t>(random() % 5);
            const std::string before = file_bytes(file(shot));
            const std::string after = damaged(before, random);
            if (after == before) continue;
            put(file(shot), after);

            const ResumedShots found = find_whole_shots(folder(), plan_, Takeover::same_program);

            EXPECT_EQ(found.whole.size(), 4U) << trial;
            EXPECT_THAT(found.whole, testing::Not(testing::Contains(shot))) << trial;
            EXPECT_THAT(found.lost, ElementsAre(HasSubstr(ShotFiles::name(shot)))) << trial;
            put(file(shot), before);
        }
        EXPECT_EQ(find_whole_shots(folder(), plan_, Takeover::same_program).whole.size(), 5U);
    }

    fs::path folder() const { return temporary_.path() / "r"; }
    fs::path file(std::int64_t shot) const { return folder() / ShotFiles::name(shot); }
    std::vector<std::string> all_bytes() const {
        std::vector<std::string> bytes;
        for (std::int64_t shot = 0; shot < 5; ++shot) bytes.push_back(file_bytes(file(shot)));
        return bytes;
    }

    TemporaryFolder temporary_;
    Plan plan_ = small_plan();
    std::vector<std::int64_t> recorded_;  ///< the shot after each one that was recorded
};

using ExhaustiveDamagedShots = DamagedShots;

TEST_F(DamagedShots, CostThatShotOnlyAndAreNamed) {
    const std::vector<std::string> before = all_bytes();
    std::string damaged = before[1];
    damaged[damaged.size() - 100] = static_cast<char>(damaged[damaged.size() - 100] ^ 4);
    put(file(1), damaged);
    recorded_.clear();

    const std::vector<std::string> said = write_shots();

    EXPECT_THAT(said,
                ElementsAre("shots/shot_000002.h5 is damaged: its content is not what its checksum says; shot 2 is "
                            "computed again"));
    EXPECT_THAT(recorded_, ElementsAre(5)) << "one shot, after which all are there";
    EXPECT_EQ(all_bytes(), before);
}

TEST_F(DamagedShots, ExchangedFilesAreComputedAgain) {
    const std::vector<std::string> before = all_bytes();
    put(file(0), before[3]);
    put(file(3), before[0]);
    recorded_.clear();

    const std::vector<std::string> said = write_shots();

    EXPECT_THAT(said, ElementsAre("shots/shot_000001.h5 holds shot 4; shot 1 is computed again",
                                  "shots/shot_000004.h5 holds shot 1; shot 4 is computed again"));
    EXPECT_THAT(recorded_, ElementsAre(3, 5));
    EXPECT_EQ(all_bytes(), before);
}

TEST_F(DamagedShots, AStopBeforeTheLastGapKeepsWhatIsThere) {
    fs::remove(file(1));
    fs::remove(file(3));
    {
        ResultWriter writer(folder(), plan_, Takeover::same_program);
        EXPECT_EQ(writer.shots_before(), 3);
        EXPECT_EQ(writer.shot(), 1);
        writer.traces(0, 2, std::vector<double>{1, 2, 3, 4});
        RunReport report;
        report.stopped = true;
        writer.finish(report, "stopped\n", false);
    }

    const Hdf5Reader result(folder() / "result.h5");
    const auto steps = static_cast<double>(plan_.decision.steps);
    EXPECT_THAT(result.numbers("/traces/steps_recorded", 5), ElementsAre(steps, 2, steps, 0, steps));
    EXPECT_THAT(result.block("/traces/pressure", {4, 0, 0}, {1, 1, 2}),
                ElementsAre(testing::DoubleNear(500.0 / 7, 1e-4), testing::DoubleNear(502.0 / 7, 1e-4)));
    EXPECT_THAT(find_whole_shots(folder(), plan_, Takeover::same_program).whole, ElementsAre(0, 2, 4));
}

/// Not as loud as the last one, and whatever the sign.
TEST_F(DamagedShots, WhatIsLeftIsAsLoudAsTheLoudestShot) {
    const fs::path loud = temporary_.path() / "loud";
    const std::vector<double> amplitudes{3, 9, -7, 2, 1};
    {
        ResultWriter writer(loud, plan_, Takeover::same_program);
        for (const double amplitude : amplitudes) {
            std::vector<double> samples(static_cast<std::size_t>(2 * plan_.decision.steps), 0.25);
            samples[5] = amplitude;
            writer.traces(0, plan_.decision.steps, samples);
            writer.end_shot();
        }
    }
    EXPECT_EQ(find_whole_shots(loud, plan_, Takeover::same_program).peak_pa, 9);

    put(loud / ShotFiles::name(1), "");

    EXPECT_EQ(find_whole_shots(loud, plan_, Takeover::same_program).peak_pa, 7);
}

/// `stencil: auto` may decide otherwise when shots were added.
TEST_F(DamagedShots, OfOtherTimeStepsOrAnotherStencilAreComputedAgain) {
    Plan other_steps = plan_;
    other_steps.decision.time_step_s *= 0.5;
    Plan other_stencil = plan_;
    other_stencil.decision.shape.stencil.name += "-x";
    for (const Plan* plan : {&other_steps, &other_stencil}) {
        const ResumedShots found = find_whole_shots(folder(), *plan, Takeover::same_program);

        EXPECT_THAT(found.whole, testing::IsEmpty());
        EXPECT_THAT(found.lost, testing::Each(HasSubstr(" has other time steps or another stencil; ")));
        EXPECT_EQ(found.lost.size(), 5U);
    }
}

TEST_F(DamagedShots, AreNeverTaken) { expect_none_taken(200); }

TEST_F(ExhaustiveDamagedShots, AreNeverTaken) {
    if (std::getenv("WAVESIM_EXHAUSTIVE") == nullptr) GTEST_SKIP() << "a long test; set WAVESIM_EXHAUSTIVE=1";
    expect_none_taken(20'000);
}

}  // namespace
}  // namespace wavesim
