// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/layer_slabs.hpp"

#include <algorithm>
#include <limits>

#include "stencils/gpu/common/block_times.hpp"
#include "stencils/gpu/single/slab_times.hpp"

namespace wavesim {

namespace {

constexpr int most_threads = 384;  // with more threads there are too few registers for two rows each
constexpr int most_radius = 4;

int up(std::int64_t a, int unit) { return static_cast<int>((a + unit - 1) / unit * unit); }
int parts(std::int64_t a, int size) { return static_cast<int>((a + size - 1) / size); }

KernelTile slab_tile(const StencilProblem& problem, int radius) {
    KernelTile tile;
    tile.rows = 2;
    tile.buffers = 3 + radius;
    tile.staged = true;
    tile.odd = std::count(problem.halo.begin(), problem.halo.end(), HaloRule::odd_half) > 0;
    tile.medium = medium_kind(problem.speed);
    return tile;
}

std::int64_t along(const Node& node, int axis) { return axis == 0 ? node.x : axis == 1 ? node.y : node.z; }

std::vector<LayerCorner> corners_of(const LayerSlabs& plan, const LayerPlan& layers, const Extent& n) {
    std::vector<LayerCorner> corners;
    std::array<int, 6> margin;
    std::transform(plan.margin.begin(), plan.margin.end(), margin.begin(),
                   [](std::int64_t nodes) { return static_cast<int>(nodes); });
    const int ny = static_cast<int>(n.ny), nz = static_cast<int>(n.nz);
    for (std::size_t s = 0; s < plan.slabs.size(); ++s)
        for (int axis = plan.slabs[s].axis - 1; axis >= 0; --axis) {
            if ((layers.axes_mask >> axis & 1) == 0) continue;
            LayerCorner corner;
            corner.axis = axis;
            corner.slab = static_cast<int>(s);
            corner.blocks = layers.axes[static_cast<std::size_t>(axis)].blocks;
            if (plan.slabs[s].axis == 2) {
                corner.second = {margin[4], nz - margin[4] - margin[5]};
                corner.blocks[1] = margin[4] + margin[5];
            } else {
                corner.first = {margin[2], ny - margin[2] - margin[3]};
                corner.second = {0, margin[4]};
                corner.blocks[0] = layers.blocks_of_rows(margin[2] + margin[3]);
                corner.blocks[1] = nz - margin[4] - margin[5];
            }
            corners.push_back(corner);
        }
    return corners;
}

}  // namespace

std::array<std::int64_t, 6> layer_margins(const StencilProblem& problem, const LayerPlan& layers) {
    const int reach = radius(problem.stencil);
    const int pack = static_cast<int>(16 / bytes_of(problem.precision));
    std::array<std::int64_t, 6> margin{};
    // Both sides of x have the same width, that of a tile.
    const int wide = up(std::max(layers.axes[0].low, layers.axes[0].high) + reach + pack - 1, 16);
    for (std::size_t d = 0; d < 3; ++d) {
        const LayerPlan::Axis& axis = layers.axes[d];
        if (axis.low > 0) margin[2 * d] = d == 0 ? wide : layer_margin(axis.low, reach);
        if (axis.high > 0) margin[2 * d + 1] = d == 0 ? wide : layer_margin(axis.high, reach);
    }
    const std::int64_t nx = problem.extent.nx;
    if (margin[1] > 0 && margin[1] < nx) margin[1] = nx - up(nx - margin[1], pack);
    return margin;
}

std::string slab_name(const LayerSlabs::Slab& slab) {
    return std::string("slab-") + (slab.tile.layer == SweptLayer::along_x ? "x" : "rows");
}

LayerSlabs plan_slabs(const StencilProblem& problem, const KernelForm& form, const DeviceLayout& layout,
                      int shared_limit) {
    if (!problem.layers.any()) return {};
    const LayerPlan plan = plan_layers(problem, layout);
    const Stencil& stencil = problem.stencil;
    const Extent& n = problem.extent;
    const int r = radius(stencil);
    if (form.slabs == nullptr || shape_of(stencil) != StencilShape::leggy || stencil.dims != 3 || r > most_radius ||
        problem.layers.half_order != r || problem.layers.averaged || plan.axes_mask == 0)
        return {};
    // Offsets within the frame of a slab across z are of type int.
    if (plan.axes[2].stored > 0 && layout.values > std::numeric_limits<int>::max()) return {};
    const int pack = static_cast<int>(16 / bytes_of(problem.precision));
    LayerSlabs slabs;
    slabs.form = form.slabs;
    slabs.margin = layer_margins(problem, plan);
    const auto& margin = slabs.margin;
    if (!leave_inner_box(margin, n)) return {};
    const CutGrid cut = cut_grid(n, margin);
    for (const int axis : {2, 1, 0}) {
        if ((plan.axes_mask >> axis & 1) == 0) continue;
        LayerSlabs::Slab slab;
        slab.axis = axis;
        slab.tile = slab_tile(problem, r);
        for (const NodeBox& box : cut.slabs[static_cast<std::size_t>(axis)]) {
            const auto at = static_cast<std::size_t>(slab.sides++);
            slab.from[at] = static_cast<int>(along(box.from, axis));
            slab.to[at] = static_cast<int>(along(box.to, axis));
        }
        if (axis == 0) {
            slab.tile.layer = SweptLayer::along_x;
            slab.tile.x = up(std::max(margin[0], margin[1]), 16);
            slab.tile.y = most_threads * pack / slab.tile.x * slab.tile.rows;
        } else {
            slab.tile.layer = SweptLayer::along_rows;
            slab.tile.y = static_cast<int>(*std::max_element(margin.begin() + 2, margin.end()));
            slab.tile.x = 32 * pack;
            while (slab.tile.x > 8 * pack && slab.tile.x / pack * slab.tile.y / 2 > most_threads) slab.tile.x /= 2;
        }
        const auto bytes = [&] { return slabs.form->shared_bytes(slab.tile, problem.precision, stencil); };
        while (axis == 0 && bytes() > shared_limit && slab.tile.y > 8) slab.tile.y -= 4;
        if (bytes() > shared_limit || slabs.form->threads(slab.tile, problem.precision) > most_threads) return {};
        slab.tiles_x = axis == 0 ? 1 : parts(n.nx, slab.tile.x);
        slab.tiles = axis == 0 ? parts(cut.inner.extent().ny, slab.tile.y) : slab.tiles_x;
        slab.planes = static_cast<int>(axis == 2 ? n.ny : cut.inner.extent().nz);
        slab.chunk = slab.planes;
        slabs.slabs.push_back(slab);
    }
    slabs.corners = corners_of(slabs, plan, n);
    return slabs;
}

std::vector<Region> slab_regions(const LayerSlabs& plan, const Extent& extent, const KernelTile& bulk) {
    std::vector<Region> regions = regions_of(cut_grid(extent, plan.margin), 1);
    regions.front().tile = to_string(bulk);
    for (std::size_t i = 0; i < plan.slabs.size(); ++i) regions[i + 1].tile = to_string(plan.slabs[i].tile);
    return regions;
}

void share_planes(LayerSlabs& plan, const StencilProblem& problem, const KernelTile& bulk, int multiprocessors) {
    if (plan.slabs.empty()) return;
    const int warm_up = radius(problem.stencil);
    // If both levels fit the L2 cache, the walk of a block through its planes dominates the time of a step. Then many
    // blocks with short chunks are best, although each has warm-up planes.
    const bool cached = stays_in_cache(problem);
    const int least = cached ? 2 : 4 * (warm_up + 1);
    const int bulk_ahead = cached ? warm_up + block_times.first_planes : warm_up;
    const int slab_ahead = cached ? warm_up + block_times.first_planes : 0;
    const int most_pieces = cached ? 32 : 8;
    const Extent inner = cut_grid(problem.extent, plan.margin).inner.extent();
    const int planes = static_cast<int>(inner.nz);
    const int tiles = parts(inner.nx, bulk.x) * parts(inner.ny, bulk.y);
    const double tile = static_cast<double>(bulk.x * bulk.y * bulk.blocks);
    const auto chunk_of = [least](int all, int pieces) { return std::min(all, std::max(parts(all, pieces), least)); };
    // Time until all blocks are done, if each goes to the first free multiprocessor: the bulk step, then the slabs.
    const auto time_of = [&](int bulk_pieces, int slab_pieces) {
        BlockClock clock(multiprocessors);
        const auto pass = [&](int blocks, int all, int chunk, int ahead, double cost) {
            for (int from = 0; from < all; from += chunk) {
                const int here = std::min(chunk, all - from);
                for (int i = 0; i < blocks; ++i) clock.run(cost * (here + ahead) * (1 + slab_times.drift * here));
            }
        };
        pass(parts(tiles, bulk.blocks), planes, chunk_of(planes, bulk_pieces), bulk_ahead, 1);
        for (const LayerSlabs::Slab& slab : plan.slabs)
            pass(slab.tiles * slab.sides, slab.planes, chunk_of(slab.planes, slab_pieces), slab_ahead,
                 (slab.axis == 0 ? slab_times.plane_x : slab_times.plane) * slab.tile.x * slab.tile.y / tile);
        return clock.end();
    };
    double best = std::numeric_limits<double>::max();
    for (int bulk_pieces = 2; bulk_pieces <= most_pieces - 2; ++bulk_pieces)
        for (int slab_pieces = 3; slab_pieces <= most_pieces; ++slab_pieces) {
            const double time = time_of(bulk_pieces, slab_pieces);
            if (time >= 0.99 * best) continue;  // fewer pieces read fewer planes twice, so small gains do not count
            best = time;
            plan.inner.chunk = chunk_of(planes, bulk_pieces);
            for (LayerSlabs::Slab& slab : plan.slabs) slab.chunk = chunk_of(slab.planes, slab_pieces);
        }
    plan.inner.whole = tiles * parts(planes, static_cast<int>(plan.inner.chunk));
    plan.inner.cost = best;
}

template <class Real>
kernels::FieldArguments<Real> slab_field(const LayerSlabs& plan, const LayerSlabs::Slab& slab,
                                         const kernels::FieldArguments<Real>& grid) {
    kernels::FieldArguments<Real> field = grid;
    if (slab.axis == 2) {
        field.pitch = static_cast<int>(grid.plane);
        field.plane = grid.pitch;
        std::swap(field.ny, field.nz);
        std::swap_ranges(field.halo + 2, field.halo + 4, field.halo + 4);
    } else {
        std::copy(plan.margin.begin() + 2 * (slab.axis + 1), plan.margin.end(), field.margin + 2 * (slab.axis + 1));
    }
    field.chunk = slab.chunk;
    field.tiles_x = slab.tiles_x;
    field.tiles = slab.tiles;
    field.whole = slab.blocks();
    return field;
}
template kernels::FieldArguments<float> slab_field(const LayerSlabs&, const LayerSlabs::Slab&,
                                                   const kernels::FieldArguments<float>&);
template kernels::FieldArguments<double> slab_field(const LayerSlabs&, const LayerSlabs::Slab&,
                                                    const kernels::FieldArguments<double>&);

template <class Real>
kernels::SweepLayer<Real> slab_layer(const LayerSlabs::Slab& slab, const kernels::LayerArguments<Real>& layers) {
    const kernels::LayerAxis<Real>& axis = layers.axis[slab.axis];
    const kernels::FieldArguments<Real>& grid = layers.field;
    kernels::SweepLayer<Real> layer{};
    layer.psi = axis.psi;
    layer.zeta = axis.zeta;
    layer.decay = axis.decay;
    layer.gain = axis.gain;
    layer.row = slab.axis == 2 ? axis.plane : axis.pitch;
    layer.plane = slab.axis == 2 ? axis.pitch : axis.plane;
    layer.low = axis.low;
    layer.high_from = (slab.axis == 0 ? grid.nx : slab.axis == 1 ? grid.ny : grid.nz) - axis.high;
    layer.shift = axis.shift;
    std::copy(slab.from.begin(), slab.from.end(), layer.from);
    std::copy(slab.to.begin(), slab.to.end(), layer.to);
    layer.courant_squared = layers.courant_squared;
    std::copy(layers.first, layers.first + 7, layer.first);
    std::copy(layers.second, layers.second + 7, layer.second);
    return layer;
}
template kernels::SweepLayer<float> slab_layer(const LayerSlabs::Slab&, const kernels::LayerArguments<float>&);
template kernels::SweepLayer<double> slab_layer(const LayerSlabs::Slab&, const kernels::LayerArguments<double>&);

}  // namespace wavesim
