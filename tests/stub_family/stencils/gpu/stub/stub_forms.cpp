// SPDX-License-Identifier: MIT
#include "stencils/gpu/stub/stub_forms.hpp"

namespace wavesim {

namespace {

const KernelForm stub{
    .backend = "stub.node",
    .summary = "GPU: a family of the tests",
    .header = "stub/stub",
    .kernel = "StubNode",
    .why_not = [](const ProblemShape& shape) -> std::string {
        return radius(shape.stencil) == 3 && shape.stencil.dims == 3 ? "" : "the stub is for R = 3 in 3D";
    },
    .tile = [](const ProblemShape&) { return KernelTile{64, 2, 1, 1, 1, 1}; },
    .other_tiles =
        [](const KernelTile&, const ProblemShape&) {
            return std::vector<KernelTile>{{32, 8, 1, 1, 1, 1}};
        },
    .threads = [](const KernelTile& tile, Precision) { return tile.x * tile.y; },
    .shared_bytes = [](const KernelTile&, Precision, const Stencil&) { return 0; },
    .loaded_values = [](const KernelTile&, Precision, const Stencil& s) { return point_count(s) + 1.0; },
    .thread_ps = [](const Stencil&, Precision, std::string_view) { return 100.0; },
    .registers = {},
};

}  // namespace

std::span<const KernelForm* const> stub_forms() {
    static constexpr const KernelForm* table[] = {&stub};
    return table;
}

}  // namespace wavesim
