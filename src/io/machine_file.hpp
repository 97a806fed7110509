// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>

#include "stencils/backend/machine.hpp"

namespace wavesim {

/// A file is not a description of a machine. The message is one sentence with its name and the wrong key.
class MachineFileError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A machine as JSON in SI units; keys end in their unit. Rates that were not measured are null. `gpu` is null if none
/// can be used; `why_no_gpu` then states the reason.
nlohmann::ordered_json machine_json(const Machine& machine);

/// The machine that a file of at most 1 MiB describes. The file holds machine_json, or an object with it as its member
/// `machine`, as `wavesim doctor --json` prints it. Every key must exist, and no others. Throws EnvironmentError (io)
/// if the file cannot be read, else MachineFileError.
Machine read_machine(const std::filesystem::path& file);

}  // namespace wavesim
