// SPDX-License-Identifier: MIT
#include "stencils/cpu/density_pass.hpp"

#include <algorithm>

#include "stencils/density/density_operator.hpp"

namespace wavesim::cpu {

namespace {

/// Faces of a row along x, which begin M before node 0, and padding for stores of whole vectors.
std::int64_t row_faces(const FieldLayout& layout, int half_order) { return layout.extent.nx + 2 * half_order - 1; }
constexpr std::int64_t vector_guard = 16;

}  // namespace

template <class T>
DensityPass<T>::DensityPass(const DensityProblem& problem, const FieldLayout& layout, const DensityKernels<T>& kernels)
    : layout_(layout),
      kernels_(kernels),
      modulus_(layout.values),
      buoyancy_{FieldArray<T>(layout.values), FieldArray<T>(layout.halo_y > 0 ? layout.values : 1),
                FieldArray<T>(layout.values)},
      flux_y_(layout.halo_y > 0 ? layout.values : 1),
      flux_z_(layout.values) {
    weights_.half_order = problem.kind().half_order;
    weights_.push = static_cast<T>(problem.courant * problem.courant);
    const std::vector<double> s = staggered_weights(weights_.half_order);
    std::copy(s.begin(), s.end(), weights_.s);
    for (FieldArray<T>* values : {&modulus_, &buoyancy_[0], &buoyancy_[1], &buoyancy_[2], &flux_y_, &flux_z_})
        std::fill_n(values->data(), values->size(), T(0));
    for (const int axis : {0, 1, 2})
        if (axis != 1 || layout.halo_y > 0) place_buoyancy(problem, axis);
    const Extent& e = layout.extent;
    for (std::int64_t z = 0; z < e.nz; ++z)
        for (std::int64_t y = 0; y < e.ny; ++y)
            std::copy_n(problem.fluid.modulus.begin() + e.index(0, y, z), e.nx, modulus_.data() + layout.at(0, y, z));
}

/// Copies the buoyancies of the faces where fluxes along an axis are needed: faces inside the grid and, along the axis,
/// M faces beyond either side.
template <class T>
void DensityPass<T>::place_buoyancy(const DensityProblem& problem, int axis) {
    const auto a = static_cast<std::size_t>(axis);
    const Extent& e = layout_.extent;
    const std::int64_t reach = weights_.half_order;
    const std::vector<float>& values = problem.fluid.buoyancy[a];
    const std::vector<float>& low_side = problem.fluid.low_side[a];
    std::array<std::int64_t, 3> from{0, 0, 0};
    std::array<std::int64_t, 3> to{e.nx, e.ny, e.nz};
    from[a] -= reach;
    to[a] += reach - 1;
    Extent side = e;
    (axis == 0 ? side.nx : axis == 1 ? side.ny : side.nz) = 1;
    for (std::int64_t z = from[2]; z < to[2]; ++z)
        for (std::int64_t y = from[1]; y < to[1]; ++y)
            for (std::int64_t x = from[0]; x < to[0]; ++x) {
                std::array<std::int64_t, 3> at{x, y, z};
                const FaceImage face = face_image(at[a], e.along(axis), problem.halo[2 * a], problem.halo[2 * a + 1]);
                at[a] = face.low_side ? 0 : face.node;
                const std::vector<float>& from_array = face.low_side ? low_side : values;
                const std::int64_t i = (face.low_side ? side : e).index(at[0], at[1], at[2]);
                buoyancy_[a].data()[layout_.at(x, y, z)] = static_cast<T>(from_array[static_cast<std::size_t>(i)]);
            }
}

template <class T>
FactorView<T> DensityPass<T>::factor() const {
    FactorView<T> view;
    view.values = modulus_.data();
    view.buoyancy_of = {buoyancy_[0].data(), buoyancy_[1].data(), buoyancy_[2].data()};
    return view;
}

template <class T>
void DensityPass<T>::update_flux(const Tile& tile, const T* current) {
    const Extent& e = layout_.extent;
    const std::int64_t reach = weights_.half_order;
    const bool flat = layout_.halo_y == 0;
    Tile rows = tile;  // including the faces of the halo
    if (rows.z_from == 0) rows.z_from = -reach;
    if (rows.z_to == e.nz) rows.z_to = e.nz + reach - 1;
    if (rows.y_from == 0 && !flat) rows.y_from = -reach;
    if (rows.y_to == e.ny && !flat) rows.y_to = e.ny + reach - 1;
    for (std::int64_t z = rows.z_from; z < rows.z_to; ++z)
        for (std::int64_t y = rows.y_from; y < rows.y_to; ++y) {
            const bool inner_y = y >= tile.y_from && y < tile.y_to;
            const bool inner_z = z >= tile.z_from && z < tile.z_to;
            const std::int64_t row = layout_.at(0, y, z);
            const auto flux = [&](const FieldArray<T>& buoyancy, FieldArray<T>& to, std::int64_t step) {
                kernels_.flux(weights_, {current + row, buoyancy.data() + row, to.data() + row, step, e.nx});
            };
            if (inner_y) flux(buoyancy_[2], flux_z_, layout_.plane_pitch);
            if (inner_z && !flat) flux(buoyancy_[1], flux_y_, layout_.row_pitch);
        }
}

template <class T>
std::int64_t DensityPass<T>::room() const {
    return row_faces(layout_, weights_.half_order) + vector_guard;
}

template <class T>
void DensityPass<T>::update(const Tile& rows, const T* current, T* next, T* room) const {
    const std::int64_t reach = weights_.half_order;
    for (std::int64_t z = rows.z_from; z < rows.z_to; ++z)
        for (std::int64_t y = rows.y_from; y < rows.y_to; ++y) {
            const std::int64_t row = layout_.at(0, y, z);
            kernels_.flux(weights_, {current + row - reach, buoyancy_[0].data() + row - reach, room, 1,
                                     row_faces(layout_, weights_.half_order)});
            kernels_.update(weights_, {current + row, next + row, modulus_.data() + row, room,
                                       layout_.halo_y > 0 ? flux_y_.data() + row : nullptr, flux_z_.data() + row,
                                       layout_.row_pitch, layout_.plane_pitch, layout_.extent.nx});
        }
}

std::int64_t density_pass_bytes(const StencilProblem& problem, const FieldLayout& layout) {
    const std::int64_t arrays = layout.halo_y > 0 ? 6 : 4;
    return arrays * allocated_bytes(layout.values * bytes_of(problem.precision));
}

template class DensityPass<float>;
template class DensityPass<double>;

}  // namespace wavesim::cpu
