// SPDX-License-Identifier: MIT
#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <array>
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
#include "app/ranks/job_link.hpp"
#include "app/terminal.hpp"
#include "io/library_versions.hpp"
#include "io/machine_file.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/backend/stopwatch.hpp"
#include "stencils/gpu/common/gpu_links.hpp"
#include "stencils/gpu/common/visible_gpus.hpp"
#include "stencils/measure/triad_rate.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/rtc/kernel_error.hpp"

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
    Machine machine;        ///< with its first GPU
    std::vector<Gpu> gpus;  ///< all
    std::vector<GpuLink> links;
    FolderCheck folder;
    std::vector<std::string> in_use;
};

constexpr std::array precisions{Precision::float32, Precision::float64};

void measure_gpu(Gpu& gpu) {
    for (const Precision precision : precisions)
        gpu.triad.of(precision) = measure_device_triad(1 << 27, precision, gpu.index, 0.1);
}

/// The first GPU with its memory rates, or the reason why its kernels cannot run.
Gpu measured_gpu() {
    const Stopwatch since_start;
    Gpu gpu = first_gpu();
    gpu.context_s = since_start.seconds();
    try {
        if (gpu.usable()) measure_gpu(gpu);
        return gpu;
    } catch (const KernelError& error) {
        return Gpu::none(error.what());
    }
}

/// The other GPUs that can be used, up to the first that cannot be measured.
std::vector<Gpu> other_measured_gpus(const std::vector<Gpu>& visible) {
    std::vector<Gpu> others;
    try {
        for (std::size_t k = 1; k < visible.size() && visible[k].usable(); ++k) {
            Gpu gpu = open_gpu(visible[k].index);
            measure_gpu(gpu);
            others.push_back(gpu);
        }
    } catch (const KernelError&) {  // the GPU is busy; the list of visible GPUs still has it
    }
    return others;
}

/// The links between the GPUs that can share a grid.
std::vector<GpuLink> links_of(const Machine& machine) {
    std::vector<int> indices{machine.gpu.index};
    for (const Gpu& gpu : machine.other_gpus) indices.push_back(gpu.index);
    return gpu_links(indices);
}

Examination examine() {
    Examination found;
    found.machine = inspect_machine(0);
    for (const Precision precision : precisions)
        found.machine.triad.of(precision) = measure_triad(1 << 24, precision, found.machine.threads, 0.3);
    found.machine.gpu = measured_gpu();
    found.gpus = visible_gpus();
    if (found.machine.gpu.usable()) found.machine.other_gpus = other_measured_gpus(found.gpus);
    if (!found.machine.other_gpus.empty()) found.links = links_of(found.machine);
    found.folder = check_folder(std::filesystem::current_path());
    found.in_use = folders_in_use("results");
    return found;
}

std::string link_text(const GpuLink& link) {
    const std::string rate = link.bytes_per_s > 0 ? ", " + si_text(link.bytes_per_s, "B/s") : "";
    if (!link.peer)
        return fmt::format("GPU {} and {}: no peer access, planes go through the host{}", link.first, link.second,
                           rate);
    return fmt::format("GPU {} and {}: peer access over {}{}", link.first, link.second,
                       link.nvlink ? "NVLink" : "PCI Express", rate);
}

std::string processes_text() {
    const std::string mpi = mpi_library();
    if (mpi.empty()) return "cannot share a grid: this program was built without MPI";
    return "share a grid with `mpirun -n N wavesim run SCENE`, by " + mpi;
}

