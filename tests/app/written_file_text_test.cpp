// SPDX-License-Identifier: MIT
#include "app/written_file_text.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace wavesim::test {
namespace {

/// A damaged snapshot may hold anything where it should say where it lies; JSON has no word for it but null.
TEST(WrittenFileText, of_a_snapshot_with_numbers_that_are_none) {
    const auto lines = written_file_lines({{"kind", "snapshot"},
                                           {"field", "vz"},
                                           {"units", "m/s"},
                                           {"time_s", nullptr},
                                           {"nodes", {3, 2, 1}},
                                           {"first_node_m", {0.05, nullptr, nullptr}},
                                           {"spacing_m", nullptr},
                                           {"least_pa", -1.0},
                                           {"most_pa", nullptr},
                                           {"rms_pa", nullptr}});

    EXPECT_EQ(lines.at(1).text, "3 x 2 x 1, spacing not finite, the first at (0.05, not finite, not finite) m");
    EXPECT_EQ(lines.at(2).text, "-1.00 m/s to not finite, rms not finite");
}

TEST(WrittenFileText, of_a_shot_counts_from_its_summary) {
    const auto lines = written_file_lines({{"kind", "shot"},
                                           {"shot", 1200},
                                           {"receivers", 48},
                                           {"samples", 2500},
                                           {"duration_s", 1.25},
                                           {"time_step_s", 5e-4},
                                           {"field", "pressure"},
                                           {"units", "Pa"},
                                           {"peak_pa", 0.5},
                                           {"rms_pa", 0.02}});
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0].text, "shot 1 200 of a survey (result.h5 holds all of them once the survey ends)");
    EXPECT_EQ(lines[1].text, "48 of 2 500 samples, 1.25 s at a time step of 500 us");
    EXPECT_EQ(lines[2].label, "Pressure");
    EXPECT_EQ(lines[2].text, "peak 500 mPa, rms 20.0 mPa");
}

TEST(WrittenFileText, of_segy_says_its_interval) {
    const auto lines = written_file_lines(
        {{"kind", "segy"}, {"traces", 96'000}, {"samples", 1501}, {"interval_us", 2000}, {"duration_s", 3.0}});
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].text, "96 000 traces in SEG-Y revision 1, IEEE floats");
    EXPECT_EQ(lines[1].text, "1 501 per trace, 2 000 us apart, 3.00 s");
}

/// Of a survey whose run was ended the whole shots stay; of another run nothing does.
TEST(WrittenFileText, of_an_unfinished_folder_says_what_the_same_run_does) {
    const auto lines_of = [](bool running, int planned) {
        return written_file_lines({{"kind", "unfinished"},
                                   {"scene_name", "line"},
                                   {"scene_hash", "0123"},
                                   {"running", running},
                                   {"shots", 7},
                                   {"shots_planned", planned},
                                   {"files", {"run.log", "scene.yaml"}}});
    };
    const auto survey = lines_of(false, 12), single = lines_of(false, 0), running = lines_of(true, 0);
    EXPECT_EQ(survey.at(0).text, "line (0123)");
    EXPECT_EQ(survey.at(1).text, "the run was ended before it could write result.h5; the same run goes on with it");
    EXPECT_EQ(survey.at(2).text, "7 of 12 whole, in shots/");
    EXPECT_EQ(survey.at(3).label, "Files");
    EXPECT_EQ(survey.at(4).label, "");
    EXPECT_EQ(survey.at(4).text, "scene.yaml");
    EXPECT_EQ(single.at(1).text, "the run was ended before it could write result.h5; the same run replaces it");
    EXPECT_EQ(single.at(2).text, "run.log");
    EXPECT_EQ(running.at(1).text, "a run is at work here; there is no result.h5 yet");
}

}  // namespace
}  // namespace wavesim::test
