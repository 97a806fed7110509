// SPDX-License-Identifier: MIT
// 2.5D streaming: a block walks along z with a tile of the plane. The forms differ in where they store loaded values.
#include <limits>
#include <set>
#include <utility>

#include "stencils/gpu/per_node/per_node_forms.hpp"
#include "stencils/gpu/per_node/per_node_times.hpp"
#include "stencils/gpu/single/tile_rim.hpp"

namespace wavesim {

namespace {

constexpr int warp = 32;
constexpr int sector_values = 8;  // 32 bytes of float
constexpr int most_threads = 1024;
constexpr int most_points = 513;

std::string too_many_points(const ProblemShape& shape) {
    return point_count(shape.stencil) > most_points ? "this form writes out every point, at most 513" : "";
}

std::string sums_why_not(const ProblemShape& shape) {
    const int r = radius(shape.stencil);
    if (r > 20) return "running sums along z are kept in registers, at most R = 20";
    if (r > 6 && shape_of(shape.stencil) != StencilShape::leggy)
        return "beyond R = 6 this form takes leggy stencils only";
    return {};
}

std::string register_why_not(const ProblemShape& shape) {
    if (radius(shape.stencil) > 8) return "mirror images and running sums do not fit the registers beyond R = 8";
    return sums_why_not(shape);
}

/// 128 threads, a multiple of 32 along x. As in section IV-A of Zhang et al., the shape with the fewest loaded bytes
/// per node is chosen, counted in whole sectors and with the halo. On compute capability 9.0 larger blocks were
/// measured to be slower for every placement.
KernelTile tile_of(const ProblemShape& shape) {
    constexpr int threads = 128;
    const int r = radius(shape.stencil);
    const bool flat = shape.stencil.dims == 2;
    KernelTile best;
    double best_cost = std::numeric_limits<double>::max();
    for (int x = 32; x <= threads; x *= 2) {
        if (x > 32 && x / 2 >= shape.extent.nx) break;
        const int y = flat ? 1 : threads / x;
        const int sectors = (x + 2 * r + 2 * sector_values - 2) / sector_values;
        const double cost = static_cast<double>(sectors) * (y + (flat ? 0 : 2 * r)) / (x * y);
        if (cost < best_cost) best_cost = cost, best = {x, y, 1, 1, 1, 1};
    }
    return best;
}

/// A kernel that keeps nothing in registers or shared memory relies on values that neighbouring threads load into the
/// cache. So 3D star stencils up to radius 2, which need few registers, get the largest block.
KernelTile global_tile(const ProblemShape& shape) {
    const Stencil& stencil = shape.stencil;
    if (stencil.dims == 3 && shape_of(stencil) == StencilShape::leggy && radius(stencil) <= 2)
        return {64, 16, 1, 1, 1, 1};
    return tile_of(shape);
}

/// Blocks of 64 to 1024 threads, whole warps along x, as in the study of Zhang et al.
std::vector<KernelTile> other_tiles(const KernelTile& usual, const ProblemShape& shape) {
    std::vector<KernelTile> tiles;
    for (int x = warp; x <= 512; x *= 2)
        for (int y = 1; y <= (shape.stencil.dims == 2 ? 1 : 16); y *= 2) {
            KernelTile tile = usual;
            tile.x = x, tile.y = y;
            if (x * y >= 2 * warp && x * y <= most_threads) tiles.push_back(tile);
        }
    return tiles;
}

int threads(const KernelTile& tile, Precision) { return tile.x * tile.y; }

int no_shared_bytes(const KernelTile&, Precision, const Stencil&) { return 0; }

int hybrid_shared_bytes(const KernelTile& tile, Precision precision, const Stencil& stencil) {
    return 2 * with_rim(tile, stencil) * static_cast<int>(bytes_of(precision));
}

int all_shared_bytes(const KernelTile& tile, Precision precision, const Stencil& stencil) {
    return (2 * radius(stencil) + 2) * with_rim(tile, stencil) * static_cast<int>(bytes_of(precision));
}

/// Values per node, u- included, also in the functions below.
double plane_values(const KernelTile&, Precision, const Stencil& stencil) {
    std::set<std::pair<int, int>> places{{0, 0}};
    for (const Shell& shell : stencil.shells)
        for (const Offset& l : shell_points(shell, stencil.dims)) places.insert({l.x, l.y});
    return static_cast<double>(places.size()) + 1;
}

double point_values(const KernelTile&, Precision, const Stencil& stencil) {
    return static_cast<double>(point_count(stencil)) + 1;
}

constexpr SpeedShape varies{true, MediumStorage::float32};

constexpr ExpectedRegisters register_registers[] = {
    {"leggy-1", {45, 56, 52, 64}},
    {"leggy-2", {66, 85, 72, 97}},
    {"leggy-4", {111, 142, 112, 160}},
    {"compact-27-iwb", {64, 84, 72, 89}},
    {"compact-57-opt", {125, 149, 122, 163}},
    {"box-125-opt", {147, 171, 140, 187}},
    {"leggy-4", {111, 143, 111, 156}, varies},
    {"compact-27-iwb", {63, 86, 64, 85}, varies},
};
constexpr ExpectedRegisters hybrid_registers[] = {
    {"leggy-1", {31, 40, 38, 48}},         {"leggy-2", {38, 52, 44, 60}},
    {"leggy-4", {48, 78, 56, 85}},         {"compact-27-iwb", {32, 45, 40, 52}},
    {"compact-57-opt", {48, 72, 56, 84}},  {"box-125-opt", {52, 84, 59, 91}},
    {"leggy-4", {47, 79, 53, 80}, varies}, {"compact-27-iwb", {32, 47, 39, 48}, varies},
};
constexpr ExpectedRegisters shared_registers[] = {
    {"leggy-1", {32, 40, 40, 48}},         {"leggy-2", {39, 52, 47, 59}},
    {"leggy-4", {48, 56, 56, 64}},         {"compact-27-iwb", {47, 52, 48, 59}},
    {"compact-57-opt", {47, 52, 56, 61}},  {"box-125-opt", {47, 56, 56, 64}},
    {"leggy-4", {48, 55, 56, 67}, varies}, {"compact-27-iwb", {47, 53, 55, 60}, varies},
};
constexpr ExpectedRegisters global_registers[] = {
    {"leggy-1", {79, 80, 84, 94}},
    {"leggy-2", {56, 61, 64, 69}},
    {"leggy-4", {96, 107, 96, 118}},
    {"compact-27-iwb", {72, 96, 72, 96}},
    {"compact-57-opt", {168, 186, 168, 187}},
    {"box-125-opt", {254, 246, 254, 248}},
    {"leggy-4", {96, 107, 96, 118}, varies},
    {"compact-27-iwb", {72, 96, 72, 96}, varies},
};

}  // namespace

const KernelForm forms::stream_register{
    .backend = "stream25.register",
    .summary = "GPU: 2.5D streaming, planes through the cache, sums in registers",
    .header = "per_node/stream25",
    .kernel = "StreamRegister",
    .walks_along_z = true,
    .gallery = true,
    .why_not = register_why_not,
    .tile = tile_of,
    .other_tiles = other_tiles,
    .threads = threads,
    .shared_bytes = no_shared_bytes,
    .loaded_values = plane_values,
    .thread_ps = [](const Stencil& s, Precision p,
                    std::string_view card) { return per_node_ps("stream25.register", s, p, card); },
    .registers = register_registers,
};

const KernelForm forms::stream_hybrid{
    .backend = "stream25.hybrid",
    .summary = "GPU: 2.5D streaming, newest plane in shared memory, sums in registers",
    .header = "per_node/stream25",
    .kernel = "StreamHybrid",
    .walks_along_z = true,
    .why_not = sums_why_not,
    .tile = tile_of,
    .other_tiles = other_tiles,
    .threads = threads,
    .shared_bytes = hybrid_shared_bytes,
    .loaded_values = rim_values,
    .thread_ps = [](const Stencil& s, Precision p,
                    std::string_view card) { return per_node_ps("stream25.hybrid", s, p, card); },
    .registers = hybrid_registers,
};

const KernelForm forms::stream_shared{
    .backend = "stream25.shared",
    .summary = "GPU: 2.5D streaming, all planes in shared memory",
    .header = "per_node/stream25",
    .kernel = "StreamShared",
    .walks_along_z = true,
    .gallery = true,
    .why_not = too_many_points,
    .tile = tile_of,
    .other_tiles = other_tiles,
    .threads = threads,
    .shared_bytes = all_shared_bytes,
    .loaded_values = rim_values,
    .thread_ps = [](const Stencil& s, Precision p,
                    std::string_view card) { return per_node_ps("stream25.shared", s, p, card); },
    .registers = shared_registers,
};

const KernelForm forms::stream_global{
    .backend = "stream25.global",
    .summary = "GPU: 2.5D streaming, nothing kept: the baseline",
    .header = "per_node/stream25",
    .kernel = "StreamGlobal",
    .walks_along_z = true,
    .gallery = true,
    .why_not = too_many_points,
    .tile = global_tile,
    .other_tiles = other_tiles,
    .threads = threads,
    .shared_bytes = no_shared_bytes,
    .loaded_values = point_values,
    .thread_ps = [](const Stencil& s, Precision p,
                    std::string_view card) { return per_node_ps("stream25.global", s, p, card); },
    .registers = global_registers,
};

}  // namespace wavesim
