// SPDX-License-Identifier: MIT
#include "stencils/cuda/bulk_step.hpp"

#include <algorithm>

#include "stencils/launch/kernel_source.hpp"

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

/// Weights of the shells, and up to which pair of point_table they reach.
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

std::string bulk_name(const KernelForm& form, const Stencil& stencil) {
    return "bulk-" + form.name() + "-" + std::to_string(point_count(stencil));
}

template <class Real>
BulkStep<Real>::BulkStep(const StencilProblem& problem, const KernelForm& form, const DeviceLayout& layout,
                         const Gpu& gpu, const KernelTile& tile, const LayerSlabs& slabs)
    : form_(form),
      level_size_(layout.values),
      library_(bulk_name(form, problem.stencil),
               bulk_source(problem.stencil, problem.courant, precision_of<Real>(), form, tile), gpu.architecture()),
      kernel_(library_.kernel("wavesim_bulk")),
      threads_(form.threads(tile, precision_of<Real>())),
      shared_bytes_(form.shared_bytes(tile, precision_of<Real>(), problem.stencil)) {
    resources_ = prepare_kernel(kernel_, threads_, shared_bytes_);
    const Extent& n = problem.extent;
    const auto count = [](std::int64_t size, std::int64_t part) {
        return static_cast<unsigned>((size + part - 1) / part);
    };
    const std::int64_t slots = std::int64_t{gpu.multiprocessors} * std::max(resources_.blocks_per_multiprocessor, 1);
    fields_.plane = layout.plane;
    fields_.pitch = static_cast<int>(layout.pitch);
    fields_.nx = static_cast<int>(n.nx);
    fields_.ny = static_cast<int>(n.ny);
    fields_.nz = static_cast<int>(n.nz);
    if (form.walks_along_z) {
        const std::array<int, 6>& apart = slabs.apart;
        const Extent inner{n.nx - apart[0] - apart[1], n.ny - apart[2] - apart[3], n.nz - apart[4] - apart[5]};
        std::copy(apart.begin(), apart.end(), fields_.apart);
        const Schedule schedule =
            slabs.slabs.empty() ? choose_schedule(inner, tile, radius(problem.stencil), slots) : slabs.inner;
        fields_.chunk = static_cast<int>(schedule.chunk);
        fields_.tiles_x = static_cast<int>(count(inner.nx, tile.x));
        fields_.tiles = fields_.tiles_x * static_cast<int>(count(inner.ny, tile.y));
        fields_.whole = static_cast<int>(schedule.whole);
        fields_.left = static_cast<int>(schedule.left);
        fields_.piece = static_cast<int>(schedule.piece);
        grid_ = dim3(static_cast<unsigned>(schedule.blocks()));
    } else {
        const int planes = tile.z * tile.rows;
        grid_ = dim3(count(n.nx, tile.x), count(n.ny, tile.y), count(n.nz, planes));
    }
    for (std::size_t side = 0; side < 6; ++side) fields_.halo[side] = static_cast<int>(problem.halo[side]);
    if (form.tables != PointTables::none) points_ = point_table<Real>(problem.stencil, problem.courant, layout);
    if (form.tables == PointTables::points_and_arms) sets_ = arm_table<Real>(problem.stencil, problem.courant);
    if (form.tables == PointTables::points_and_shells) sets_ = shell_table<Real>(problem.stencil, problem.courant);
}

template <class Real>
void BulkStep<Real>::launch_on(cudaStream_t stream, const Real* now, Real* next,
                               const kernels::FactorArguments& factor) const {
    kernels::FieldArguments<Real> fields = fields_;
    fields.now = now;
    fields.next = next;
    fields.factor = factor;
    if (form_.density) fields.density = static_cast<const float*>(factor.values) + level_size_;
    switch (form_.tables) {
        case PointTables::none: launch(kernel_, grid_, threads_, shared_bytes_, stream, fields); break;
        case PointTables::points: launch(kernel_, grid_, threads_, shared_bytes_, stream, fields, points_); break;
        default: launch(kernel_, grid_, threads_, shared_bytes_, stream, fields, points_, sets_); break;
    }
}

template class BulkStep<float>;
template class BulkStep<double>;

}  // namespace wavesim
