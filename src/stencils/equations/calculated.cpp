// SPDX-License-Identifier: MIT
#include "stencils/equations/calculated.hpp"

#include <cmath>

namespace wavesim::equations {

double calculated(Operation operation, double x, double y) {
    switch (operation) {
        case Operation::negative: return -x;
        case Operation::root: return std::sqrt(x);
        case Operation::magnitude: return std::abs(x);
        case Operation::exponential: return std::exp(x);
        case Operation::sum: return x + y;
        case Operation::difference: return x - y;
        case Operation::product: return x * y;
        case Operation::least: return x < y ? x : y;
        case Operation::greatest: return x > y ? x : y;
        default: return x / y;
    }
}

}  // namespace wavesim::equations
