// SPDX-License-Identifier: MIT
// The strategies of Sai et al., "Using the semi-stencil algorithm to accelerate high-order stencils on GPUs", Table I,
// for comparison. Two of them are kernels of other forms in the blocks of that paper.
#include "stencils/gpu/semi/semi_forms.hpp"
#include "stencils/gpu/semi/semi_times.hpp"
#include "stencils/gpu/single/tile_rim.hpp"

namespace wavesim {

namespace {

constexpr int most_reach = 10;
/// Shared memory of a block on compute capability 8.0; the usual blocks need no more.
constexpr int usual_shared_bytes = 163 << 10;

std::string why_not(const ProblemShape& shape) {
    const bool fits = shape_of(shape.stencil) == StencilShape::leggy && shape.stencil.dims == 3;
    return fits && radius(shape.stencil) <= most_reach ? ""
                                                       : "semi-stencils are for leggy stencils in 3D, at most R = 10";
}

constexpr KernelTile block(int x, int y, int z = 1) { return {x, y, z, 1, 1, 1}; }

int threads(const KernelTile& tile, Precision) { return tile.x * tile.y * tile.z; }
int no_shared_bytes(const KernelTile&, Precision, const Stencil&) { return 0; }
int cube_bytes(const KernelTile& tile, Precision precision, const Stencil& stencil) {
    return (tile.z + 2 * radius(stencil)) * with_rim(tile, stencil) * static_cast<int>(bytes_of(precision));
}
/// Bytes of `reaches` R + `more` planes.
template <int reaches, int more>
int plane_bytes(const KernelTile& tile, Precision precision, const Stencil& stencil) {
    return (reaches * radius(stencil) + more) * with_rim(tile, stencil) * static_cast<int>(bytes_of(precision));
}

/// Uses a smaller block if stencil and precision require it.
template <int (*shared_bytes)(const KernelTile&, Precision, const Stencil&), int x, int y, int z>
KernelTile tile_of(const ProblemShape& shape) {
    KernelTile tile = block(x, y, z);
    while (shared_bytes(tile, shape.precision, shape.stencil) > usual_shared_bytes) (tile.y > 4 ? tile.y : tile.x) /= 2;
    return tile;
}

/// Blocks of the paper and a few wider ones.
std::vector<KernelTile> other_cubes(const KernelTile& usual, const ProblemShape&) {
    std::vector<KernelTile> tiles(7, usual);
    constexpr KernelTile blocks[] = {block(8, 8, 8),  block(32, 4, 4), block(16, 8, 8), block(32, 8, 4),
                                     block(64, 4, 2), block(64, 4, 4), block(128, 2, 2)};
    for (std::size_t i = 0; i < tiles.size(); ++i)
        tiles[i].x = blocks[i].x, tiles[i].y = blocks[i].y, tiles[i].z = blocks[i].z;
    return tiles;
}
std::vector<KernelTile> other_columns(const KernelTile& usual, const ProblemShape&) {
    std::vector<KernelTile> tiles(10, usual);
    constexpr KernelTile blocks[] = {block(8, 8),   block(16, 8), block(16, 16), block(32, 4),  block(32, 8),
                                     block(32, 16), block(64, 4), block(64, 8),  block(64, 16), block(128, 2)};
    for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i].x = blocks[i].x, tiles[i].y = blocks[i].y;
    return tiles;
}

double point_values(const KernelTile&, Precision, const Stencil& stencil) {
    return static_cast<double>(point_count(stencil)) + 1;
}
/// Values of a cube, with planes beside it without their halos.
double cube_values(const KernelTile& tile, Precision, const Stencil& stencil) {
    const int r = radius(stencil);
    const int nodes = tile.x * tile.y * tile.z;
    const int values = tile.z * (with_rim(tile, stencil) - 4 * r * r) + 2 * r * tile.x * tile.y;
    return static_cast<double>(values) / nodes + 1;
}

constexpr SpeedShape varies{true, MediumStorage::float32};

constexpr ExpectedRegisters gmem_3d_registers[] = {
    {"leggy-1", {25, 32, 34, 37}},
    {"leggy-4", {40, 64, 40, 64}},
    {"leggy-10", {72, 128, 80, 128}},
    {"leggy-4", {42, 64, 47, 64}, varies},
};
constexpr ExpectedRegisters smem_3d_registers[] = {
    {"leggy-1", {32, 32, 32, 38}},
    {"leggy-4", {47, 48, 48, 56}},
    {"leggy-10", {72, 122, 77, 125}},
    {"leggy-4", {47, 48, 48, 56}, varies},
};
constexpr ExpectedRegisters smem_25d_registers[] = {
    {"leggy-1", {32, 40, 40, 48}},
    {"leggy-4", {48, 52, 55, 63}},
    {"leggy-10", {64, 109, 72, 116}},
    {"leggy-4", {48, 53, 56, 64}, varies},
};
constexpr ExpectedRegisters semi_25d_registers[] = {
    {"leggy-1", {32, 37, 39, 44}},
    {"leggy-4", {56, 69, 64, 76}},
    {"leggy-10", {72, 100, 80, 107}},
    {"leggy-4", {56, 74, 64, 77}, varies},
};
constexpr ExpectedRegisters b_registers[] = {
    {"leggy-1", {32, 40, 40, 48}},
    {"leggy-4", {56, 76, 64, 83}},
    {"leggy-10", {80, 112, 96, 120}},
    {"leggy-4", {63, 80, 64, 84}, varies},
};
constexpr ExpectedRegisters ba_registers[] = {
    {"leggy-1", {32, 36, 39, 43}},
    {"leggy-4", {56, 66, 64, 73}},
    {"leggy-10", {72, 108, 80, 115}},
    {"leggy-4", {56, 71, 64, 74}, varies},
};
constexpr ExpectedRegisters two_z_registers[] = {
    {"leggy-1", {32, 37, 40, 44}},
    {"leggy-4", {56, 73, 64, 80}},
    {"leggy-10", {80, 103, 96, 111}},
    {"leggy-4", {64, 83, 64, 86}, varies},
};

/// A form whose blocks walk along z with `planes` of the stencil's planes in shared memory.
template <int (*planes)(const KernelTile&, Precision, const Stencil&), int x, int y>
KernelForm walking(const char* backend, const char* summary, const char* kernel,
                   double (*ps)(const Stencil&, Precision, std::string_view card),
                   std::span<const ExpectedRegisters> registers) {
    return {
        .backend = backend,
        .summary = summary,
        .header = "semi/semi",
        .kernel = kernel,
        .walks_along_z = true,
        .gallery = true,
        .why_not = why_not,
        .tile = tile_of<planes, x, y, 1>,
        .other_tiles = other_columns,
        .threads = threads,
        .shared_bytes = planes,
        .loaded_values = rim_values,
        .thread_ps = ps,
        .registers = registers,
    };
}

}  // namespace

