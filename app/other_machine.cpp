// SPDX-License-Identifier: MIT
#include "app/other_machine.hpp"

#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/byte_size.hpp"
#include "app/errors.hpp"
#include "app/gpu_profile.hpp"
#include "app/quantity_text.hpp"
#include "io/machine_file.hpp"

namespace wavesim {

std::int64_t OtherMachine::memory_bytes() const { return parse_byte_size(memory).value_or(0); }

void add_machine_options(CLI::App& command, OtherMachine& other) {
    command
        .add_option("--machine", other.file,
                    "the computer meant, as its `wavesim doctor --json` wrote it (default: this one)")
        ->type_name("FILE");
    const auto check = [](const std::string& text) -> std::string {
        return parse_byte_size(text) ? "" : fmt::format("'{}' is no size of memory; write e.g. 80GiB", text);
    };
    command
        .add_option("--memory", other.memory,
                    "how much memory of the computer a run could use, e.g. 80GiB (default: what is free)")
        ->type_name("SIZE")
        ->check(CLI::Validator(check, ""));
}

Machine other_machine(const OtherMachine& other, const RunChoices& choices) {
    // A device that the scene requests is also one of this machine.
    if (choices.device && choices.device_place.empty())
        throw UsageError("--device chooses a GPU of this machine, and the file of --machine describes one of its own");
    Machine machine = read_machine(other.file);
    if (choices.threads > 0) machine.threads = choices.threads;
    keep_gpus(machine, choices);
    assume_memory(machine, other);
    take_profile(machine);
    return machine;
}

void assume_memory(Machine& machine, const OtherMachine& other) {
    const std::int64_t bytes = other.memory_bytes();
    if (bytes > 0) machine.memory_total = machine.memory_available = bytes;
}

namespace {

std::string gpus_text(const Machine& machine) {
    if (!machine.gpu.usable()) return "no GPU";
    return machine.other_gpus.empty() ? machine.gpu.name
                                      : fmt::format("{} GPUs, the first {}", machine.gpu_count(), machine.gpu.name);
}

}  // namespace

std::string other_machine_text(const OtherMachine& other, const Machine& machine) {
    if (!other.elsewhere() && other.memory.empty()) return {};
    const std::string name = other.elsewhere() ? other.file : "this computer";
    const std::string memory =
        other.memory.empty() ? "" : fmt::format(", {} of memory", bytes_text(other.memory_bytes()));
    return fmt::format("{}: {}, {}{}, {}", name, counted(machine.threads, "thread"), machine.isa, memory,
                       gpus_text(machine));
}

}  // namespace wavesim
