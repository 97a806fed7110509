// SPDX-License-Identifier: MIT
// One thread per node, or per few nodes along z, that reads through the read-only cache.
#include <cmath>
#include <set>

#include "stencils/gpu/common/arguments.cuh"
#include "stencils/gpu/per_node/per_node_forms.hpp"
#include "stencils/gpu/per_node/per_node_times.hpp"

namespace wavesim {

namespace {

constexpr int warp = 32;
constexpr int most_threads = 1024;
constexpr int most_points = 513;
constexpr int most_unrolled_reach = 8;
static_assert(most_points == 2 * kernels::PointTable<float>::capacity + 1);

std::string unrolled_why_not(const ProblemShape& shape) {
    if (radius(shape.stencil) > most_unrolled_reach)
        return "written out beyond R = 8 this form is slower than any other";
    return point_count(shape.stencil) > most_points ? "this form writes out every point, at most 513" : "";
}

std::string leggy_why_not(const ProblemShape& shape) {
    const bool fits = shape_of(shape.stencil) == StencilShape::leggy && shape.stencil.dims == 3;
    return fits ? "" : "this form is for leggy stencils in 3D";
}

std::string list_why_not(const ProblemShape& shape) {
    return point_count(shape.stencil) > most_points ? "the stencil has more than 513 points" : "";
}

KernelTile in_dimensions(KernelTile tile, const Stencil& stencil) {
    if (stencil.dims == 2) tile.z *= tile.y, tile.y = 1;
    return tile;
}

KernelTile tile_of(const ProblemShape& shape) { return in_dimensions({32, 4, 2}, shape.stencil); }

KernelTile unrolled_tile(const ProblemShape& shape) {
    const std::int64_t points = point_count(shape.stencil);
    const int reach = radius(shape.stencil);
    // Nodes along z are rows of a 2D grid. Small grids need as many threads as possible.
    const std::int64_t small = reach == 1 ? 300'000 : 700'000;
    const bool few = shape.stencil.dims == 2 ? reach > 5 || shape.extent.nodes() < small : reach > 2;
    const int rows = points > 400 ? 1 : points > 60 || few ? 2 : 4;
    return in_dimensions({32, 4, 1, rows, 1, 1}, shape.stencil);
}

/// The same threads in other shapes.
std::vector<KernelTile> other_tiles(const KernelTile& usual, const ProblemShape& shape) {
    const bool flat = shape.stencil.dims == 2;
    std::vector<KernelTile> tiles;
    for (int x = warp; x <= 4 * warp; x *= 2)
        for (int y = 1; y <= (flat ? 1 : 8); y *= 2)
            for (int z = 1; z <= (flat ? 16 : 4); z *= 2) {
                KernelTile tile = usual;
                tile.x = x, tile.y = y, tile.z = z;
                if ((flat || y >= z) && x * y * z >= 4 * warp && x * y * z <= most_threads) tiles.push_back(tile);
            }
    return tiles;
}

/// Also with other numbers of nodes per thread.
std::vector<KernelTile> other_unrolled_tiles(const KernelTile& usual, const ProblemShape& shape) {
    std::vector<KernelTile> tiles = other_tiles(usual, shape);
    for (int rows = 1; rows <= 4; rows *= 2) {
        tiles.push_back(usual);
        tiles.back().rows = rows;
    }
    return tiles;
}

int threads(const KernelTile& tile, Precision) { return tile.x * tile.y * tile.z; }

int no_shared_bytes(const KernelTile&, Precision, const Stencil&) { return 0; }

int list_shared_bytes(const KernelTile&, Precision precision, const Stencil&) {
    return kernels::PointTable<float>::capacity * 4 * static_cast<int>(bytes_of(precision));
}

/// Values per node, u- included, also in the functions below.
double point_values(const KernelTile&, Precision, const Stencil& stencil) {
    return static_cast<double>(point_count(stencil)) + 1;
}

/// A thread that has several nodes along z loads each value once.
double column_values(const KernelTile& tile, Precision, const Stencil& stencil) {
    std::set<Offset> places;
    for (int z = 0; z < tile.rows; ++z) {
        places.insert({0, 0, z});
        for (const Shell& shell : stencil.shells)
            for (const Offset& l : shell_points(shell, stencil.dims)) places.insert({l.x, l.y, l.z + z});
    }
    return static_cast<double>(places.size()) / tile.rows + 1;
}

constexpr SpeedShape varies{true, MediumStorage::float32};
constexpr SpeedShape in_int16{true, MediumStorage::int16};

constexpr ExpectedRegisters unrolled_registers[] = {
    {"leggy-1", {52, 66, 60, 72}},
    {"leggy-2", {64, 104, 64, 112}},
    {"leggy-4", {64, 106, 64, 104}},
    {"compact-27-iwb", {80, 114, 80, 138}},
    {"compact-57-opt", {167, 154, 167, 212}},
    {"box-125-opt", {124, 150, 121, 150}},
    {"leggy-1", {54, 72, 64, 72}, varies},
    {"leggy-2", {72, 112, 72, 110}, varies},
    {"leggy-4", {64, 106, 64, 110}, varies},
    {"compact-27-iwb", {80, 120, 80, 136}, varies},
    {"compact-57-opt", {148, 158, 167, 192}, varies},
    {"box-125-opt", {128, 152, 125, 150}, varies},
    {"leggy-4", {64, 108, 64, 110}, in_int16},
};
constexpr ExpectedRegisters leggy_registers[] = {
    {"leggy-1", {56, 80, 56, 80}},         {"leggy-2", {56, 80, 56, 80}}, {"leggy-3", {56, 80, 56, 80}},
    {"leggy-4", {56, 80, 56, 80}},         {"leggy-6", {56, 80, 56, 80}}, {"leggy-8", {56, 80, 56, 80}},
    {"leggy-4", {56, 80, 56, 80}, varies},
};
constexpr ExpectedRegisters loop_registers[] = {
    {"leggy-1", {38, 48, 40, 48}},         {"leggy-2", {38, 48, 40, 48}},
    {"leggy-4", {38, 48, 40, 48}},         {"compact-27-iwb", {38, 48, 40, 48}},
    {"compact-57-opt", {38, 48, 40, 48}},  {"box-125-opt", {38, 48, 40, 48}},
    {"leggy-4", {40, 49, 40, 50}, varies}, {"compact-27-iwb", {40, 49, 40, 50}, varies},
};
constexpr ExpectedRegisters factored_registers[] = {
    {"leggy-1", {32, 40, 40, 44}},
    {"leggy-2", {32, 40, 40, 44}},
    {"leggy-4", {32, 40, 40, 44}},
    {"compact-27-iwb", {32, 40, 40, 44}},
    {"compact-57-opt", {32, 40, 40, 44}},
    {"box-125-opt", {32, 40, 40, 44}},
    {"compact-27-iwb", {34, 44, 40, 44}, varies},
};

/// Memory for compiling texture.unrolled [MiB]. Its source contains every value that a thread reads and every product
/// that it adds, and tests for each place of a cube whether it is a point.
struct UnrolledMemory {
    double base, product, value, place;
};
/// Fitted to measurements like usual_memory: within 3 % from leggy-1 to leggy-8 and for 19, 27 and 57 points, and 19
/// MiB too high for 125.
constexpr UnrolledMemory unrolled_memory{.base = 49, .product = 0.15, .value = 0.31, .place = 0.18};

CompilerMemory compiling_unrolled(const KernelTile& tile, Precision precision, const Stencil& stencil) {
    const int width = 2 * radius(stencil) + 1;
    const double places = stencil.dims == 2 ? width : width * width;
    const double values = column_values(tile, precision, stencil) - 1;
    const UnrolledMemory& of = unrolled_memory;
    const double mib =
        of.base + tile.rows * (of.product * point_count(stencil) + of.value * values + of.place * places);
    const std::int64_t bytes = std::llround(mib * 0x1p20);
    return {bytes, bytes};
}

}  // namespace

const KernelForm forms::texture_unrolled{
    .backend = "texture.unrolled",
    .summary = "GPU: node per thread, points known at compile time",
    .header = "per_node/texture",
    .kernel = "TextureUnrolled",
    .why_not = unrolled_why_not,
    .tile = unrolled_tile,
    .other_tiles = other_unrolled_tiles,
    .threads = threads,
    .shared_bytes = no_shared_bytes,
    .loaded_values = column_values,
    .thread_ps = [](const Stencil& s, Precision p,
                    std::string_view card) { return per_node_ps("texture.unrolled", s, p, card); },
    .registers = unrolled_registers,
    .compiling = compiling_unrolled,
};

const KernelForm forms::texture_leggy{
    .backend = "texture.leggy",
    .summary = "GPU: node per thread, leggy loop (KernelB)",
    .header = "per_node/texture",
    .kernel = "TextureLeggy",
    .tables = PointTables::points_and_arms,
    .gallery = true,
    .why_not = leggy_why_not,
    .tile = tile_of,
    .other_tiles = other_tiles,
    .threads = threads,
    .shared_bytes = no_shared_bytes,
    .loaded_values = point_values,
    .thread_ps = [](const Stencil& s, Precision p,
                    std::string_view card) { return per_node_ps("texture.leggy", s, p, card); },
    .registers = leggy_registers,
};

const KernelForm forms::texture_loop{
    .backend = "texture.loop",
    .summary = "GPU: node per thread, list of points (KernelA)",
    .header = "per_node/texture",
    .kernel = "TextureLoop",
    .tables = PointTables::points,
    .why_not = list_why_not,
    .tile = tile_of,
    .other_tiles = other_tiles,
    .threads = threads,
    .shared_bytes = list_shared_bytes,
    .loaded_values = point_values,
    .thread_ps = [](const Stencil& s, Precision p,
                    std::string_view card) { return per_node_ps("texture.loop", s, p, card); },
    .registers = loop_registers,
};

const KernelForm forms::texture_factored{
    .backend = "texture.factored",
    .summary = "GPU: node per thread, list of points, those of one weight added first",
    .header = "per_node/texture",
    .kernel = "TextureFactored",
    .tables = PointTables::points_and_shells,
    .gallery = true,
    .why_not = list_why_not,
    .tile = tile_of,
    .other_tiles = other_tiles,
    .threads = threads,
    .shared_bytes = list_shared_bytes,
    .loaded_values = point_values,
    .thread_ps = [](const Stencil& s, Precision p,
                    std::string_view card) { return per_node_ps("texture.factored", s, p, card); },
    .registers = factored_registers,
};

}  // namespace wavesim