const KernelForm forms::semi_gmem_3d{
    .backend = "semi.gmem_3d",
    .summary = "GPU, for comparison: blocks of nodes, all through the cache",
    .header = "per_node/texture",
    .kernel = "TextureUnrolled",
    .gallery = true,
    .why_not = why_not,
    .tile = tile_of<no_shared_bytes, 64, 4, 2>,
    .other_tiles = other_cubes,
    .threads = threads,
    .shared_bytes = no_shared_bytes,
    .loaded_values = point_values,
    .thread_ps = [](const Stencil& s, Precision p,
                    std::string_view card) { return thread_ps(semi_times, "semi.gmem_3d", card, s, p); },
    .registers = gmem_3d_registers,
};

const KernelForm forms::semi_smem_3d{
    .backend = "semi.smem_3d",
    .summary = "GPU, for comparison: blocks of nodes and all around them in shared memory",
    .header = "semi/semi",
    .kernel = "SemiCube",
    .gallery = true,
    .why_not = why_not,
    .tile = tile_of<cube_bytes, 32, 4, 4>,
    .other_tiles = other_cubes,
    .threads = threads,
    .shared_bytes = cube_bytes,
    .loaded_values = cube_values,
    .thread_ps = [](const Stencil& s, Precision p,
                    std::string_view card) { return thread_ps(semi_times, "semi.smem_3d", card, s, p); },
    .registers = smem_3d_registers,
};

/// The kernel of stream25.shared.
const KernelForm forms::semi_smem_25d = walking<plane_bytes<2, 2>, 32, 8>(
    "semi.smem_25d", "GPU, for comparison: walks along z, 2R+1 planes in shared memory", "StreamShared",
    [](const Stencil& s, Precision p, std::string_view card) {
        return thread_ps(semi_times, "semi.smem_25d", card, s, p);
    },
    smem_25d_registers);

const KernelForm forms::semi_25d = walking<plane_bytes<1, 1>, 32, 8>(
    "semi.semi_25d", "GPU, for comparison: semi-stencil, R+1 planes in shared memory", "SemiPlain",
    [](const Stencil& s, Precision p, std::string_view card) {
        return thread_ps(semi_times, "semi.semi_25d", card, s, p);
    },
    semi_25d_registers);

const KernelForm forms::semi_b = walking<plane_bytes<1, 2>, 32, 8>(
    "semi.b", "GPU, for comparison: semi-stencil, the next plane in registers", "SemiBuffered",
    [](const Stencil& s, Precision p, std::string_view card) { return thread_ps(semi_times, "semi.b", card, s, p); },
    b_registers);

const KernelForm forms::semi_ba = walking<plane_bytes<1, 2>, 64, 4>(
    "semi.ba", "GPU, for comparison: semi-stencil, the next plane by asynchronous copies", "SemiCopied",
    [](const Stencil& s, Precision p, std::string_view card) { return thread_ps(semi_times, "semi.ba", card, s, p); },
    ba_registers);

const KernelForm forms::semi_2z = walking<plane_bytes<1, 2>, 32, 8>(
    "semi.2z", "GPU, for comparison: semi-stencil, two planes per step", "SemiFolded",
    [](const Stencil& s, Precision p, std::string_view card) { return thread_ps(semi_times, "semi.2z", card, s, p); },
    two_z_registers);

std::span<const KernelForm* const> semi_forms() {
    static constexpr const KernelForm* table[] = {&forms::semi_gmem_3d, &forms::semi_smem_3d, &forms::semi_smem_25d,
                                                  &forms::semi_25d,     &forms::semi_b,       &forms::semi_ba,
                                                  &forms::semi_2z};
    return table;
}

}  // namespace wavesim
