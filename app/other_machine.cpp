// SPDX-License-Identifier: MIT
#include "app/other_machine.hpp"

#include <fmt/core.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "app/errors.hpp"
#include "app/quantity_text.hpp"
#include "io/machine_file.hpp"

namespace wavesim {

void add_machine_option(CLI::App& command, std::string& file) {
    command
        .add_option("--machine", file,
                    "the computer meant, as its `wavesim doctor --json` wrote it (default: this one)")
        ->type_name("FILE");
}

Machine other_machine(const std::string& file, const RunChoices& choices) {
    // A device that the scene asks for is one of this machine's, too.
    if (choices.device && choices.device_place.empty())
        throw UsageError("--device chooses a GPU of this machine, and the file of --machine describes one of its own");
    Machine machine = read_machine(file);
    if (choices.threads > 0) machine.threads = choices.threads;
    return machine;
}

std::string other_machine_text(const std::string& file, const Machine& machine) {
    return fmt::format("{}: {}, {}, {}", file, counted(machine.threads, "thread"), machine.isa,
                       machine.gpu.usable() ? machine.gpu.name : "no GPU");
}

}  // namespace wavesim
