// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "io/scene_faults.hpp"

namespace wavesim {

/// A file that a scene names cannot be used; the message follows the key of the scene.
class InputFileError : public std::runtime_error {
  public:
    InputFileError(Rule which, const std::string& message) : std::runtime_error(message), rule(which) {}
    Rule rule;
};

/// The file `name`, which is relative to `folder` and may not lead out of it, of at most `bytes_max` bytes. Throws
/// InputFileError: path_escape, or `rule` when there is no such file or it is too large.
std::filesystem::path locate_input(const std::filesystem::path& folder, const std::string& name, Rule rule,
                                   std::uintmax_t bytes_max);

}  // namespace wavesim
