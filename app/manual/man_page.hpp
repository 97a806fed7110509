// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace CLI {
class App;
}

namespace wavesim {

/// Where manual pages say that they come from.
struct ManualOrigin {
    std::string version;  ///< of the program
    std::string date;     ///< YYYY-MM-DD
};

/// Name of the page of a command: `wavesim` for the whole, `wavesim-run` for `run`, `wavesim-study-run` for `study
/// run`.
std::string man_page_name(const CLI::App& command);

/// The manual page of a command, or of the whole command line, in roff with the macros of man(7). All text is that of
/// the command's help: description, arguments, options with defaults. From the footer come EXAMPLES, from
/// "Examples:" to the next empty line, and EXIT STATUS, from "Exit codes:"; the rest of it is DESCRIPTION.
std::string man_page(const CLI::App& command, const ManualOrigin& origin);

}  // namespace wavesim
