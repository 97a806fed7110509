// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "stencils/equations/program.hpp"

namespace wavesim::equations {

/// A part of a statement whose values never change although those of the statement do: terms [first, last].
struct FixedPart {
    int statement = 0;
    int first = 0;
    int last = 0;
    bool operator==(const FixedPart&) const = default;
};

/// The largest fixed parts that divide, or take roots or exponentials, of parameters at nodes.
std::vector<FixedPart> fixed_parts(const Program& program);

/// The program with these parts as statements of their own. Every value is computed by the same operations.
Program with_parts_apart(const Program& program, const std::vector<FixedPart>& parts);

}  // namespace wavesim::equations
