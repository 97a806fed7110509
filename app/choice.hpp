// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace CLI {
class Option;
}

namespace wavesim {

/// The option takes one of these words only; help and completion show them.
CLI::Option* add_choice(CLI::Option* option, const std::vector<std::string>& words);

}  // namespace wavesim
