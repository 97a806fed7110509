// SPDX-License-Identifier: MIT
#pragma once
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "solvers/plan/make_plan.hpp"
#include "solvers/plan/plan.hpp"

namespace wavesim {

/// A folder of its own for one test; removed at the end.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "wavesim_test_XXXXXX").string();
        path_ = ::mkdtemp(name.data());
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

inline std::string file_bytes(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return (std::ostringstream() << stream.rdbuf()).str();
}

/// A plan as make_plan would leave it: 6 x 5 x 4 nodes at 0.1 m, two receivers, a z plane every second step.
inline Plan small_plan() {
    Plan plan;
    plan.scene.name = "small room";
    plan.scene.size_m = {0.6, 0.5, 0.4};
    SignalRequest sine;
    sine.kind = SignalKind::sine;
    sine.frequency_hz = 1000;
    sine.ramp_cycles = 0;
    plan.scene.sources = {{.name = "speaker", .position = {0.15, 0.25, 0.2}, .signal = sine}};
    plan.scene.receivers = {{.name = "seat 1", .position = {0.45, 0.25, 0.2}, .key = ""},
                            {.name = "Türe", .position = {0.05, 0.05, 0.3}, .key = ""}};
    plan.scene.canonical = R"({"name":"small room","wavesim":1})";
    plan.scene.hash = "0123456789abcdef";
    plan.decision.shape.extent = {6, 5, 4};
    plan.decision.spacing_m = 0.1;
    plan.decision.time_step_s = 1.0 / 8000;
    plan.decision.steps = 8;
    plan.decision.shape.courant = 0.5;
    plan.decision.courant_limit = 0.57735026918962573;
    plan.report.walls_method = "explicit";
    plan.decision.shape.precision = Precision::float64;
    plan.decision.shape.stencil = {
        .name = "leggy-1", .dims = 3, .shells = {{1, 0, 0}}, .a = {1.0}, .weights_source = ""};
    plan.decision.shape.halo.fill(HaloRule::mirror_half);
    return plan;
}

/// The same with outputs: WAV files, SEG-Y at the time step of 125 us, a gather and snapshots of the plane z = 0.25 m
/// every second step.
inline Plan plan_with_outputs() {
    Plan plan = small_plan();
    plan.scene.outputs.traces.wav_rate_hz = 48000;
    plan.scene.outputs.traces.segy.emplace();
    plan.scene.outputs.traces.gather = GatherStyle::density;
    plan.decision.segy = PlannedSegy{125, plan.decision.steps, false};
    plan.scene.outputs.snapshots =
        SnapshotOutput{.every_s = 0.00025, .plane = SnapshotOutput::Plane{2, 0.25}, .png = true};
    plan.decision.snapshots = PlannedSnapshots{{{0, 0, 2}, {6, 5, 3}, 1}, 2, 4};
    return plan;
}

}  // namespace wavesim
