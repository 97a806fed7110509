// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace CLI {
class App;
}

namespace wavesim {

/// The origin that manual pages state.
struct ManualOrigin {
    std::string version;  ///< of the program
    std::string date;     ///< YYYY-MM-DD
};

/// Name of the page of a command: `wavesim` for the program, `wavesim-run` for `run`, `wavesim-study-run` for `study
/// run`.
std::string man_page_name(const CLI::App& command);

/// The manual page of a command, or of the complete command line, in roff with the macros of man(7). All text comes
/// from the help of the command: description, arguments, options with defaults. The footer is split: EXAMPLES is its
/// text from "Examples:" to the next empty line, EXIT STATUS follows "Exit codes:", and the rest goes into DESCRIPTION.
std::string man_page(const CLI::App& command, const ManualOrigin& origin);

}  // namespace wavesim
