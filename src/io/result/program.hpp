// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

#include "solvers/decision/outline.hpp"

namespace wavesim {

/// What computes a result, as far as its bits depend on it.
struct Program {
    std::string version;    ///< of wavesim
    std::string backend;    ///< row of the registry
    std::string isa;        ///< instruction set of the CPU; empty: none
    std::string precision;  ///< word of it
    std::string libm;       ///< math_library_checksum()

    bool operator==(const Program&) const = default;
};

/// This wavesim on this machine, as planned.
Program program_of(const PlanOutline& plan);

/// Whether both find the same bits for one scene. x86-64-v2 has no fused multiply-add, and so bits of its own.
bool same_bits(const Program& one, const Program& other);

/// "wavesim 0.1.0, cpu x86-64-v3, float, libm 1a2b3c4d"
std::string text_of(const Program& program);
/// The program that a text of text_of() tells; nothing where it is none.
std::optional<Program> program_in(const std::string& text);

}  // namespace wavesim
