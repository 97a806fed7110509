// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <filesystem>

#include "app/commands.hpp"
#include "app/errors.hpp"
#include "app/exit_code.hpp"
#include "app/folder_check.hpp"
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

void examine() {
    std::vector<ReportRow> rows;
    Machine machine = inspect_machine(0);
    machine.triad_bytes_per_s = measure_triad(1 << 24, Precision::float32, machine.threads, 0.5);
    rows.push_back({"Version", fmt::format("wavesim {}, built with {} {}", WAVESIM_VERSION, WAVESIM_COMPILER,
                                           WAVESIM_BUILD_TYPE)});
    rows.push_back({"Processor", fmt::format("{}, {} threads may be used, instruction set {}", processor_name(),
                                             machine.threads, machine.isa)});
    rows.push_back({"Memory", fmt::format("{}, {} free, {} (in-place triad, {} threads)",
                                          bytes_text(machine.memory_total), bytes_text(machine.memory_available),
                                          si_text(machine.triad_bytes_per_s, "B/s"), machine.threads)});
    for (const DeviceReport& gpu : cuda_devices()) {
        rows.push_back({"Device", fmt::format("{}: {}, {}, {} multiprocessors, {} of {} free", gpu.index, gpu.name,
                                              gpu.architecture, gpu.multiprocessors, bytes_text(gpu.memory_free),
                                              bytes_text(gpu.memory_total))});
    }
    if (const std::string reason = cuda_why_not(); !reason.empty()) {
        rows.push_back({"Devices", fmt::format("no GPU can be used, so auto stays on the CPU: {}", reason)});
    }
    for (const BackendEntry& entry : backend_registry()) {
        rows.push_back({"Backend", fmt::format("{}: {}", entry.name, entry.summary)});
    }
    rows.push_back({"Libraries", libraries_text()});
    const FolderCheck here = check_folder(std::filesystem::current_path());
    rows.push_back({"Disk", here.disk});
    rows.push_back({"Locks", here.locks});
    for (const std::string& folder : folders_in_use("results")) {
        rows.push_back({"", fmt::format("a run is using {}", folder)});
    }
    fmt::print("{}", report_text(rows));
    if (!here.ok) throw EndProgram{static_cast<int>(ExitCode::io)};
}

}  // namespace

void add_doctor_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand("doctor", "examine this machine: processor, memory, libraries, disk, locks");
    command->footer("The exit code is 5 when results could not be written in the current folder.");
    command->callback([] { examine(); });
}

}  // namespace wavesim
