// SPDX-License-Identifier: MIT
#pragma once
#include <string>

#include "app/completion_tree.hpp"

namespace wavesim {

/// Completion script for `source <(wavesim completion bash)` or the shell's completion folder.
std::string bash_completion(const CompletionCommand& root);

}  // namespace wavesim
