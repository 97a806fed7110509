// SPDX-License-Identifier: MIT
#pragma once
#include <string>

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace wavesim {

/// One sentence about the arguments that the parser refused, with the nearest valid word.
std::string explain_usage_error(const CLI::App& root, const CLI::Error& error);

}  // namespace wavesim
