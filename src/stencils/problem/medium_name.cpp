// SPDX-License-Identifier: MIT
#include "stencils/problem/medium_name.hpp"

#include "stencils/problem/words.hpp"

namespace wavesim {

std::string medium_name(const ProblemShape& shape) {
    const std::string storage(word_of(shape.speed.storage));
    if (std::holds_alternative<TtiShape>(shape.medium)) return "tti";
    if (std::holds_alternative<ProgramShape>(shape.medium)) return "program";
    if (std::holds_alternative<DensityShape>(shape.medium)) return "density-" + storage;
    return shape.speed.varies ? storage : "one";
}

}  // namespace wavesim
