// SPDX-License-Identifier: MIT
#include "stencils/courant_limits.hpp"

#include <algorithm>
#include <array>

namespace wavesim {
namespace {

struct Limit {
    std::string_view name;
    double courant;
};

constexpr std::array table{
    Limit{"compact-19-opt", 0.875000},  Limit{"compact-27-opt", 0.875000},  Limit{"compact-27-fine", 0.875000},
    Limit{"compact-33-opt", 0.650000},  Limit{"compact-57-opt", 0.899902},  Limit{"compact-57-fine", 0.924983},
    Limit{"compact-81-opt", 0.899994},  Limit{"compact-81-fine", 0.924977}, Limit{"compact-93-opt", 0.899997},
    Limit{"compact-123-opt", 0.899954}, Limit{"box-125-opt", 0.924983},     Limit{"box-125-fine", 0.949957},
    Limit{"box-125-opt4", 0.949873},    Limit{"box-125-fine4", 0.974869},
};

}  // namespace

double tabulated_courant_limit(std::string_view name) {
    const auto found = std::find_if(table.begin(), table.end(), [&](const Limit& limit) { return limit.name == name; });
    return found == table.end() ? 0 : found->courant;
}

}  // namespace wavesim
