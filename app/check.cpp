// SPDX-License-Identifier: MIT
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/disk_shortage.hpp"
#include "app/errors.hpp"
#include "app/json_output.hpp"
#include "app/other_machine.hpp"
#include "app/report_error.hpp"
#include "app/terminal.hpp"
#include "solvers/plan/make_plan.hpp"
#include "stencils/backend/machine.hpp"

namespace wavesim {

namespace {

/// The GPU is examined only if it is requested: starting its driver would take longer than all other checks.
bool asks_for_device(const RunChoices& choices) {
    return choices.device || choices.gpus || (choices.backend != "auto" && choices.backend != "cpu");
}

SceneCheck check_here(const LoadedScene& loaded, const RunChoices& choices, const OtherMachine& other) {
    Machine machine = inspect_machine(choices.threads);
    assume_memory(machine, other);
    if (asks_for_device(choices)) take_gpus(machine, choices);
    try {
        return check_plan(loaded.scene, machine, choices.plan_options());
    } catch (const EnvironmentError& error) {
        // A problem too large for the memory of the host may fit into the memory of a GPU.
        if (error.kind() != EnvironmentError::Kind::memory || choices.backend != "auto" || machine.gpu.usable()) throw;
        machine.gpu = wanted_gpu(choices);
        if (!machine.gpu.usable()) throw;
        return check_plan(loaded.scene, machine, choices.plan_options());
    }
}

struct CheckArguments {
    SceneInput input;
    OtherMachine other;
    bool json = false;
};

/// The warnings of a scene without faults. Throws like `plan`.
std::vector<std::string> look_at(const CheckArguments& arguments) {
    const LoadedScene loaded = load_scene(arguments.input);
    const RunChoices choices = choose_for_scene(arguments.input, loaded);
    const OtherMachine& other = arguments.other;
    SceneCheck check;
    try {
        check = other.elsewhere() ? check_plan(loaded.scene, other_machine(other, choices), choices.plan_options())
                                  : check_here(loaded, choices, other);
    } catch (const SceneError& error) {
        throw SceneFileError(loaded.marks.locate(error.faults()));
    }
    if (other.elsewhere()) return std::move(check.warnings);
    const std::string shortage = disk_shortage(check.disk_bytes, default_folder(arguments.input, loaded.scene));
    if (!shortage.empty()) check.warnings.push_back(shortage);
    return std::move(check.warnings);
}

void print_findings(const CheckArguments& arguments) {
    nlohmann::ordered_json json{{"scene", arguments.input.file}, {"ok", true}};
    std::vector<std::string> warnings;
    int code = 0;
    try {
        warnings = look_at(arguments);
        json["faults"] = nlohmann::ordered_json::array();
    } catch (...) {
        const Failure failure = current_failure();
        json.update(failure_json(failure));
        code = static_cast<int>(failure.code);
    }
    json["warnings"] = warnings;
    print_json([&] { return json; });
    if (code != 0) throw EndProgram{code};
}

void check_scene(const CheckArguments& arguments) {
    const std::vector<std::string> warnings = look_at(arguments);
    put(arguments.input.file + ": no faults\n");
    for (const std::string& warning : warnings) print_warning(warning);
}

}  // namespace

void add_check_command(CLI::App& app) {
    auto arguments = std::make_shared<CheckArguments>();
    CLI::App* command = app.add_subcommand("check", "find every fault of a scene, without running it");
    add_scene_input(*command, arguments->input);
    add_machine_options(*command, arguments->other);
    add_json_flag(*command, arguments->json);
    command->footer(
        "Each fault is one line, `file:line:column: key: what is wrong (why); what to write`.\n"
        "The exit code is 0 when there is none and 3 otherwise (2 for a --set that is no\n"
        "KEY=VALUE); warnings do not change it. Too little memory is 4, a device that is\n"
        "not there 7: check refuses what plan refuses.\n"
        "\n"
        "Examples:\n"
        "  wavesim check my_room.yaml\n"
        "  wavesim check my_room.yaml --set time.duration='2 s'");
    command->callback([arguments] {
        if (arguments->json) return print_findings(*arguments);
        check_scene(*arguments);
    });
}

}  // namespace wavesim
