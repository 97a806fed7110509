// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "io/scene_faults.hpp"

namespace wavesim {

/// A file named by a scene cannot be used; the message follows the key of the scene.
class InputFileError : public std::runtime_error {
  public:
    InputFileError(Rule which, const std::string& message) : std::runtime_error(message), rule(which) {}
    Rule rule;
};

/// Folders in which the files named by a scene are searched.
struct InputFolders {
    InputFolders(std::filesystem::path of_scene, std::vector<std::filesystem::path> of_data = {})
        : scene(std::move(of_scene)), data(std::move(of_data)) {}
    std::filesystem::path scene;
    std::vector<std::filesystem::path> data;  ///< named by the user
};

/// Finds the file `name` of at most `bytes_max` bytes by its path below one of the folders; that of the scene comes
/// first. Links may lead to any of these folders, but nowhere else. Throws InputFileError: path_escape, or `rule` if
/// there is no such file or it is too large.
std::filesystem::path locate_input(const InputFolders& folders, const std::string& name, Rule rule,
                                   std::uintmax_t bytes_max);

}  // namespace wavesim
