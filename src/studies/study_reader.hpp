// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

#include "studies/study.hpp"

namespace wavesim {

/// Reads a study file and makes its cases: the scene itself is not read. Throws SceneFileError with all faults,
/// EnvironmentError (io) when the file or its table cannot be read.
Study read_study(const std::filesystem::path& file);
/// The same from text; `file` names it in messages and anchors relative paths.
Study parse_study(const std::string& text, const std::filesystem::path& file);

}  // namespace wavesim
