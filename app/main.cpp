// SPDX-License-Identifier: MIT
#include "app/command_line.hpp"
#include "app/report_error.hpp"

int main(int argc, char** argv) {
    return wavesim::exit_code_of([&] { return wavesim::run_command_line(argc, argv); });
}
