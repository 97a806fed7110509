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
#include "app/folder_check.hpp"
#include "app/json_output.hpp"
#include "app/plan_text.hpp"
#include "app/processor.hpp"
#include "app/quantity_text.hpp"
#include "io/library_versions.hpp"
#include "stencils/cuda/cuda_backends.hpp"
#include "stencils/measure/measure.hpp"

namespace wavesim {

namespace {

std::string libraries_text() {
    std::string text;
    for (const LibraryVersion& library : library_versions()) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", library.name, library.version);
    }
    return text;
}

/// The report on this machine, line by line.
struct Examination {
    Machine machine;
    std::vector<Gpu> gpus;
    std::string no_gpu;  ///< why none can be used
    FolderCheck folder;
    std::vector<std::string> in_use;
};

Examination examine() {
    Examination found{inspect_machine(0), visible_gpus(), cuda_why_not(), check_folder(std::filesystem::current_path()),
                      folders_in_use("results")};
    found.machine.triad.float32 = measure_triad(1 << 24, Precision::float32, found.machine.threads, 0.5);
    return found;
}

std::string as_text(const Examination& found) {
    std::vector<ReportRow> rows;
    const Machine& machine = found.machine;
    rows.push_back({"Version", fmt::format("wavesim {}, built with {} {}", WAVESIM_VERSION, WAVESIM_COMPILER,
                                           WAVESIM_BUILD_TYPE)});
    rows.push_back({"Processor", fmt::format("{}, {} may be used, instruction set {}", processor_name(),
                                             counted(machine.threads, "thread"), machine.isa)});
    rows.push_back({"Memory", fmt::format("{}, {} free, {} (in-place triad, {})", bytes_text(machine.memory_total),
                                          bytes_text(machine.memory_available), si_text(machine.triad.float32, "B/s"),
                                          counted(machine.threads, "thread"))});
    for (const Gpu& gpu : found.gpus) {
        rows.push_back({"Device", fmt::format("{}: {}, {}, {} multiprocessors, {} of {} free", gpu.index, gpu.name,
                                              gpu.architecture(), gpu.multiprocessors, bytes_text(gpu.memory_free),
                                              bytes_text(gpu.memory_total))});
    }
    if (!found.no_gpu.empty())
        rows.push_back({"Devices", fmt::format("no GPU can be used, so auto stays on the CPU: {}", found.no_gpu)});
    for (const BackendEntry& entry : backend_registry()) {
        rows.push_back({"Backend", fmt::format("{}: {}", entry.name, entry.summary)});
    }
    rows.push_back({"Libraries", libraries_text()});
    rows.push_back({"Disk", found.folder.disk});
    rows.push_back({"Locks", found.folder.locks});
    for (const std::string& folder : found.in_use) rows.push_back({"", fmt::format("a run is using {}", folder)});
    return report_text(rows);
}

nlohmann::ordered_json as_json(const Examination& found) {
    using nlohmann::ordered_json;
    const Machine& machine = found.machine;
    ordered_json devices = ordered_json::array(), backends = ordered_json::array(), libraries = ordered_json::object();
    for (const Gpu& gpu : found.gpus)
        devices.push_back({{"index", gpu.index},
                           {"name", gpu.name},
                           {"architecture", gpu.architecture()},
                           {"multiprocessors", gpu.multiprocessors},
                           {"memory_free_bytes", gpu.memory_free},
                           {"memory_total_bytes", gpu.memory_total}});
    for (const BackendEntry& entry : backend_registry())
        backends.push_back({{"name", entry.name}, {"summary", entry.summary}});
    for (const LibraryVersion& library : library_versions()) libraries[library.name] = library.version;
    return {{"ok", found.folder.ok},
            {"version", WAVESIM_VERSION},
            {"compiler", WAVESIM_COMPILER},
            {"build_type", WAVESIM_BUILD_TYPE},
            {"processor", processor_name()},
            {"threads", machine.threads},
            {"isa", machine.isa},
            {"memory_total_bytes", machine.memory_total},
            {"memory_free_bytes", machine.memory_available},
            {"triad_bytes_per_s", machine.triad.float32},
            {"devices", devices},
            {"why_no_device", found.no_gpu},
            {"backends", backends},
            {"libraries", libraries},
            {"disk", found.folder.disk},
            {"locks", found.folder.locks},
            {"folders_in_use", found.in_use}};
}

void report_examination(bool json) {
    Examination found;
    if (json) {
        print_json([&] {
            found = examine();
            return as_json(found);
        });
    } else {
        found = examine();
        fmt::print("{}", as_text(found));
    }
    if (!found.folder.ok) throw EndProgram{static_cast<int>(ExitCode::io)};
}

}  // namespace

void add_doctor_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand("doctor", "examine this machine: processor, memory, libraries, disk, locks");
    command->footer("The exit code is 5 when results could not be written in the current folder.");
    auto json = std::make_shared<bool>(false);
    add_json_flag(*command, *json);
    command->callback([json] { report_examination(*json); });
}

}  // namespace wavesim