std::string as_text(const Examination& found) {
    std::vector<ReportRow> rows;
    const Machine& machine = found.machine;
    rows.push_back({"Version", fmt::format("wavesim {}, built with {} {}", WAVESIM_VERSION, WAVESIM_COMPILER,
                                           WAVESIM_BUILD_TYPE)});
    const std::string because = machine.threads_from.empty() ? "" : " (" + machine.threads_from + ")";
    rows.push_back({"Processor", fmt::format("{}, {} may be used{}, instruction set {}", processor_name(),
                                             counted(machine.threads, "thread"), because, machine.isa)});
    rows.push_back({"Memory", fmt::format("{}, {} free, {} (in-place triad, {})", bytes_text(machine.memory_total),
                                          bytes_text(machine.memory_available), si_text(machine.triad.float32, "B/s"),
                                          counted(machine.threads, "thread"))});
    for (const Gpu& gpu : found.gpus) {
        rows.push_back({"Device", fmt::format("{}: {}, {}, {} multiprocessors, {} of {} free", gpu.index, gpu.name,
                                              gpu.architecture(), gpu.multiprocessors, bytes_text(gpu.memory_free),
                                              bytes_text(gpu.memory_total))});
    }
    if (machine.gpu.usable())
        rows.push_back(
            {"", fmt::format("{} (in-place triad on the first)", si_text(machine.gpu.triad.float32, "B/s"))});
    else
        rows.push_back(
            {"Devices", fmt::format("no GPU can be used, so auto stays on the CPU: {}", machine.gpu.why_not())});
    for (const GpuLink& link : found.links)
        rows.push_back({&link == &found.links.front() ? "Links" : "", link_text(link)});
    for (const BackendEntry& entry : backend_registry()) {
        rows.push_back({"Backend", fmt::format("{}: {}", entry.name, entry.summary)});
    }
    rows.push_back({"Libraries", libraries_text()});
    rows.push_back({"Processes", processes_text()});
    rows.push_back({"Disk", found.folder.disk});
    rows.push_back({"Locks", found.folder.locks});
    for (const std::string& folder : found.in_use) rows.push_back({"", fmt::format("a run is using {}", folder)});
    return report_text(rows);
}

nlohmann::ordered_json as_json(const Examination& found) {
    using nlohmann::ordered_json;
    ordered_json devices = ordered_json::array(), links = ordered_json::array(), backends = ordered_json::array(),
                 libraries = ordered_json::object();
    for (const Gpu& gpu : found.gpus)
        devices.push_back({{"index", gpu.index},
                           {"name", gpu.name},
                           {"architecture", gpu.architecture()},
                           {"multiprocessors", gpu.multiprocessors},
                           {"memory_free_bytes", gpu.memory_free},
                           {"memory_total_bytes", gpu.memory_total}});
    for (const GpuLink& link : found.links)
        links.push_back({{"first", link.first},
                         {"second", link.second},
                         {"peer_access", link.peer},
                         {"nvlink", link.nvlink},
                         {"bytes_per_s", link.bytes_per_s}});
    for (const BackendEntry& entry : backend_registry())
        backends.push_back({{"name", entry.name}, {"summary", entry.summary}});
    for (const LibraryVersion& library : library_versions()) libraries[library.name] = library.version;
    return {{"ok", found.folder.ok},
            {"version", WAVESIM_VERSION},
            {"compiler", WAVESIM_COMPILER},
            {"build_type", WAVESIM_BUILD_TYPE},
            {"processor", processor_name()},
            {"machine", machine_json(found.machine)},
            {"devices", devices},
            {"links", links},
            {"mpi", mpi_library()},
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
        put(as_text(found));
    }
    if (!found.folder.ok) throw EndProgram{static_cast<int>(ExitCode::io)};
}

}  // namespace

void add_doctor_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand("doctor", "examine this machine: processor, memory, libraries, disk, locks");
    command->footer(
        "The exit code is 5 when results could not be written in the current folder.\n"
        "With --json it describes the machine so that plan and check can speak of it on\n"
        "another one: `wavesim plan SCENE --machine FILE`.\n"
        "\n"
        "Examples:\n"
        "  wavesim doctor\n"
        "  wavesim doctor --json > my_machine.json");
    auto json = std::make_shared<bool>(false);
    add_json_flag(*command, *json);
    command->callback([json] { report_examination(*json); });
}

}  // namespace wavesim
