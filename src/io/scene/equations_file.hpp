// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

#include "stencils/equations/program.hpp"

namespace wavesim {

/// Reads physics as text (configs/programs/README.md): fields, parameters, constants and statements; also programs of
/// version 1, which have the one field u. Throws SceneFileError whose faults have line and column, those inside a
/// statement included; EnvironmentError (io) when the file cannot be read.
equations::Program read_equations(const std::filesystem::path& file);
/// The same from text; `file` names it in messages.
equations::Program parse_equations(const std::string& text, const std::filesystem::path& file);

}  // namespace wavesim
