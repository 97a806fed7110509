// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace wavesim {

/// The whole command line: every command with its options, as a tree that help and completion are made from.
std::unique_ptr<CLI::App> make_command_line();

/// Parses the arguments and runs the command. Returns the exit code; failures of the command are exceptions.
int run_command_line(int argc, char** argv);

}  // namespace wavesim
