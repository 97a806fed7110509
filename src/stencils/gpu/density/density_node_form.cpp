// SPDX-License-Identifier: MIT
// Media whose density varies: a node per thread.
#include "stencils/gpu/common/support_text.hpp"
#include "stencils/gpu/density/density_forms.hpp"
#include "stencils/gpu/density/density_times.hpp"

namespace wavesim {

const KernelForm forms::density{
    .backend = "texture.density",
    .summary = "GPU: media whose density varies, node per thread",
    .header = "density/density",
    .kernel = "DensityNode",
    .density = true,
    .why_not = [](const ProblemShape&) -> std::string { return {}; },
    .tile = [](const ProblemShape& shape) -> KernelTile {
        if (shape.stencil.dims == 2) return {32, 1, 8};
        return {32, 4, 2};
    },
    .other_tiles = [](const KernelTile&, const ProblemShape&) { return std::vector<KernelTile>{}; },
    .threads = [](const KernelTile& tile, Precision) { return tile.x * tile.y * tile.z; },
    .shared_bytes = [](const KernelTile&, Precision, const Stencil&) { return 0; },
    .loaded_values = [](const KernelTile&, Precision, const Stencil&) { return 0.0; },
    .thread_ps = [](const Stencil& s, Precision p,
                    std::string_view card) { return thread_ps(density_times, "texture.density", card, s, p); },
    .registers = {},
    .compiling = [](const KernelTile&, Precision, const Stencil&) { return mebibytes(50, 65); },
};

}  // namespace wavesim
