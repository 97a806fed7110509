// SPDX-License-Identifier: MIT
// The product's table of families, compiled from its own source under another name, and a row more of each kind.
#include <vector>

#include "stencils/gpu/families/gpu_families.hpp"
#include "stencils/gpu/stub/stub_forms.hpp"
#include "stencils/gpu/stub_row/stub_row.hpp"

namespace wavesim {
std::span<const GpuFamily> families_of_the_product();
}
#define gpu_families families_of_the_product
#include "stencils/gpu/families/gpu_families.cpp"
#undef gpu_families

namespace wavesim {

std::span<const GpuFamily> gpu_families() {
    static const std::vector<GpuFamily> table = [] {
        std::vector<GpuFamily> rows(families_of_the_product().begin(), families_of_the_product().end());
        rows.push_back({stub_forms, nullptr});
        rows.push_back({nullptr, stub_row});
        rows.push_back({nullptr, stub_shown, true});
        return rows;
    }();
    return table;
}

}  // namespace wavesim
