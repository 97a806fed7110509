// SPDX-License-Identifier: MIT
#pragma once
#include <CLI/App.hpp>
#include <CLI/FormatterFwd.hpp>
#include <string>

namespace wavesim {

/// Description of an option or argument, with its default.
std::string described(const CLI::Option& option);

/// Help pages: what the command does, usage, arguments, options with defaults, examples. 80 columns at most.
class HelpFormat : public CLI::Formatter {
  public:
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
};

}  // namespace wavesim
