// SPDX-License-Identifier: MIT
#include "io/result/reader.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/child_process.hpp"
#include "io/hdf5_reader.hpp"
#include "io/result/result_file.hpp"
#include "io/result/summary_bytes.hpp"

namespace wavesim {
namespace {

constexpr std::int64_t most_receivers = 10'000'000;
constexpr std::int64_t most_traces = 100'000'000;

std::string one_text(const Hdf5Reader& file, const std::string& path) {
    const auto values = file.strings(path);
    if (values.size() != 1) throw file.refusal(path + " is not one text");
    return values[0];
}

using nlohmann::json;

void read_report(const json& report, ResultSummary& summary) {
    report.at("wavesim_version").get_to(summary.wavesim_version);
    report.at("complete").get_to(summary.complete);
    summary.unstable = report.value("unstable", false);  // absent in older results
    report.at("scene_name").get_to(summary.scene_name);
    report.at("scene_hash").get_to(summary.scene_hash);
    report.at("backend").get_to(summary.backend);
    report.at("isa").get_to(summary.isa);
    report.at("steps_done").get_to(summary.steps_done);
    summary.shots_planned = report.value("shots_planned", std::int64_t{1});  // absent in results before surveys
    report.at("step_loop_s").get_to(summary.step_loop_s);
    report.at("ctpn_s").get_to(summary.ctpn_s);
    if (report.at("peak_pa").is_number()) report.at("peak_pa").get_to(summary.peak_pa);  // null when not finite
    if (report.contains("reference")) summary.reference = report.at("reference").get<std::string>();
}

void read_plan(const json& plan, ResultSummary& summary) {
    const auto grid = plan.at("grid").get<std::array<std::int64_t, 3>>();
    summary.grid = {grid[0], grid[1], grid[2]};
    plan.at("dims").get_to(summary.dims);
    plan.at("spacing_m").get_to(summary.spacing_m);
    plan.at("time_step_s").get_to(summary.time_step_s);
    plan.at("steps").get_to(summary.steps);
    plan.at("courant").get_to(summary.courant);
    plan.at("courant_limit").get_to(summary.courant_limit);
    plan.at("stencil").at("name").get_to(summary.stencil);
    plan.at("walls").at("method").get_to(summary.walls);
    plan.at("precision").get_to(summary.precision);
}

/// Reads text, report and plan; when a json::exception is thrown, `what` names the part that was being read.
void read_texts(const Hdf5Reader& file, ResultSummary& summary, std::string& what) {
    what = "/report/json";
    const json report = json::parse(one_text(file, what));
    if (report.at("format") != "wavesim-result") throw file.refusal("it is not a wavesim result");
    report.at("format_version").get_to(summary.format_version);
    if (summary.format_version != result_format_version)
        throw file.refusal("its format version is " + std::to_string(summary.format_version) +
                           ", this wavesim reads version " + std::to_string(result_format_version));
    read_report(report, summary);
    what = "/plan/json";
    summary.plan_json = one_text(file, what);
    read_plan(json::parse(summary.plan_json), summary);
    summary.scene_canonical = one_text(file, "/scene/canonical");
    summary.end_summary = one_text(file, "/report/summary");
}

/// Summarises a receiver over all shots; missing samples of a cut-off shot (NaN) do not count.
void sum_up_traces(const Hdf5Reader& file, std::int64_t r, const std::vector<std::int64_t>& shape, double time_step_s,
                   ReceiverSummary& receiver) {
    double squares = 0;
    std::int64_t count = 0;
    for (std::int64_t shot = 0; shot < shape[0]; ++shot) {
        const auto trace = file.block("/traces/pressure", {shot, r, 0}, {1, 1, shape[2]});
        for (std::size_t n = 0; n < trace.size(); ++n) {
            if (std::isnan(trace[n]) && shape[0] > 1) continue;
            ++count;
            squares += trace[n] * trace[n];
            if (std::abs(trace[n]) <= receiver.peak_pa) continue;
            receiver.peak_pa = std::abs(trace[n]);
            receiver.peak_time_s = static_cast<double>(n) * time_step_s;
        }
    }
    if (count > 0) receiver.rms_pa = std::sqrt(squares / static_cast<double>(count));
}

void read_traces(const Hdf5Reader& file, ResultSummary& summary) {
    const auto shape = file.shape("/traces/pressure");
    if (shape.size() != 3) throw file.refusal("/traces/pressure is not (shot, receiver, time)");
    const auto names = file.strings("/traces/receiver");
    const auto positions = file.numbers("/traces/receiver_position", 3 * most_traces);
    summary.shots = shape[0];
    const auto count = static_cast<std::size_t>(shape[1]);
    std::vector<double> errors;
    if (summary.reference) {
        errors = file.numbers("/comparison/relative_error", most_receivers);
    }
    const bool by_shot = file.shape("/traces/receiver_position").size() == 3;  // for a survey
    const std::size_t places = by_shot ? count * static_cast<std::size_t>(shape[0]) : count;
    if (names.size() != count || positions.size() != 3 * places || (!errors.empty() && errors.size() != count))
        throw file.refusal("the receivers' names, positions and traces differ in number");
    for (std::size_t r = 0; r < count; ++r) {
        ReceiverSummary receiver;
        receiver.name = names[r];
        if (places > r) receiver.position_m = {positions[3 * r], positions[3 * r + 1], positions[3 * r + 2]};
        sum_up_traces(file, static_cast<std::int64_t>(r), shape, summary.time_step_s, receiver);
        if (!errors.empty()) receiver.relative_error = errors[r];
        summary.receivers.push_back(std::move(receiver));
    }
    summary.sources = file.strings("/sources/name");
}

ResultSummary read_here(const std::filesystem::path& path) {
    const Hdf5Reader file(path);
    ResultSummary summary;
    if (!file.has("/report/json")) throw file.refusal("it is not a wavesim result");
    std::string what;
    try {
        read_texts(file, summary, what);
    } catch (const nlohmann::json::exception&) {
        throw file.refusal(what + " is damaged");
    }
    read_traces(file, summary);
    return summary;
}

}  // namespace

ResultSummary read_result_summary(const std::filesystem::path& path) {
    // Uses a separate process: HDF5 1.10 crashed on 2 of 4000 randomly damaged results.
    constexpr unsigned seconds = 600;
    const ChildAnswer answer = run_in_child([&path] { return to_bytes(read_here(path)); }, seconds);
    if (answer.kind == ChildAnswer::Kind::result) return summary_from_bytes(answer.text);
    if (answer.kind == ChildAnswer::Kind::refused) throw EnvironmentError(EnvironmentError::Kind::io, answer.text);
    throw EnvironmentError(EnvironmentError::Kind::io,
                           "cannot read " + path.string() + ": it is damaged (the HDF5 library failed on it)");
}

}  // namespace wavesim
