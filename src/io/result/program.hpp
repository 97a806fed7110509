// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// The program that computes a result, as far as the bits of the result depend on it.
struct Program {
    std::string version;    ///< of wavesim
    std::string backend;    ///< name in the registry
    std::string isa;        ///< instruction set of the CPU; empty: none
    std::string precision;  ///< its keyword
    std::string libm;       ///< math_library_checksum()

    bool operator==(const Program&) const = default;
};

/// This wavesim on this machine, as planned.
Program program_of(const PlanOutline& plan);

/// Whether both compute the same bits for the same scene. x86-64-v2 differs, since it has no fused multiply-add.
bool same_bits(const Program& one, const Program& other);

/// "wavesim 0.1.0, cpu x86-64-v3, float, libm 1a2b3c4d"
std::string text_of(const Program& program);
/// The program described by a text of text_of(); no value for other text.
std::optional<Program> program_in(const std::string& text);

}  // namespace wavesim
