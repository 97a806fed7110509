// SPDX-License-Identifier: MIT
#include "stencils/gpu/single/cuda/bulk_step.hpp"

#include <algorithm>

#include "stencils/gpu/single/bulk_source.hpp"
#include "stencils/gpu/single/single_texts.hpp"

namespace wavesim {

namespace {

template <class Real>
kernels::PointTable<Real> point_table(const Stencil& stencil, double courant, const DeviceLayout& layout) {
    kernels::PointTable<Real> table{};
    const auto add = [&](const Offset& l, double weight) {
        table.offset[table.pairs] = static_cast<int>(l.z * layout.plane + l.y * layout.pitch + l.x);
        table.dx[table.pairs] = static_cast<signed char>(l.x);
        table.dy[table.pairs] = static_cast<signed char>(l.y);
        table.dz[table.pairs] = static_cast<signed char>(l.z);
        table.weight[table.pairs] = static_cast<Real>(weight);
        table.rest[table.pairs] = static_cast<Real>(weight - static_cast<double>(table.weight[table.pairs]));
        ++table.pairs;
    };
    table.radius = radius(stencil);
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        for (const Offset& l : shell_points(stencil.shells[p], stencil.dims))
            if (l > Offset{}) add(l, courant * courant * stencil.a[p]);
    return table;
}

template <class Real>
kernels::PointTable<Real> arm_table(const Stencil& stencil, double courant) {
    kernels::PointTable<Real> table{};
    table.radius = radius(stencil);
    for (std::size_t p = 0; p < stencil.shells.size(); ++p)
        table.weight[stencil.shells[p].q1] = static_cast<Real>(courant * courant * stencil.a[p]);
    return table;
}

/// Weights of the shells. Each shell ends at the pair `offset` of point_table.
template <class Real>
kernels::PointTable<Real> shell_table(const Stencil& stencil, double courant) {
    kernels::PointTable<Real> table{};
    int end = 0;
    for (std::size_t p = 0; p < stencil.shells.size(); ++p) {
        const double weight = courant * courant * stencil.a[p];
        end += static_cast<int>(shell_points(stencil.shells[p], stencil.dims).size() / 2);
        table.offset[p] = end;
        table.weight[p] = static_cast<Real>(weight);
        table.rest[p] = static_cast<Real>(weight - static_cast<double>(table.weight[p]));
    }
    table.pairs = static_cast<int>(stencil.shells.size());
    return table;
}

}  // namespace

template <class Real>
BulkStep<Real>::BulkStep(const StencilProblem& problem, const BulkPart& part, const DeviceLayout& layout,
                         const Gpu& gpu, bool early)
    : form_(*part.form),
      library_(bulk_name(form_, problem.stencil),
               bulk_source(problem.stencil, problem.courant, precision_of<Real>(), form_, part.tile),
               gpu.architecture()),
      kernel_(library_.kernel("wavesim_bulk")),
      threads_(form_.threads(part.tile, precision_of<Real>())),
      shared_bytes_(form_.shared_bytes(part.tile, precision_of<Real>(), problem.stencil)),
      early_(early) {
    resources_ = prepare_kernel(kernel_, threads_, shared_bytes_);
    for (const NodeBox& box : part.boxes) launches_.push_back(launch_of(problem, part, box, layout, gpu));
    if (form_.tables != PointTables::none) points_ = point_table<Real>(problem.stencil, problem.courant, layout);
    if (form_.tables == PointTables::points_and_arms) sets_ = arm_table<Real>(problem.stencil, problem.courant);
    if (form_.tables == PointTables::points_and_shells) sets_ = shell_table<Real>(problem.stencil, problem.courant);
}

template <class Real>
typename BulkStep<Real>::Launch BulkStep<Real>::launch_of(const StencilProblem& problem, const BulkPart& part,
                                                          const NodeBox& box, const DeviceLayout& layout,
                                                          const Gpu& gpu) const {
    const Extent& n = problem.extent;
    const Extent inside = box.extent();
    const KernelTile& tile = part.tile;
    const auto count = [](std::int64_t size, std::int64_t pieces) {
        return static_cast<unsigned>((size + pieces - 1) / pieces);
    };
    kernels::FieldArguments<Real> fields{};
    fields.plane = layout.plane;
    fields.pitch = static_cast<int>(layout.pitch);
    fields.nx = static_cast<int>(n.nx);
    fields.ny = static_cast<int>(n.ny);
    fields.nz = static_cast<int>(n.nz);
    const std::array<std::int64_t, 6> margin{box.from.x,      n.nx - box.to.x, box.from.y,
                                             n.ny - box.to.y, box.from.z,      n.nz - box.to.z};
    for (std::size_t side = 0; side < 6; ++side) {
        fields.margin[side] = static_cast<int>(margin[side]);
        fields.halo[side] = static_cast<int>(problem.halo[side]);
    }
    if (!form_.walks_along_z)
        return {fields, dim3(count(inside.nx, tile.x), count(inside.ny, tile.y), count(inside.nz, tile.z * tile.rows))};
    const std::int64_t slots = std::int64_t{gpu.multiprocessors} * std::max(resources_.blocks_per_multiprocessor, 1);
    const Schedule schedule =
        part.schedule ? *part.schedule : choose_schedule(inside, tile, radius(problem.stencil), slots);
    fields.chunk = static_cast<int>(schedule.chunk);
    fields.tiles_x = static_cast<int>(count(inside.nx, tile.x));
    fields.tiles = fields.tiles_x * static_cast<int>(count(inside.ny, tile.y));
    fields.whole = static_cast<int>(schedule.whole);
    fields.left = static_cast<int>(schedule.left);
    fields.piece = static_cast<int>(schedule.piece);
    return {fields, dim3(static_cast<unsigned>(schedule.blocks()))};
}

template <class Real>
void BulkStep<Real>::launch_on(cudaStream_t stream, const Real* now, Real* next,
                               const kernels::FactorArguments& factor) const {
    for (const Launch& box : launches_) {
        kernels::FieldArguments<Real> fields = box.fields;
        fields.now = now;
        fields.next = next;
        fields.factor = factor;
        const auto run = [&](const auto&... tables) {
            launch_next(early_, kernel_, box.blocks, threads_, shared_bytes_, stream, fields, tables...);
        };
        switch (form_.tables) {
            case PointTables::none: run(); break;
            case PointTables::points: run(points_); break;
            default: run(points_, sets_); break;
        }
    }
}

template class BulkStep<float>;
template class BulkStep<double>;

}  // namespace wavesim
