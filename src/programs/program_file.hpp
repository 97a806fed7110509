// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "programs/program.hpp"

namespace wavesim {

/// Reads a stencil program (configs/stencils/README.md). Throws SceneFileError with line and column of every fault,
/// also inside statements. Throws EnvironmentError (io) when the file cannot be read.
StencilProgram read_program(const std::filesystem::path& file);
/// The same from text; `file` names it in messages.
StencilProgram parse_program(const std::string& text, const std::filesystem::path& file);

/// The programs of configs/stencils as text; the binary carries them.
struct EmbeddedProgram {
    const char* name;
    const char* text;
};
const std::vector<EmbeddedProgram>& embedded_programs();
/// Those of configs/stencils/equations, which have several fields or statements.
const std::vector<EmbeddedProgram>& embedded_equations();
/// One of these programs, parsed. Throws std::out_of_range for an unknown name.
StencilProgram shipped_program(const std::string& name);

}  // namespace wavesim
