// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace CLI {
class Option;
}

namespace wavesim {

/// The option takes one of these words only; help and completion show them. Another word gets the sentence that it gets
/// in a scene.
CLI::Option* add_choice(CLI::Option* option, const std::vector<std::string>& words);
/// The same, or two of them with a plus between.
CLI::Option* add_choice_or_pair(CLI::Option* option, const std::vector<std::string>& words);
/// The same as add_choice for long lists: help shows `type` (completion_tree.cpp lists its words) and a wrong word gets
/// the nearest one, not the list.
CLI::Option* add_name(CLI::Option* option, const std::string& type, const std::vector<std::string>& words);
/// `; did you mean 'word'?`, or empty when no word is near.
std::string did_you_mean(const std::string& typed, const std::vector<std::string>& words);

}  // namespace wavesim
