// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>

#include "stencils/backend/machine.hpp"

namespace wavesim {

/// A file is no description of a machine: one sentence with its name, and with the key that is wrong.
class MachineFileError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A machine as JSON: SI numbers, keys that end in their unit. Rates that were not measured are null; `gpu` is null
/// where none can be used, and `why_no_gpu` then says why.
nlohmann::ordered_json machine_json(const Machine& machine);

/// The machine that a file of at most 1 MiB describes: machine_json, or an object with that as its member `machine`, as
/// `wavesim doctor --json` prints it. Every key must be there, and no other. Throws EnvironmentError (io) where the
/// file cannot be read, else MachineFileError.
Machine read_machine(const std::filesystem::path& file);

}  // namespace wavesim
