// SPDX-License-Identifier: MIT
#pragma once
#include <functional>
#include <nlohmann/json_fwd.hpp>

#include "app/report_error.hpp"
#include "io/scene/reader.hpp"

namespace CLI {
class App;
}

namespace wavesim {

/// Adds `--json`, the same option for every command that reports something.
void add_json_flag(CLI::App& command, bool& json);

/// Prints what `make` returns, and nothing else, to standard output. An exception in `make` is printed there as
/// failure_json and ends the program with its exit code.
void print_json(const std::function<nlohmann::ordered_json()>& make);

/// `ok` (false), `exit_code`, `error` (sentences) and the scene's `faults`.
nlohmann::ordered_json failure_json(const Failure& failure);

/// A fault as an object: file, line and column (both missing for a fault of `--set`), key, message, suggestion, rule.
nlohmann::ordered_json fault_json(const MarkedFault& found);

}  // namespace wavesim
