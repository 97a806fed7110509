// SPDX-License-Identifier: MIT
#include "io/result_file.hpp"

#include <algorithm>

#include "io/atomic_file.hpp"
#include "io/hdf5_file.hpp"
#include "io/plan_json.hpp"
#include "solvers/error_budget.hpp"
#include "solvers/signal.hpp"

namespace wavesim {
namespace {

constexpr std::int64_t block_values = 1 << 20;

std::int64_t recorded_steps(const ResultContent& content) {
    const std::size_t receivers = content.plan.scene.receivers.size();
    return receivers == 0 ? 0 : static_cast<std::int64_t>(content.samples.size() / receivers);
}

/// Samples (step, receiver) as a dataset (shot, receiver, time), some receivers at a time.
void write_traces(Hdf5Writer& file, const std::string& path, std::span<const double> samples, std::int64_t receivers,
                  Precision storage) {
    const std::int64_t steps = receivers == 0 ? 0 : static_cast<std::int64_t>(samples.size()) / receivers;
    file.create(path, {1, receivers, steps}, storage);
    file.attribute(path, "units", "Pa");
    if (steps == 0) return;
    const std::int64_t at_once = std::clamp<std::int64_t>(block_values / steps, 1, receivers);
    std::vector<double> block;
    for (std::int64_t first = 0; first < receivers; first += at_once) {
        const std::int64_t count = std::min(at_once, receivers - first);
        block.resize(static_cast<std::size_t>(count * steps));
        for (std::int64_t n = 0; n < steps; ++n)
            for (std::int64_t r = 0; r < count; ++r)
                block[static_cast<std::size_t>(r * steps + n)] =
                    samples[static_cast<std::size_t>(n * receivers + first + r)];
        file.write_block(path, {0, first, 0}, {1, count, steps}, block);
    }
}

template <class Requests>
void write_points(Hdf5Writer& file, const std::string& name_path, const std::string& position_path,
                  const Requests& requests) {
    std::vector<std::string> names;
    std::vector<double> positions;
    for (const auto& request : requests) {
        names.push_back(request.name);
        for (int axis = 0; axis < 3; ++axis) positions.push_back(request.position.along(axis));
    }
    const auto count = static_cast<std::int64_t>(requests.size());
    file.strings(name_path, names);
    file.numbers(position_path, positions, {count, 3});
    file.attribute(position_path, "units", "m");
}

/// The signals s(t) as asked for, before scaling and filtering, and their points.
void write_sources(Hdf5Writer& file, const Plan& plan, std::int64_t steps) {
    file.group("/sources");
    write_points(file, "/sources/name", "/sources/position", plan.scene.sources);
    const auto count = static_cast<std::int64_t>(plan.scene.sources.size());
    file.create("/sources/signal", {count, steps}, Precision::float64);
    file.attribute("/sources/signal", "units", "Pa m");
    for (std::int64_t s = 0; s < count; ++s) {
        const Signal signal(plan.scene.sources[static_cast<std::size_t>(s)].signal, plan.time_step_s);
        file.write_block("/sources/signal", {s, 0}, {1, steps}, signal.sample(steps, false));
    }
}

void write_head(Hdf5Writer& file, const ResultContent& content) {
    const Plan& plan = content.plan;
    file.attribute("/", "format", "wavesim-result");
    file.attribute("/", "format_version", std::int64_t{result_format_version});
    file.attribute("/", "wavesim_version", wavesim_version());
    file.attribute("/", "complete", std::int64_t{content.complete});
    file.attribute("/", "scene_name", plan.scene.name);
    file.attribute("/", "scene_hash", plan.scene.hash);
    file.attribute("/", "backend", content.report.backend);
    file.attribute("/", "isa", content.report.isa);
}

void write_all_traces(Hdf5Writer& file, const ResultContent& content) {
    const Plan& plan = content.plan;
    const auto receivers = static_cast<std::int64_t>(plan.scene.receivers.size());
    const std::int64_t steps = recorded_steps(content);
    file.group("/traces");
    write_traces(file, "/traces/pressure", content.samples, receivers, plan.problem.precision);
    std::vector<double> time(static_cast<std::size_t>(steps));
    for (std::size_t n = 0; n < time.size(); ++n) time[n] = static_cast<double>(n) * plan.time_step_s;
    file.integers("/traces/shot", std::vector<std::int64_t>{0});
    file.numbers("/traces/time", time, {steps});
    file.attribute("/traces/time", "units", "s");
    write_points(file, "/traces/receiver", "/traces/receiver_position", plan.scene.receivers);
    file.attribute("/traces", "time_step_s", plan.time_step_s);
    file.dimension_scale("/traces/pressure", 0, "/traces/shot", "shot");
    file.dimension_scale("/traces/pressure", 1, "/traces/receiver", "receiver");
    file.dimension_scale("/traces/pressure", 2, "/traces/time", "time");
    if (content.wavs.empty()) return;
    std::vector<std::string> names;
    std::vector<double> gains;
    for (const WrittenWav& wav : content.wavs) {
        names.push_back(wav.file);
        gains.push_back(wav.gain);
    }
    file.strings("/traces/wav_file", names);
    file.numbers("/traces/wav_gain", gains, {static_cast<std::int64_t>(gains.size())});
    file.attribute("/traces/wav_gain", "units", "1/Pa");
    file.attribute("/traces/wav_gain", "sample_rate_hz", plan.scene.outputs.traces.wav_rate_hz.value_or(0));
}

void write_plan(Hdf5Writer& file, const Plan& plan) {
    file.text("/plan/json", plan_json(plan).dump(1));
    const std::array<std::int64_t, 3> grid{plan.grid.nx, plan.grid.ny, plan.grid.nz};
    file.attribute("/plan", "dims", std::int64_t{plan.scene.dims});
    file.attribute("/plan", "grid", std::span<const std::int64_t>(grid));
    file.attribute("/plan", "spacing_m", plan.spacing_m);
    file.attribute("/plan", "time_step_s", plan.time_step_s);
    file.attribute("/plan", "steps", plan.steps);
    file.attribute("/plan", "courant", plan.courant);
    file.attribute("/plan", "courant_limit", plan.courant_limit);
    file.attribute("/plan", "stencil", plan.problem.stencil.name);
    file.attribute("/plan", "walls", plan.walls_method);
    file.attribute("/plan", "precision", plan.problem.precision == Precision::float32 ? "float" : "double");
    file.attribute("/plan", "sound_speed_m_s", plan.scene.medium.sound_speed_m_s);
    file.attribute("/plan", "slowest_m_s", plan.slowest_m_s);
    file.attribute("/plan", "fastest_m_s", plan.fastest_m_s);
    file.text("/scene/canonical", plan.scene.canonical);
    file.attribute("/scene", "hash", plan.scene.hash);
}

/// The head of the file and the report as JSON: what result_reader reads.
nlohmann::ordered_json report_json(const ResultContent& content) {
    const RunReport& report = content.report;
    nlohmann::ordered_json json{{"format", "wavesim-result"},
                                {"format_version", result_format_version},
                                {"wavesim_version", wavesim_version()},
                                {"complete", content.complete},
                                {"scene_name", content.plan.scene.name},
                                {"scene_hash", content.plan.scene.hash},
                                {"backend", report.backend},
                                {"isa", report.isa},
                                {"steps_done", report.steps_done},
                                {"stopped", report.stopped},
                                {"peak_pa", report.peak_pa},
                                {"setup_s", report.setup_s},
                                {"step_loop_s", report.step_loop_s},
                                {"output_s", report.output_s},
                                {"health_s", report.health_s},
                                {"ctpn_s", report.ctpn_s}};
    if (content.comparison) json["reference"] = content.comparison->reference;
    return json;
}

void write_report(Hdf5Writer& file, const ResultContent& content) {
    const RunReport& report = content.report;
    file.text("/report/json", report_json(content).dump(1));
    file.text("/report/summary", content.end_summary);
    file.strings("/report/error_budget", describe(error_budget(content.plan)));
    file.attribute("/report", "steps_done", report.steps_done);
    file.attribute("/report", "stopped", std::int64_t{report.stopped});
    file.attribute("/report", "peak_pa", report.peak_pa);
    file.attribute("/report", "setup_s", report.setup_s);
    file.attribute("/report", "step_loop_s", report.step_loop_s);
    file.attribute("/report", "output_s", report.output_s);
    file.attribute("/report", "health_s", report.health_s);
    file.attribute("/report", "ctpn_s", report.ctpn_s);
}

void write_comparison(Hdf5Writer& file, const ResultContent& content) {
    if (!content.comparison) return;
    const ResultComparison& comparison = *content.comparison;
    const auto receivers = static_cast<std::int64_t>(content.plan.scene.receivers.size());
    file.group("/comparison");
    write_traces(file, "/comparison/exact", comparison.exact, receivers, Precision::float64);
    file.numbers("/comparison/relative_error", comparison.relative_error,
                 {static_cast<std::int64_t>(comparison.relative_error.size())});
    file.attribute("/comparison", "reference", comparison.reference);
}

}  // namespace

std::string wavesim_version() { return WAVESIM_VERSION; }

void write_result_file(const std::filesystem::path& file, const ResultContent& content) {
    AtomicFile target(file);
    Hdf5Writer writer(target.temporary(), file);
    write_head(writer, content);
    write_all_traces(writer, content);
    write_sources(writer, content.plan, recorded_steps(content));
    write_plan(writer, content.plan);
    write_report(writer, content);
    write_comparison(writer, content);
    writer.close();
    target.commit();
}

}  // namespace wavesim
