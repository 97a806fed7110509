// SPDX-License-Identifier: MIT
// What a writer puts into the files of a run: every receiver has another tone, every snapshot another plane.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <numbers>

#include "io/hdf5_file.hpp"
#include "io/hdf5_reader.hpp"
#include "io/python_script.hpp"
#include "io/result/segy_file.hpp"
#include "io/result/snapshot_file.hpp"
#include "io/whole_run.hpp"
#include "solvers/scene/survey.hpp"

namespace wavesim {
namespace {

/// A tone per receiver, and planes that change their sign from one to the next and at x = 3 nodes.
void write_tones(const fs::path& folder, const Plan& plan) {
    ResultWriter writer(folder, plan, Takeover::same_program);
    for (std::int64_t n = 0; n < plan.decision.steps; ++n) {
        const double t = static_cast<double>(n) * plan.decision.time_step_s;
        writer.traces(n, 1,
                      std::vector<double>{0.5 * std::sin(2 * std::numbers::pi * 500 * t),
                                          0.25 * std::sin(2 * std::numbers::pi * 1000 * t)});
    }
    for (std::int64_t k = 0; k < plan.decision.snapshots->count; ++k) {
        const double value = (k % 2 == 0 ? 0.25 : -0.25) * static_cast<double>(k + 1);
        std::vector<double> plane;
        for (int node = 0; node < 30; ++node) plane.push_back(node % 6 < 3 ? value : -value);
        writer.snapshot(k, plan.decision.snapshots->step_of(k), plane);
    }
    RunReport report;
    report.steps_done = plan.decision.steps;
    writer.finish(report, "done\n", true);
}

TEST(ResultContent, SoundSnapshotsAndPicturesAreReadInPython) {
    const TemporaryFolder temporary;
    Plan plan = plan_with_outputs();
    plan.decision.steps = 400;
    plan.decision.segy->samples = 400;

    write_tones(temporary.path() / "r", plan);

    EXPECT_EQ(run_python("read_run.py", shell_quoted(temporary.path() / "r")), 0);
}

TEST(ResultContent, TheFileSaysWhetherTheRunIsCompleteAndHowFastSoundTravels) {
    Plan plan = small_plan();
    plan.decision.slowest_m_s = 200;
    plan.decision.fastest_m_s = 350;
    for (const bool complete : {false, true}) {
        const TemporaryFolder temporary;
        write_run(temporary.path() / "r", plan, false, {.complete = complete});
        const Hdf5Reader result(temporary.path() / "r" / "result.h5");

        EXPECT_EQ(result.attribute("/", "complete", 1)[0], complete ? 1 : 0);
        EXPECT_EQ(result.attribute("/plan", "slowest_m_s", 1)[0], 200);
        EXPECT_EQ(result.attribute("/plan", "fastest_m_s", 1)[0], 350);
    }
}

/// Layers lie outside of the domain, whose corner is the origin.
TEST(ResultContent, SnapshotsStandWhereTheDomainIs) {
    Plan plan = plan_with_outputs();
    plan.scene.boundaries.kind[0] = plan.scene.boundaries.kind[4] = SideKind::absorbing;
    plan.scene.boundaries.layer[0].cells = 3;
    plan.scene.boundaries.layer[4].cells = 7;
    plan.decision.shape.extent = {9, 5, 11};

    const SnapshotLattice lattice = snapshot_lattice(plan, {{3, 0, 7 + 2}, {9, 5, 7 + 3}, 1});

    EXPECT_NEAR(lattice.origin_m[0], 0.05, 1e-15);
    EXPECT_NEAR(lattice.origin_m[1], 0.05, 1e-15);
    EXPECT_NEAR(lattice.origin_m[2], 0.25, 1e-15);
}

/// Sample of a receiver in a shot whose traces are written in several blocks.
double block_sample(std::int64_t receiver, std::int64_t step) { return static_cast<double>(100 * receiver + step); }

std::uint32_t big_endian(const std::string& bytes, std::int64_t at) {
    std::uint32_t bits = 0;
    for (std::int64_t i = 0; i < 4; ++i)
        bits = bits << 8 | static_cast<unsigned char>(bytes.at(static_cast<std::size_t>(at + i)));
    return bits;
}

/// Five receivers in blocks of 1 (of which more samples are than a block should have), 2 + 2 + 1, 4 + 1 and 5.
TEST(ResultContent, ShotsAreWrittenBlockByBlock) {
    constexpr std::int64_t steps = 30, receivers = 5;
    std::vector<double> samples;
    for (std::int64_t n = 0; n < steps; ++n)
        for (std::int64_t r = 0; r < receivers; ++r) samples.push_back(block_sample(r, n));
    const RecordedTraces traces(samples, static_cast<std::size_t>(receivers));
    Plan plan = small_plan();
    plan.scene.receivers.resize(static_cast<std::size_t>(receivers), plan.scene.receivers[0]);
    plan.decision.segy = PlannedSegy{125, steps, false};
    for (const auto& [values, at_once] : {std::pair<std::int64_t, std::int64_t>{29, 1}, {89, 2}, {120, 4}, {1000, 5}}) {
        SCOPED_TRACE(values);
        EXPECT_EQ(traces.receivers_at_once(0, values), at_once);
        const TemporaryFolder folder;
        {
            Hdf5Writer file(folder.path() / "traces.h5", "traces.h5");
            file.create("/traces", {1, receivers, steps}, Precision::float64);
            write_shot(file, "/traces", 0, traces, 0, values);
            file.close();
        }
        write_segy_file(folder.path() / "traces.sgy", plan, traces, values);

        const std::vector<double> read =
            Hdf5Reader(folder.path() / "traces.h5").block("/traces", {0, 0, 0}, {1, receivers, steps});
        const std::string segy = file_bytes(folder.path() / "traces.sgy");
        ASSERT_EQ(segy.size(), static_cast<std::size_t>(3600 + receivers * (240 + 4 * steps)));
        for (std::int64_t r = 0; r < receivers; ++r) {
            const std::int64_t trace = 3600 + r * (240 + 4 * steps);
            EXPECT_EQ(big_endian(segy, trace), r + 1);       // number in the file
            EXPECT_EQ(big_endian(segy, trace + 12), r + 1);  // number in the shot
            for (std::int64_t n = 0; n < steps; ++n) {
                EXPECT_EQ(read[static_cast<std::size_t>(r * steps + n)], block_sample(r, n)) << r << ' ' << n;
                EXPECT_EQ(std::bit_cast<float>(big_endian(segy, trace + 240 + 4 * n)),
                          static_cast<float>(block_sample(r, n)))
                    << r << ' ' << n;
            }
        }
    }
}

}  // namespace
}  // namespace wavesim
