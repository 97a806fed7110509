// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace CLI {
class Option;
}

namespace wavesim {

/// Restricts an option to these words, which help and completion show. Another word causes the same message as in a
/// scene.
CLI::Option* add_choice(CLI::Option* option, const std::vector<std::string>& words);
/// Like add_choice, but two of the words may be joined by a plus.
CLI::Option* add_choice_or_pair(CLI::Option* option, const std::vector<std::string>& words);
/// Like add_choice, for long lists: help shows `type` (completion_tree.cpp lists its words), and the message for a
/// wrong word names the nearest word only.
CLI::Option* add_name(CLI::Option* option, const std::string& type, const std::vector<std::string>& words);
/// `; did you mean 'word'?`, or empty when no word is near.
std::string did_you_mean(const std::string& typed, const std::vector<std::string>& words);

}  // namespace wavesim
