// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

#include "studies/study.hpp"

namespace wavesim {

/// Reads a study file and makes its cases, without reading the scene. Throws SceneFileError with all faults,
/// EnvironmentError (io) if the file or its table cannot be read.
Study read_study(const std::filesystem::path& file);
/// The same from text; `file` is its name in messages and the base of relative paths.
Study parse_study(const std::string& text, const std::filesystem::path& file);

}  // namespace wavesim
