// SPDX-License-Identifier: MIT
#include "stencils/launch/launch_choice.hpp"

#include <algorithm>
#include <limits>

#include "stencils/kernels/arguments.cuh"
#include "stencils/launch/row_ends.hpp"

namespace wavesim {

namespace {

constexpr int sector_values = 8;  // 32 bytes of float
constexpr int most_unrolled_reach = 8;
constexpr int most_swept_reach = 10;

/// Block of a 2.5D form: 128 threads, a multiple of 32 along x. As in section IV-A of Zhang et al., the shape that
/// brings in the fewest bytes per node is taken, counted in whole sectors and with the rim; measured on compute
/// capability 9.0, blocks of more threads are slower for every placement.
KernelTile stream_tile(KernelForm form, const Stencil& stencil, const Extent& extent) {
    constexpr int threads = 128;
    const int r = radius(stencil);
    const bool flat = stencil.dims == 2;
    // What keeps nothing lives off its neighbours' loads: the most threads, where a point or two more need no register.
    if (form == KernelForm::stream_global && !flat && shape_of(stencil) == StencilShape::leggy && r <= 2)
        return {64, 16, 1, 1, 1, 1};
    KernelTile best;
    double best_cost = std::numeric_limits<double>::max();
    for (int x = 32; x <= threads; x *= 2) {
        if (x > 32 && x / 2 >= extent.nx) break;
        const int y = flat ? 1 : threads / x;
        const int sectors = (x + 2 * r + 2 * sector_values - 2) / sector_values;
        const double cost = static_cast<double>(sectors) * (y + (flat ? 0 : 2 * r)) / (x * y);
        if (cost < best_cost) best_cost = cost, best = {x, y, 1, 1, 1, 1};
    }
    return best;
}

KernelTile texture_tile(KernelForm form, const Stencil& stencil) {
    KernelTile tile{32, 4, 2};
    if (form == KernelForm::texture_unrolled) {
        const std::int64_t points = point_count(stencil);
        tile = {32, 4, 1, points > 400 ? 1 : points > 60 || radius(stencil) > 2 ? 2 : 4, 1, 1};
    }
    if (stencil.dims == 2) tile.z *= tile.y, tile.y = 1;
    return tile;
}

KernelTile sweep_tile(const StencilProblem& problem) {
    const Stencil& stencil = problem.stencil;
    const int r = radius(stencil);
    const bool star = shape_of(stencil) == StencilShape::leggy;
    KernelTile tile;
    if (r == 1)
        tile = {256, 8, 1, 2, 4, problem.speed.varies ? 2 : 3};  // the factors take the registers of a third block
    else if (r == 2)
        tile = {256, star || point_count(stencil) < 40 ? 12 : 16, 1, 2, 5, 1, true};
    else if (star && r <= 4)
        tile = {128, 24, 1, 2, 3 + r, 1, true};
    else if (r == 3)
        tile = {128, 4, 1, 1, 6, 3};
    else if (r > 6)
        tile = {128, 12, 1, 1, 3 + r, 1};
    else
        tile = {128, 8, 1, 1, 3 + r, 2};
    if (problem.precision == Precision::float64) tile.x /= 2;  // as many bytes per row, as many threads
    // Half as wide where the last column of tiles would stand mostly outside of the grid.
    const auto covered = [&](std::int64_t width) { return (problem.extent.nx + width - 1) / width * width; };
    if (tile.x > 64 && 100 * covered(tile.x) > 108 * covered(tile.x / 2)) tile.x /= 2, tile.y *= 2;
    return tile;
}

}  // namespace

KernelTile choose_tile(KernelForm form, const StencilProblem& problem, int shared_limit) {
    KernelTile tile = form == KernelForm::sweep ? sweep_tile(problem)
                      : walks_along_z(form)     ? stream_tile(form, problem.stencil, problem.extent)
                                                : texture_tile(form, problem.stencil);
    tile.odd = std::count(problem.halo.begin(), problem.halo.end(), HaloRule::odd_half) > 0;
    tile.medium = medium_kind(problem.speed);
    if (row_end_mover(form, problem) == RowEndMover::sweep)
        tile.end_column = static_cast<int>((problem.extent.nx - 1) % (16 / bytes_of(problem.precision)));
    const auto bytes = [&] {
        return shared_bytes(form, tile, problem.precision, radius(problem.stencil), problem.stencil.dims);
    };
    if (form == KernelForm::sweep)
        while (bytes() > shared_limit && tile.y > 2 * tile.rows) tile.y -= 2 * tile.rows;
    return tile;
}

bool walks_along_z(KernelForm form) {
    return form == KernelForm::sweep || form == KernelForm::stream_global || form == KernelForm::stream_shared ||
           form == KernelForm::stream_hybrid || form == KernelForm::stream_register;
}

std::string form_why_not(KernelForm form, const StencilProblem& problem, int shared_limit) {
    const Stencil& stencil = problem.stencil;
    const Extent& n = problem.extent;
    const int r = radius(stencil);
    if (const std::string fault = layers_fault(problem.layers, n, stencil); !fault.empty()) return fault;
    if (std::min(n.nx, n.nz) <= r || (n.ny > 1 && n.ny <= r))
        return "the grid is not larger than the stencil's radius of " + std::to_string(r) + " nodes";
    if (std::max({n.nx, n.ny, n.nz}) > 65535 || (n.nx + 32) * n.ny > std::numeric_limits<int>::max())
        return "one plane of the grid has more than 2147483647 nodes";
    if (point_tables(form) > 0 && (n.nx + 32) * n.ny * r > std::numeric_limits<int>::max())
        return "the stencil reaches further than 2147483647 nodes";
    switch (form) {
        case KernelForm::sweep:
            if (stencil.dims == 2) return "the plane sweep is for 3D grids";
            if (r > 6 && (r > most_swept_reach || shape_of(stencil) != StencilShape::leggy))
                return "the plane sweep keeps 2R+1 running sums in registers, at most R = 6, leggy stencils R = 10";
            if (shared_bytes(form, choose_tile(form, problem, shared_limit), problem.precision, r, stencil.dims) >
                shared_limit)
                return "the planes around a node do not fit shared memory";
            return {};
        case KernelForm::density: return {};
        case KernelForm::texture_leggy:
            if (shape_of(stencil) != StencilShape::leggy || stencil.dims == 2)
                return "this form is for leggy stencils in 3D";
            return {};
        case KernelForm::texture_loop:
        case KernelForm::texture_factored:
            if (point_count(stencil) > 2 * kernels::PointTable<float>::capacity + 1)
                return "the stencil has more than 513 points";
            return {};
        case KernelForm::texture_unrolled:
            if (r > most_unrolled_reach) return "written out beyond R = 8 this form is slower than any other";
            [[fallthrough]];
        case KernelForm::stream_global:
            if (point_count(stencil) > 513) return "this form writes out every point, at most 513";
            return {};
        case KernelForm::stream_shared: {
            if (point_count(stencil) > 513) return "this form writes out every point, at most 513";
            const KernelTile tile = choose_tile(form, problem, shared_limit);
            if (shared_bytes(form, tile, problem.precision, r, stencil.dims) > shared_limit)
                return "the planes around a node do not fit shared memory";
            return {};
        }
        case KernelForm::stream_hybrid:
        case KernelForm::stream_register:
            if (form == KernelForm::stream_register && r > 8)
                return "mirror images and running sums do not fit the registers beyond R = 8";
            if (r > 20) return "running sums along z are kept in registers, at most R = 20";
            if (r > 6 && shape_of(stencil) != StencilShape::leggy)
                return "beyond R = 6 this form takes leggy stencils only";
            return {};
    }
    return {};
}

}  // namespace wavesim
