// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/errors.hpp"
#include "app/exit_code.hpp"
#include "app/field_text.hpp"
#include "app/json_output.hpp"
#include "app/plan_text.hpp"
#include "app/quantity_text.hpp"
#include "app/terminal.hpp"
#include "app/written_file_text.hpp"
#include "io/result/reader.hpp"
#include "io/result/result_check.hpp"
#include "io/result/written_file.hpp"

namespace wavesim {

namespace {

struct Arguments {
    std::string file;
    bool json = false;
    bool scene = false;
    bool summary = false;
    bool verify = false;
};

std::string receiver_line(const ReceiverSummary& receiver, std::size_t width, const std::string& units) {
    std::string line = fmt::format("{:<{}} ({:.3f}, {:.3f}, {:.3f}) m, peak {} at {}, rms {}", receiver.name, width,
                                   receiver.position_m.x, receiver.position_m.y, receiver.position_m.z,
                                   field_value_text(receiver.peak_pa, units), si_text(receiver.peak_time_s, "s"),
                                   field_value_text(receiver.rms_pa, units));
    if (receiver.relative_error) line += fmt::format(", error {}", percent_text(*receiver.relative_error));
    return line;
}

std::string shots_text(const ResultSummary& result) {
    const auto time = [&result](std::int64_t steps) {
        return si_text(static_cast<double>(steps) * result.time_step_s, "s");
    };
    const std::int64_t whole = result.steps > 0 ? result.steps_done / result.steps : 0;
    const std::int64_t rest = result.steps_done - whole * result.steps;
    std::string text = fmt::format("{} of {} whole, {} of traces each", count_text(whole),
                                   count_text(result.shots_planned), time(result.steps));
    if (rest > 0) text += fmt::format(", and {} of the next", time(rest));
    return text;
}

void print_text(const ResultSummary& result) {
    std::vector<ReportRow> rows;
    rows.push_back({"Scene", fmt::format("{} ({})", result.scene_name, result.scene_hash)});
    rows.push_back(
        {"State", fmt::format("{}, {} of {} steps",
                              result.unstable   ? "unstable"
                              : result.complete ? "complete"
                                                : "incomplete",
                              count_text(result.steps_done), count_text(result.steps * result.shots_planned))});
    if (result.shots_planned > 1) rows.push_back({"Shots", shots_text(result)});
    rows.push_back({"Written by", fmt::format("wavesim {}, format {}", result.wavesim_version, result.format_version)});
    rows.push_back({"Grid", fmt::format("{}, spacing {}", extent_text(result.grid, static_cast<int>(result.dims)),
                                        si_text(result.spacing_m, "m"))});
    rows.push_back(
        {"Time step", fmt::format("{} ({})", si_text(result.time_step_s, "s"), si_text(1 / result.time_step_s, "Hz"))});
    rows.push_back({"Courant", fmt::format("{:.6f}, limit {:.6f}", result.courant, result.courant_limit)});
    rows.push_back({"Stencil", result.stencil});
    rows.push_back({"Walls", result.walls});
    rows.push_back(
        {"Backend",
         fmt::format("{}{}, {}{}", result.backend, result.isa.empty() ? "" : " (" + result.isa + ")", result.precision,
                     result.ctpn_s > 0 ? ", " + si_text(result.ctpn_s, "s") + " per node and step" : "")});
    std::string sources;
    for (const std::string& source : result.sources) sources += (sources.empty() ? "" : ", ") + source;
    rows.push_back({"Sources", sources});
    if (result.reference) rows.push_back({"Compared", "with the exact solution, " + *result.reference});
    std::size_t width = 0;
    for (const ReceiverSummary& receiver : result.receivers) width = std::max(width, receiver.name.size());
    for (std::size_t i = 0; i < result.receivers.size(); ++i) {
        rows.push_back(
            {i == 0 ? "Receivers" : "", receiver_line(result.receivers[i], width, units_of_plan(result.plan_json))});
    }
    put(report_text(rows));
}

nlohmann::ordered_json as_json(const ResultSummary& result) {
    using nlohmann::ordered_json;
    ordered_json receivers = ordered_json::array();
    for (const ReceiverSummary& receiver : result.receivers) {
        ordered_json row{{"name", receiver.name},
                         {"position_m", {receiver.position_m.x, receiver.position_m.y, receiver.position_m.z}},
                         {"peak_pa", receiver.peak_pa},
                         {"peak_time_s", receiver.peak_time_s},
                         {"rms_pa", receiver.rms_pa}};
        if (receiver.relative_error) row["relative_error"] = *receiver.relative_error;
        receivers.push_back(std::move(row));
    }
    const auto parsed = [](const std::string& text) {
        const ordered_json json = ordered_json::parse(text, nullptr, false);
        return json.is_discarded() ? ordered_json(nullptr) : json;
    };
    return {{"complete", result.complete},
            {"unstable", result.unstable},
            {"steps_done", result.steps_done},
            {"shots", result.shots},
            {"shots_planned", result.shots_planned},
            {"format_version", result.format_version},
            {"wavesim_version", result.wavesim_version},
            {"scene_hash", result.scene_hash},
            {"scene", parsed(result.scene_canonical)},
            {"plan", parsed(result.plan_json)},
            {"backend", result.backend},
            {"isa", result.isa},
            {"peak_pa", result.peak_pa},
            {"step_loop_s", result.step_loop_s},
            {"ctpn_s", result.ctpn_s},
            {"sources", result.sources},
            {"receivers", receivers}};
}

ResultSummary read_result(const Arguments& arguments) {
    std::filesystem::path file = result_folder(arguments.file);
    if (std::filesystem::is_directory(file)) file /= "result.h5";
    return read_result_summary(file);
}

/// Reads all files of a complete result.
void verify(const std::string& path) {
    std::filesystem::path folder = result_folder(path);
    if (!std::filesystem::is_directory(folder)) folder = folder.parent_path().empty() ? "." : folder.parent_path();
    const std::optional<ResultManifest> manifest = read_manifest(folder);
    if (!manifest || manifest->state != ResultManifest::State::complete)
        throw EnvironmentError(EnvironmentError::Kind::io, folder.string() + " holds no complete result");
    const std::vector<std::string> found = verify_result(folder, *manifest);
    for (const std::string& sentence : found) print_error(sentence);
    if (!found.empty()) throw EndProgram{static_cast<int>(ExitCode::io)};
    put(fmt::format("{} in {}: all as they were written\n",
                    counted(static_cast<std::int64_t>(manifest->contents.size()), "file"), folder.string()));
}

void print_info(const Arguments& arguments) {
    if (arguments.verify) return verify(arguments.file);
    if (arguments.json)
        return print_json([&] {
            const auto other = summarise_written_file(arguments.file);
            return other ? *other : as_json(read_result(arguments));
        });
    if (const auto other = summarise_written_file(arguments.file)) {
        if (arguments.scene || arguments.summary)
            throw UsageError(fmt::format("--{} is for result.h5, which {} is not",
                                         arguments.scene ? "scene" : "summary", arguments.file));
        put(report_text(written_file_lines(*other)));
        return;
    }
    const ResultSummary result = read_result(arguments);
    if (arguments.scene) {
        put(result.scene_canonical + "\n");
    } else if (arguments.summary) {
        put(result.end_summary);
    } else {
        print_text(result);
    }
}

}  // namespace

void add_info_command(CLI::App& app) {
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("info", "show what a result file holds");
    command
        ->add_option("FILE", arguments->file,
                     "result.h5 or its folder, whole or not; a file of shots/ or snapshots/; traces.sgy")
        ->required()
        ->type_name("RESULT");
    add_json_flag(*command, arguments->json);
    CLI::Option* json = command->get_option("--json");
    CLI::Option* scene = command->add_flag("--scene", arguments->scene, "print the resolved scene; `run` accepts it");
    CLI::Option* summary =
        command->add_flag("--summary", arguments->summary, "print the summary that the run ended with");
    CLI::Option* all = command->add_flag("--verify", arguments->verify,
                                         "read all files of a complete result and compare them with their checksums");
    json->excludes(scene)->excludes(summary)->excludes(all);
    scene->excludes(all);
    summary->excludes(all);
    scene->excludes(summary);
    command->footer(
        "Examples:\n"
        "  wavesim info results/living_room\n"
        "  wavesim info results/living_room/snapshots/pressure_000003.hdf\n"
        "  wavesim info results/living_room/result.h5 --scene > again.yaml");
    command->callback([arguments] { print_info(*arguments); });
}

}  // namespace wavesim
