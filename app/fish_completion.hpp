// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "app/completion_tree.hpp"

namespace wavesim {

/// Completion script for `source <(wavesim completion fish)` or the shell's completion folder.
std::string fish_completion(const CompletionCommand& root);

}  // namespace wavesim
