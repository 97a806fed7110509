// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

#include "stencils/equations/program.hpp"

namespace wavesim {

/// Reads equations as text (configs/programs/README.md): fields, parameters, constants and statements; also programs of
/// version 1, which have the single field u. Throws SceneFileError with line and column of each fault, also within
/// statements. Throws EnvironmentError (io) if the file cannot be read.
equations::Program read_equations(const std::filesystem::path& file);
/// The same from text; `file` is its name in messages.
equations::Program parse_equations(const std::string& text, const std::filesystem::path& file);

}  // namespace wavesim
