// SPDX-License-Identifier: MIT
#include "solvers/plan/forecast.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "physics/scene_builder.hpp"
#include "solvers/plan/writing_forecast.hpp"
#include "solvers/scene/fault.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/impulse_response.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {
namespace {

using test::cell;
using test::plan_of;
using test::small_room;

TEST(MemoryForecast, FieldsAreWhatTheBackendSays) {
    const Plan plan = plan_of(small_room());
    EXPECT_EQ(plan.forecast.memory.fields,
              find_backend("cpu")->propose(common_part(plan.problem), test::small_machine()).host_bytes);
    EXPECT_GE(plan.forecast.memory.fields, 2 * 20 * 16 * 12 * 8);
    EXPECT_LT(plan_of(small_room(), Precision::float32).forecast.memory.fields, plan.forecast.memory.fields);
}

TEST(MemoryForecast, OutputsAreTracesAndComparison) {
    Scene scene = small_room();
    const Plan plain = plan_of(scene);
    EXPECT_EQ(plain.forecast.memory.outputs, plain.decision.steps * 2 * 8);
    EXPECT_EQ(plain.forecast.memory.recording, plain.decision.steps * 2 * 8) << "all of it may be one chunk";
    scene.outputs.compare = ExactReference::shoebox;
    EXPECT_EQ(plan_of(scene).forecast.memory.outputs, 3 * plain.forecast.memory.outputs);
}

TEST(MemoryForecast, RecordingIsAChunkOfTracesAndOneSnapshot) {
    Scene scene = small_room();
    scene.outputs.snapshots = SnapshotOutput{0.01, std::nullopt, 2, false, true};
    const Plan plan = plan_of(scene);
    const std::int64_t nodes = 10 * 8 * 6;
    const auto chunk = static_cast<std::int64_t>(std::ceil(plan.decision.snapshots->every_steps));
    const int threads = test::small_machine().threads;
    EXPECT_EQ(plan.forecast.memory.recording, chunk * 2 * 8 + nodes * 8 * (1 + snapshot_copies(plan, threads)));
    EXPECT_GT(snapshot_copies(plan, threads), 0);
    scene.outputs.snapshots = SnapshotOutput{0.01, SnapshotOutput::Plane{2, 4 * cell}, 1, true, true};
    const Plan pictures = plan_of(scene);
    EXPECT_EQ(pictures.forecast.memory.recording,
              chunk * 2 * 8 + 20 * 16 * (8 * (1 + snapshot_copies(pictures, threads)) + 4));
}

/// Libraries and constant tables aside.
TEST(MemoryForecast, OnlyTheLargestBufferOfWritingCounts) {
    Scene scene = small_room();
    scene.outputs.traces.wav_rate_hz = 48000;
    const std::int64_t sound = plan_of(scene).forecast.memory.writing;
    scene.outputs.traces.gather = GatherStyle::density;
    const Plan both = plan_of(scene);
    scene.outputs.traces.wav_rate_hz = 96000;

    EXPECT_EQ(plan_of(scene).forecast.memory.writing, both.forecast.memory.writing);
    EXPECT_GT(both.forecast.memory.writing - sound, 4 * gather_pixels(2, GatherStyle::density) - 4800 * 8);
}

/// Of a response its trace in double, and at 48 kHz the response in double, float and in the file. Of numbers of rooms
/// ten arrays as long as a trace, and 600 bytes for each of 8 octaves or 24 thirds of a receiver.
TEST(MemoryForecast, ResponsesAndNumbersOfRoomsAreMadeOneByOne) {
    for (const double seconds : {0.5, 2.0}) {
        Scene scene = small_room();
        scene.duration_s = seconds;
        PlanOutline plan = plan_of(scene);
        const std::int64_t steps = plan.decision.steps;
        const std::int64_t plain = writing_bytes(plan, 2) - 2 * 8 * steps;  // libraries, without the traces in order

        const ResponseOutput rir{100, 300, 48000};
        const auto made = ImpulseResponses::bytes(rir, steps, plan.decision.time_step_s);
        plan.scene.outputs.rir = rir;
        const std::int64_t samples = std::llround(48000 * seconds);
        ASSERT_GT(made.own + made.dividing, 8 * steps);
        EXPECT_EQ(writing_bytes(plan, 2) - plain,
                  made.own + 8 * steps + std::max(made.dividing, (8 + 4 + 4) * samples));

        plan.scene.outputs.rir.reset();
        for (const auto& [per_octave, bands] : {std::pair(1, 8), std::pair(3, 24)}) {
            plan.scene.outputs.metrics = MetricsOutput{per_octave};
            EXPECT_EQ(writing_bytes(plan, 2) - plain, 10 * 8 * steps + 2 * bands * 600);
        }
    }
}

TEST(MemoryForecast, MaskFieldsAndWritingFollowEachOther) {
    Scene scene = small_room();
    scene.solids = {{"block", {0, 0, 0}, {cell, cell, cell}, {}}};
    const MemoryForecast memory = plan_of(scene).forecast.memory;
    EXPECT_EQ(memory.geometry, 20 * 16 * 12);
    MemoryForecast other{
        .fields = 100, .walls = 1, .geometry = 50, .outputs = 2, .recording = 5, .writing = 70, .process = 4};
    EXPECT_EQ(other.total(), 105 + 7);
    other.geometry = 200;
    EXPECT_EQ(other.total(), 200 + 7);
}

/// What a backend proposes for the grid of a plan without lists.
Proposal of_grid(const PlanOutline& plan, const BackendEntry& backend) {
    return backend.propose(StencilProblem{plan.decision.shape, {}, {}}, test::small_machine());
}

TEST(MemoryForecast, CountsWhatTheGridAloneDoesNotShow) {
    Machine machine = test::small_machine();
    const Plan plan = plan_of(small_room());
    machine.memory_available = plan.forecast.memory.total();
    EXPECT_NO_THROW(expect_memory(plan, *find_backend("cpu"), machine));
    machine.memory_available = plan.forecast.memory.total() - 1;
    EXPECT_NO_THROW(expect_memory_for_grid(plan, *find_backend("cpu"), of_grid(plan, *find_backend("cpu")), machine));
    try {
        expect_memory(plan, *find_backend("cpu"), machine);
        FAIL();
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(error.kind(), EnvironmentError::Kind::memory);
    }
    machine.memory_available = 0;  // not known
    EXPECT_NO_THROW(expect_memory(plan, *find_backend("cpu"), machine));
}

Proposal fields_on_device(const Inquiry& asked) { return {.device_bytes = 8 * asked.problem.extent.nodes()}; }

TEST(MemoryForecast, RefusesWhatTheDeviceCannotHoldAndSaysWhatFits) {
    const BackendEntry gpu{"gpu", "", {{is_kind<ScalarShape>, fields_on_device, nullptr, nullptr}}, "", true};
    Machine machine = test::small_machine();
    Plan plan = plan_of(small_room());
    plan.forecast.memory = forecast_memory(plan, common_part(plan.problem), gpu,
                                           gpu.propose(common_part(plan.problem), machine), 0, machine);
    EXPECT_EQ(plan.forecast.memory.device, 8 * 20 * 16 * 12);
    machine.gpu.memory_free = plan.forecast.memory.device;
    EXPECT_NO_THROW(expect_memory(plan, gpu, machine));
    EXPECT_NO_THROW(expect_memory_for_grid(plan, gpu, of_grid(plan, gpu), machine));
    machine.gpu.memory_free = plan.forecast.memory.device / 8;  // half as many nodes along every axis
    try {
        expect_memory_for_grid(plan, gpu, of_grid(plan, gpu), machine);
        FAIL();
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(error.kind(), EnvironmentError::Kind::memory);
        const std::string text = error.what();
        EXPECT_NE(text.find("MiB of device memory"), std::string::npos) << text;
        EXPECT_NE(text.find("the finest spacing that fits is 0.12"), std::string::npos) << text;  // 2 x 1/16 m
    }
}

/// Neither memory holds the run: the GPU is several times faster, so its spacing comes first.
TEST(MemoryForecast, NamesTheSpacingOfTheGpuBeforeThatOfTheCpu) {
    const BackendEntry gpu{"gpu", "", {{is_kind<ScalarShape>, fields_on_device, nullptr, nullptr}}, "", true};
    Machine machine = test::small_machine();
    const Plan plan = plan_of(small_room());
    const BackendEntry& cpu = *find_backend("cpu");
    machine.gpu.memory_free = 8 * 20 * 16 * 12 / 8;  // half as many nodes along every axis
    machine.memory_available = plan.forecast.memory.total();
    std::string text;
    while (text.empty()) try {
            machine.memory_available -= 4096;
            expect_memory_for_grid(plan, cpu, of_grid(plan, cpu), machine, &gpu);
        } catch (const EnvironmentError& error) {
            text = error.what();
        }
    EXPECT_NE(text.find("; the finest spacing that fits is 0.12"), std::string::npos) << text;  // 2 x 1/16 m
    EXPECT_NE(text.find(" m on the GPU, and 0.06"), std::string::npos) << text;
}

Proposal fields_on_host(const Inquiry& asked) { return {.host_bytes = 8 * asked.problem.extent.nodes()}; }

/// Per node 8 bytes of fields, and 4 of the factor of its speed.
TEST(MemoryForecast, OfTheGridAloneCountsFieldsAndMedium) {
    const BackendEntry cpu{"fields", "", {{is_kind<ScalarShape>, fields_on_host, nullptr, nullptr}}, "", false};
    Machine machine = test::small_machine();
    machine.memory_available = 1;
    Plan plan = plan_of(small_room());
    plan.decision.shape.speed = {true, MediumStorage::float32};
    const auto needed_mib = [&](const Extent& n) {
        plan.decision.shape.extent = n;
        try {
            expect_memory_for_grid(plan, cpu, of_grid(plan, cpu), machine);
        } catch (const EnvironmentError& error) {
            const std::string text = error.what(), before = "the run needs ";
            EXPECT_NE(text.find(" MiB, 0.00 MiB are free"), std::string::npos) << text;
            return std::stod(text.substr(text.find(before) + before.size()));
        }
        return 0.0;
    };
    const double more_nodes = 400 * 300 * 200 - 40 * 30 * 20;
    EXPECT_NEAR(needed_mib({400, 300, 200}) - needed_mib({40, 30, 20}), 12 * more_nodes / 0x1p20, 1.2);
}

/// Where all fits, what was proposed for the grid is enough.
TEST(MemoryForecast, AsksNoBackendAgainWhereTheGridFits) {
    int asked = 0;
    const auto count = [&asked](const Inquiry& inquiry) { return ++asked, fields_on_device(inquiry); };
    const BackendEntry gpu{"gpu", "", {{is_kind<ScalarShape>, count, nullptr, nullptr}}, "", true};
    Machine machine = test::small_machine();
    const Plan plan = plan_of(small_room());
    const Proposal proposal = of_grid(plan, gpu);
    machine.gpu.memory_free = 2 * proposal.device_bytes;
    expect_memory_for_grid(plan, gpu, proposal, machine);
    EXPECT_EQ(asked, 1);
    machine.gpu.memory_free = proposal.device_bytes / 8;
    EXPECT_THROW(expect_memory_for_grid(plan, gpu, proposal, machine), EnvironmentError);
    EXPECT_GT(asked, 1);
}

/// "needs 0.1 GiB, 0.1 GiB are free" would tell nobody anything.
TEST(MemoryForecast, NeedAndFreeDifferInWords) {
    Plan plan = plan_of(small_room());
    Machine machine = test::small_machine();
    plan.forecast.memory = {};
    plan.forecast.memory.fields = 102'400'100;
    machine.memory_available = 102'400'000;
    const BackendEntry& cpu = *std::ranges::find(backend_registry(), std::string("cpu"), &BackendEntry::name);
    try {
        expect_memory(plan, cpu, machine);
        FAIL();
    } catch (const EnvironmentError& error) {
        EXPECT_EQ(std::string(error.what()).find("the run needs 97.7 MiB, 97.6 MiB are free; "), 0U) << error.what();
    }
}

TEST(DiskForecast, CountsTracesSoundAndSnapshots) {
    Scene scene = small_room();
    const std::int64_t plain = plan_of(scene).forecast.disk_bytes;
    scene.outputs.traces.wav_rate_hz = 48000;
    const std::int64_t with_sound = plan_of(scene).forecast.disk_bytes;
    EXPECT_EQ(with_sound - plain, 2 * 5 * 4096) << "4800 samples of 4 bytes and a header, in whole blocks";
    scene.outputs.snapshots = SnapshotOutput{0.02, std::nullopt, 1, false, true};
    const Plan plan = plan_of(scene);
    EXPECT_GE(plan.forecast.disk_bytes - with_sound, plan.decision.snapshots->count * 20 * 16 * 12 * 8);
    EXPECT_LE(plan.forecast.disk_bytes - with_sound, plan.decision.snapshots->count * (20 * 16 * 12 * 8 + 16384));
}

/// Each of five shots adds what the first one has: its snapshots, its gather picture, its part of the SEG-Y file.
TEST(DiskForecast, CountsTheFilesOfEveryShot) {
    Scene scene = small_room();
    const auto added = [&](std::size_t shots, const Outputs& outputs) {
        Scene one = scene;
        one.survey = make_survey(one, std::vector<Point>(shots, one.sources[0].position), Survey::Spread::fixed);
        const std::int64_t plain = plan_of(one).forecast.disk_bytes;
        one.outputs = outputs;
        return plan_of(one).forecast.disk_bytes - plain;
    };
    Outputs snapshots;
    snapshots.snapshots = SnapshotOutput{0.02, std::nullopt, 1, false, true};
    Outputs gathers;
    gathers.traces.gather = GatherStyle::wiggle;
    Outputs segy;
    segy.traces.segy.emplace();

    EXPECT_GE(added(1, snapshots), 5 * 20 * 16 * 12 * 8);
    EXPECT_EQ(added(5, snapshots), 5 * added(1, snapshots));
    EXPECT_GT(added(1, gathers), 0);
    EXPECT_EQ(added(5, gathers), 5 * added(1, gathers));
    EXPECT_EQ(added(5, segy) - 3600, 5 * (added(1, segy) - 3600));  // two headers of the file
}

}  // namespace
}  // namespace wavesim
