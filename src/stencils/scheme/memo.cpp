// SPDX-License-Identifier: MIT
#include "stencils/scheme/memo.hpp"

namespace wavesim {

std::vector<double> numbers_of(const Stencil& stencil) {
    std::vector<double> numbers{static_cast<double>(stencil.dims)};
    for (std::size_t p = 0; p < stencil.shells.size(); ++p) {
        const Shell& shell = stencil.shells[p];
        for (const int q : {shell.q1, shell.q2, shell.q3}) numbers.push_back(q);
        numbers.push_back(stencil.a[p]);
    }
    return numbers;
}

}  // namespace wavesim
