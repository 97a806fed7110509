// SPDX-License-Identifier: MIT
#include "programs/formula.hpp"

#include <algorithm>
#include <cstdlib>

namespace wavesim {

std::vector<Offset> nodes_read(const StencilFormula& formula) {
    std::vector<Offset> offsets;
    for (const Term& term : formula.terms)
        if (term.operation == Operation::node) offsets.push_back(term.offset);
    std::sort(offsets.begin(), offsets.end());
    offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
    return offsets;
}

int radius_of(const StencilFormula& formula) {
    int radius = 0;
    for (const Offset& o : nodes_read(formula))
        radius = std::max({radius, std::abs(o.x), std::abs(o.y), std::abs(o.z)});
    return radius;
}

int flops_of(const StencilFormula& formula) {
    return static_cast<int>(std::count_if(formula.terms.begin(), formula.terms.end(), [](const Term& term) {
        return term.operation != Operation::number && term.operation != Operation::node &&
               term.operation != Operation::negative;
    }));
}

}  // namespace wavesim
