// SPDX-License-Identifier: MIT
#include "stencils/cpu/density_pass.hpp"

#include <algorithm>

namespace wavesim::cpu {

namespace {

/// Faces of a row of x, which begin M before node 0, and what whole vectors store behind them.
std::int64_t row_faces(const FieldLayout& layout, int half_order) { return layout.extent.nx + 2 * half_order - 1; }
constexpr std::int64_t vector_guard = 16;

}  // namespace

template <class T>
DensityPass<T>::DensityPass(const DensityProblem& problem, const FieldLayout& layout, const DensityKernels<T>& kernels)
    : layout_(layout),
      kernels_(kernels),
      rho_(layout.values),
      flux_y_(layout.halo_y > 0 ? layout.values : 1),
      flux_z_(layout.values) {
    weights_.half_order = problem.kind().half_order;
    weights_.push = static_cast<T>(problem.courant * problem.courant);
    const std::vector<double> s = staggered_weights(weights_.half_order);
    std::copy(s.begin(), s.end(), weights_.s);
    // Not 0 anywhere: whole vectors divide by what lies beyond the halo, too.
    std::fill_n(rho_.data(), layout.values, T(1));
    for (FieldArray<T>* flux : {&flux_y_, &flux_z_}) std::fill_n(flux->data(), flux->size(), T(0));
    const Extent& e = layout.extent;
    const auto& sides = problem.halo;
    for (std::int64_t z = -layout.halo_z; z < e.nz + layout.halo_z; ++z)
        for (std::int64_t y = -layout.halo_y; y < e.ny + layout.halo_y; ++y) {
            const std::int64_t row = e.index(0, layout.halo_y == 0 ? y : density_image(y, e.ny, sides[2], sides[3]),
                                             density_image(z, e.nz, sides[4], sides[5]));
            for (std::int64_t x = -layout.halo_x; x < e.nx + layout.halo_x; ++x)
                rho_.data()[layout.at(x, y, z)] = static_cast<T>(
                    problem.density[static_cast<std::size_t>(row + density_image(x, e.nx, sides[0], sides[1]))]);
        }
}

template <class T>
void DensityPass<T>::update_flux(const Tile& tile, const T* current) {
    const Extent& e = layout_.extent;
    const std::int64_t reach = weights_.half_order;
    const bool flat = layout_.halo_y == 0;
    Tile rows = tile;  // with the faces of the halo
    if (rows.z_from == 0) rows.z_from = -reach;
    if (rows.z_to == e.nz) rows.z_to = e.nz + reach - 1;
    if (rows.y_from == 0 && !flat) rows.y_from = -reach;
    if (rows.y_to == e.ny && !flat) rows.y_to = e.ny + reach - 1;
    for (std::int64_t z = rows.z_from; z < rows.z_to; ++z)
        for (std::int64_t y = rows.y_from; y < rows.y_to; ++y) {
            const bool inner_y = y >= tile.y_from && y < tile.y_to;
            const bool inner_z = z >= tile.z_from && z < tile.z_to;
            const std::int64_t row = layout_.at(0, y, z);
            const auto flux = [&](FieldArray<T>& to, std::int64_t step) {
                kernels_.flux(weights_, {current + row, rho_.data() + row, to.data() + row, step, e.nx});
            };
            if (inner_y) flux(flux_z_, layout_.plane_pitch);
            if (inner_z && !flat) flux(flux_y_, layout_.row_pitch);
        }
}

template <class T>
std::int64_t DensityPass<T>::room() const {
    return row_faces(layout_, weights_.half_order) + vector_guard;
}

template <class T>
void DensityPass<T>::update(const Tile& rows, const T* current, T* next, const T* factor, T* room) const {
    const std::int64_t reach = weights_.half_order;
    for (std::int64_t z = rows.z_from; z < rows.z_to; ++z)
        for (std::int64_t y = rows.y_from; y < rows.y_to; ++y) {
            const std::int64_t row = layout_.at(0, y, z);
            kernels_.flux(weights_, {current + row - reach, rho_.data() + row - reach, room, 1,
                                     row_faces(layout_, weights_.half_order)});
            kernels_.update(weights_, {current + row, next + row, rho_.data() + row, factor + row, room,
                                       layout_.halo_y > 0 ? flux_y_.data() + row : nullptr, flux_z_.data() + row,
                                       layout_.row_pitch, layout_.plane_pitch, layout_.extent.nx});
        }
}

std::int64_t density_pass_bytes(const StencilProblem& problem, const FieldLayout& layout) {
    const std::int64_t arrays = layout.halo_y > 0 ? 3 : 2;
    return arrays * allocated_bytes(layout.values * bytes_of(problem.precision));
}

template class DensityPass<float>;
template class DensityPass<double>;

}  // namespace wavesim::cpu
