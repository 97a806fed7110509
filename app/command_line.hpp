// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace wavesim {

/// The complete command line: a tree of commands with their options, from which help and completion are made.
std::unique_ptr<CLI::App> make_command_line();

/// Parses the arguments and runs the command. Returns the exit code; failures of the command are exceptions.
int run_command_line(int argc, char** argv);

}  // namespace wavesim
