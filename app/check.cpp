// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/disk_shortage.hpp"
#include "app/errors.hpp"
#include "app/json_output.hpp"
#include "app/report_error.hpp"
#include "app/run_choices.hpp"
#include "app/terminal.hpp"

namespace wavesim {

namespace {

struct Findings {
    std::vector<MarkedFault> faults;
    std::vector<std::string> warnings;
};

Findings look_at(const SceneInput& input) {
    try {
        const LoadedScene loaded = load_scene(input);
        try {
            const RunChoices choices = choose_for_scene(input, loaded);
            Findings findings;
            SceneCheck check = check_plan(loaded.scene, inspect_machine(choices.threads), choices.plan_options());
            findings.warnings = std::move(check.warnings);
            const std::string shortage = disk_shortage(check.disk_bytes, default_folder(input, loaded.scene));
            if (!shortage.empty()) findings.warnings.push_back(shortage);
            return findings;
        } catch (const SceneError& error) {
            return {loaded.marks.locate(error.faults()), {}};
        }
    } catch (const SceneFileError& error) {
        return {error.faults(), {}};
    }
}

nlohmann::ordered_json as_json(const std::string& file, const Findings& findings) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const MarkedFault& found : findings.faults) list.push_back(fault_json(found));
    nlohmann::ordered_json json{{"scene", file}, {"ok", findings.faults.empty()}};
    if (!findings.faults.empty()) {
        const Failure failure = failure_of(findings.faults);
        json["exit_code"] = static_cast<int>(failure.code);
        json["error"] = failure.sentence;
    }
    json["faults"] = list;
    json["warnings"] = findings.warnings;
    return json;
}

void check_scene(const SceneInput& input, bool json) {
    Findings findings;
    if (json) {
        print_json([&] {
            findings = look_at(input);
            return as_json(input.file, findings);
        });
        if (!findings.faults.empty()) throw EndProgram{static_cast<int>(failure_of(findings.faults).code)};
        return;
    }
    findings = look_at(input);
    if (!findings.faults.empty()) throw SceneFileError(findings.faults);
    fmt::print("{}: no faults\n", input.file);
    std::fflush(stdout);
    for (const std::string& warning : findings.warnings) print_warning(warning);
}

}  // namespace

void add_check_command(CLI::App& app) {
    struct Arguments {
        SceneInput input;
        bool json = false;
    };
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand("check", "find every fault of a scene, without running it");
    add_scene_input(*command, arguments->input);
    add_json_flag(*command, arguments->json);
    command->footer(
        "Each fault is one line, `file:line:column: key: what is wrong (why); what to write`.\n"
        "The exit code is 0 when there is none and 3 otherwise (2 for a --set that is no\n"
        "KEY=VALUE); warnings do not change it.\n"
        "\n"
        "Examples:\n"
        "  wavesim check my_room.yaml\n"
        "  wavesim check my_room.yaml --set time.duration='2 s'");
    command->callback([arguments] { check_scene(arguments->input, arguments->json); });
}

}  // namespace wavesim
