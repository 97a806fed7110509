// SPDX-License-Identifier: MIT
#include "io/result/result_file.hpp"

#include <cmath>
#include <limits>

#include "io/atomic_file.hpp"
#include "io/hdf5_file.hpp"
#include "io/result/heard_traces.hpp"
#include "io/result/plan_json.hpp"
#include "io/result/response_files.hpp"
#include "io/result/room_numbers_file.hpp"
#include "io/shown_field.hpp"
#include "solvers/run/accuracy_statement.hpp"
#include "solvers/scene/survey.hpp"
#include "solvers/signal/signal.hpp"
#include "solvers/signal/signal_analysis.hpp"
#include "stencils/grid/words.hpp"

namespace wavesim {
namespace {

/// All shots as a dataset (shot, receiver, time); shorter shots are filled with NaN.
void write_traces(Hdf5Writer& file, const std::string& path, const TraceSource& traces, Precision storage,
                  const ShownField& field) {
    const std::int64_t steps = traces.most_steps();
    file.create(path, {traces.shots(), traces.receivers(), steps}, storage);
    file.attribute(path, "units", field.units);
    file.attribute(path, "field", field.name);
    for (std::int64_t shot = 0; shot < traces.shots(); ++shot) {
        write_shot(file, path, shot, traces, shot);
        const std::int64_t missing = steps - traces.steps(shot);
        if (missing == 0) continue;
        const std::vector<double> nothing(static_cast<std::size_t>(missing), std::nan(""));
        for (std::int64_t r = 0; r < traces.receivers(); ++r)
            file.write_block(path, {shot, r, traces.steps(shot)}, {1, 1, missing}, nothing);
    }
}

/// Writes NaN for receivers that a shot does not record because its spread is smaller than the largest.
void blank_receivers_without_trace(Hdf5Writer& file, const std::string& path, const ResultContent& content) {
    const auto most = static_cast<std::int64_t>(content.plan.outline().scene.receivers.size());
    const std::int64_t steps = content.traces.most_steps();
    const std::vector<double> nothing(static_cast<std::size_t>(steps), std::nan(""));
    for (std::int64_t shot = 0; shot < content.traces.shots(); ++shot)
        for (std::int64_t r = receivers_of_shot(content.plan.outline().scene, shot); r < most; ++r)
            file.write_block(path, {shot, r, 0}, {1, 1, steps}, nothing);
}

/// Positions (shot, point, 3) of a survey, or (point, 3) of a scene without one.
template <class PositionOf>
void write_positions(Hdf5Writer& file, const std::string& path, const ResultContent& content, std::size_t points,
                     PositionOf position_of) {
    const bool survey = content.plan.outline().scene.survey.has_value();
    const std::int64_t shots = survey ? content.traces.shots() : 1;
    std::vector<double> positions;
    for (std::int64_t shot = 0; shot < shots; ++shot)
        for (std::size_t i = 0; i < points; ++i) {
            const Point at =
                content.plan.outline().scene.frame.users(position_of(content.plan.outline().scene, i, shot));
            for (int axis = 0; axis < 3; ++axis) positions.push_back(at.along(axis));
        }
    std::vector<std::int64_t> shape{static_cast<std::int64_t>(points), 3};
    if (survey) shape.insert(shape.begin(), shots);
    file.numbers(path, positions, shape);
    file.attribute(path, "units", "m");
}

template <class Requests>
std::vector<std::string> names_of(const Requests& requests) {
    std::vector<std::string> names;
    names.reserve(requests.size());
    for (const auto& request : requests) names.push_back(request.name);
    return names;
}

/// The signals s(t) as requested, before scaling and filtering, and their points.
void write_sources(Hdf5Writer& file, const ResultContent& content) {
    const PlanOutline& plan = content.plan.outline();
    const std::int64_t steps = content.traces.most_steps();
    file.group("/sources");
    const bool by_themselves = plan.scene.survey && !plan.scene.survey->source_names.empty();
    file.strings("/sources/name", by_themselves ? plan.scene.survey->source_names : names_of(plan.scene.sources));
    write_positions(file, "/sources/position", content, plan.scene.sources.size(), source_position);
    const auto count = static_cast<std::int64_t>(plan.scene.sources.size());
    file.create("/sources/signal", {count, steps}, Precision::float64);
    file.attribute("/sources/signal", "units", "Pa m");
    for (std::int64_t s = 0; s < count; ++s) {
        const Signal signal(plan.scene.sources[static_cast<std::size_t>(s)].signal, plan.decision.time_step_s);
        file.write_block("/sources/signal", {s, 0}, {1, steps}, signal.sample(steps, false));
    }
}

void write_head(Hdf5Writer& file, const ResultContent& content) {
    const PlanOutline& plan = content.plan.outline();
    file.attribute("/", "format", "wavesim-result");
    file.attribute("/", "format_version", std::int64_t{result_format_version});
    file.attribute("/", "wavesim_version", wavesim_version());
    file.attribute("/", "complete", std::int64_t{content.complete});
    file.attribute("/", "scene_name", plan.scene.name);
    file.attribute("/", "scene_hash", plan.scene.hash);
    file.attribute("/", "backend", content.report.backend);
    file.attribute("/", "isa", content.report.isa);
}

/// States for which shots time dispersion has been removed from the traces.
std::string time_correction_text(const ResultContent& content) {
    if (!content.plan.outline().decision.time_correction.on) return "off";
    if (!content.report.unstable) return "on";
    return content.traces.shots() > 1 ? "on, but not in the last shot" : "off";
}

void write_all_traces(Hdf5Writer& file, const ResultContent& content) {
    const PlanOutline& plan = content.plan.outline();
    const std::int64_t steps = content.traces.most_steps();
    const std::int64_t shots = content.traces.shots();
    file.group("/traces");
    const ShownField field = shown_field(plan.scene);
    write_traces(file, "/traces/pressure", content.traces, plan.decision.shape.precision, field);
    blank_receivers_without_trace(file, "/traces/pressure", content);
    if (plan.scene.medium.air && steps > 0) {
        const HeardTraces heard(plan, content.traces);
        write_traces(file, heard_pressure, heard, plan.decision.shape.precision, field);
        blank_receivers_without_trace(file, heard_pressure, content);
    }
    const double zero_s = time_zero(plan.scene);
    std::vector<double> time(static_cast<std::size_t>(steps));
    for (std::size_t n = 0; n < time.size(); ++n)
        time[n] = (static_cast<double>(n) + field.steps_later) * plan.decision.time_step_s - zero_s;
    std::vector<std::int64_t> numbers{0};
    if (plan.scene.survey) {
        numbers.clear();
        std::vector<std::int64_t> recorded;
        for (std::int64_t shot = 0; shot < shots; ++shot) {
            numbers.push_back(shot + 1);
            recorded.push_back(content.traces.steps(shot));
        }
        file.integers("/traces/steps_recorded", recorded);
    }
    file.integers("/traces/shot", numbers);
    file.numbers("/traces/time", time, {steps});
    file.attribute("/traces/time", "units", "s");
    file.strings("/traces/receiver", names_of(plan.scene.receivers));
    const auto position = [](const Scene& scene, std::size_t receiver, std::int64_t shot) {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        const bool recorded = static_cast<std::int64_t>(receiver) < receivers_of_shot(scene, shot);
        return recorded ? receiver_position(scene, receiver, shot) : Point{none, none, none};
    };
    write_positions(file, "/traces/receiver_position", content, plan.scene.receivers.size(), position);
    file.attribute("/traces", "time_step_s", plan.decision.time_step_s);
    file.attribute("/traces", "time_zero_s", zero_s);
    file.attribute("/traces", "time_correction", time_correction_text(content));
    file.dimension_scale("/traces/pressure", 0, "/traces/shot", "shot");
    file.dimension_scale("/traces/pressure", 1, "/traces/receiver", "receiver");
    file.dimension_scale("/traces/pressure", 2, "/traces/time", "time");
    if (plan.scene.medium.air && steps > 0) {
        file.dimension_scale(heard_pressure, 0, "/traces/shot", "shot");
        file.dimension_scale(heard_pressure, 1, "/traces/receiver", "receiver");
        file.dimension_scale(heard_pressure, 2, "/traces/time", "time");
    }
    if (content.wavs.empty()) return;
    std::vector<std::string> names;
    std::vector<double> gains;
    for (const WrittenWav& wav : content.wavs) {
        names.push_back(wav.file);
        gains.push_back(wav.gain);
    }
    file.strings("/traces/wav_file", names);
    file.numbers("/traces/wav_gain", gains, {static_cast<std::int64_t>(gains.size())});
    file.attribute("/traces/wav_gain", "units", "1/" + field.units);
    file.attribute("/traces/wav_gain", "sample_rate_hz", plan.scene.outputs.traces.wav_rate_hz.value_or(0));
}

void write_plan(Hdf5Writer& file, const ResultContent& content, const AccuracyStatement& accuracy) {
    const PlanOutline& plan = content.plan.outline();
    const bool as_planned = accuracy.budget && accuracy.budget->steps == plan.decision.steps;
    nlohmann::ordered_json json = plan_json(plan, content.plan.walls(), as_planned ? accuracy : accuracy_of(plan));
    if (!accuracy.budget) {
        json["errors"] = nullptr;  // the predicted errors do not apply
        json["verdict"] = accuracy.verdict;
    }
    file.text("/plan/json", json.dump(1));
    const std::array<std::int64_t, 3> grid{plan.grid().nx, plan.grid().ny, plan.grid().nz};
    file.attribute("/plan", "dims", std::int64_t{plan.scene.dims});
    file.attribute("/plan", "grid", std::span<const std::int64_t>(grid));
    file.attribute("/plan", "spacing_m", plan.decision.spacing_m);
    file.attribute("/plan", "time_step_s", plan.decision.time_step_s);
    file.attribute("/plan", "steps", plan.decision.steps);
    file.attribute("/plan", "courant", plan.courant());
    file.attribute("/plan", "courant_limit", plan.decision.courant_limit);
    file.attribute("/plan", "stencil", plan.decision.shape.stencil.name);
    file.attribute("/plan", "walls", plan.report.walls_method);
    file.attribute("/plan", "precision", std::string(word_of(plan.decision.shape.precision)));
    if (plan.decision.slowest_m_s == plan.decision.fastest_m_s)
        file.attribute("/plan", "sound_speed_m_s", plan.scene.medium.sound_speed_m_s);
    file.attribute("/plan", "slowest_m_s", plan.decision.slowest_m_s);
    file.attribute("/plan", "fastest_m_s", plan.decision.fastest_m_s);
    file.text("/scene/canonical", plan.scene.canonical);
    const Point& origin = plan.scene.frame.origin_m();
    const std::array<double, 3> corner{origin.x, origin.y, origin.z};
    file.attribute("/scene", "origin_m", std::span<const double>(corner));
    file.attribute("/scene", "vertical", plan.scene.frame.z_down() ? "down" : "up");
    file.attribute("/scene", "hash", plan.scene.hash);
}

/// The head of the file and the report as JSON, as read by read_result_summary().
nlohmann::ordered_json report_json(const ResultContent& content, const AccuracyStatement& accuracy) {
    const RunReport& report = content.report;
    nlohmann::ordered_json json{{"format", "wavesim-result"},
                                {"format_version", result_format_version},
                                {"wavesim_version", wavesim_version()},
                                {"complete", content.complete},
                                {"scene_name", content.plan.outline().scene.name},
                                {"scene_hash", content.plan.outline().scene.hash},
                                {"backend", report.backend},
                                {"isa", report.isa},
                                {"shots", content.traces.shots()},
                                {"shots_planned", shot_count(content.plan.outline().scene)},
                                {"steps_done", report.steps_before + report.steps_done},
                                {"stopped", report.stopped},
                                {"time_correction", time_correction_text(content)},
                                {"unstable", report.unstable},
                                {"peak_pa", report.peak_pa},
                                {"setup_s", report.setup_s},
                                {"step_loop_s", report.step_loop_s},
                                {"output_s", report.output_s},
                                {"health_s", report.health_s},
                                {"ctpn_s", report.ctpn_s}};
    if (!content.earlier.empty()) json["earlier"] = content.earlier;
    if (content.comparison) json["reference"] = content.comparison->reference;
    json["warnings"] = content.plan.outline().report.warnings;
    json["verdict"] = accuracy.verdict;
    json["errors"] = accuracy.budget ? error_budget_json(*accuracy.budget) : nlohmann::ordered_json(nullptr);
    return json;
}

void write_report(Hdf5Writer& file, const ResultContent& content, const AccuracyStatement& accuracy) {
    const RunReport& report = content.report;
    file.text("/report/json", report_json(content, accuracy).dump(1));
    file.text("/report/summary", content.end_summary);
    const std::int64_t steps_done = report.steps_before + report.steps_done;
    file.text("/report/verdict", accuracy.verdict);
    file.strings("/report/error_budget", accuracy.lines());
    if (!content.earlier.empty()) file.strings("/report/earlier", content.earlier);
    file.attribute("/report", "steps_done", steps_done);
    file.attribute("/report", "stopped", std::int64_t{report.stopped});
    file.attribute("/report", "unstable", std::int64_t{report.unstable});
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
    const RecordedTraces exact(comparison.exact, content.plan.outline().scene.receivers.size());
    file.group("/comparison");
    write_traces(file, "/comparison/exact", exact, Precision::float64, ShownField{});
    file.numbers("/comparison/relative_error", comparison.relative_error,
                 {static_cast<std::int64_t>(comparison.relative_error.size())});
    file.attribute("/comparison", "reference", comparison.reference);
}

}  // namespace

std::string wavesim_version() { return WAVESIM_VERSION; }

void write_result_file(const std::filesystem::path& file, const ResultContent& content) {
    AtomicFile target(file);
    prepare_result_file(target, content);
    target.commit();
}

void prepare_result_file(AtomicFile& target, const ResultContent& content) {
    Hdf5Writer writer(target.temporary(), target.target());
    write_head(writer, content);
    write_all_traces(writer, content);
    if (!content.report.unstable) write_responses(writer, content.plan.outline(), content.traces);
    if (!content.numbers.empty()) write_room_numbers(writer, "/numbers", content.numbers);
    write_sources(writer, content);
    const AccuracyStatement accuracy = accuracy_of(content.plan.outline(), content.report);
    write_plan(writer, content, accuracy);
    write_report(writer, content, accuracy);
    write_comparison(writer, content);
    writer.close();
}

}  // namespace wavesim
