// SPDX-License-Identifier: MIT
#include "stencils/cpu/tti/tti_layers.hpp"

#include <algorithm>

#include <span>
#include <string>
#include "stencils/cpu/round_up.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim::cpu {

namespace {

constexpr std::array<const char*, 6> side_names{"x_min", "x_max", "y_min", "y_max", "z_min", "z_max"};
constexpr std::size_t arrays = 6;  ///< psi of two steps and xi, of two fields each

/// Layout of the memory of a side.
struct SlabShape {
    int axis;
    std::int64_t from;
    std::int64_t to;
    std::int64_t x_from;
    std::int64_t pitch;
    std::int64_t rows;
};
SlabShape shape_of(const StencilProblem& problem, std::size_t side) {
    const Extent& e = problem.extent;
    const std::int64_t line = 64 / bytes_of(problem.precision);
    const int axis = static_cast<int>(side / 2);
    const std::int64_t width = problem.layers.width[side];
    const std::int64_t from = side % 2 == 0 ? 0 : e.along(axis) - width;
    const std::int64_t x_from = axis == 0 ? from / line * line : 0;
    const std::int64_t x_to = axis == 0 ? from + width : e.nx;
    const std::int64_t rows = axis == 0 ? e.ny * e.nz : width * (axis == 1 ? e.nz : e.ny);
    return {axis, from, from + width, x_from, round_up(x_to - x_from, line), rows};
}

std::int64_t table_values(const SlabShape& shape) { return shape.axis == 0 ? shape.pitch : shape.to - shape.from; }

}  // namespace

template <class T>
std::int64_t TtiLayers<T>::Slab::row(std::int64_t y, std::int64_t z, const Extent& extent) const {
    const std::int64_t number = axis == 0   ? y + extent.ny * z
                                : axis == 1 ? (y - from) + (to - from) * z
                                            : y + extent.ny * (z - from);
    return number * pitch;
}

template <class T>
typename TtiLayers<T>::Slab TtiLayers<T>::make_slab(const StencilProblem& problem, std::size_t side) {
    const SlabShape shape = shape_of(problem, side);
    const std::int64_t values = table_values(shape);
    Slab slab{side,
              shape.axis,
              shape.from,
              shape.to,
              shape.x_from,
              shape.pitch,
              shape.rows,
              {},
              {},
              FieldArray<T>(values),
              FieldArray<T>(values)};
    const auto axis = static_cast<std::size_t>(shape.axis);
    const std::int64_t first = shape.axis == 0 ? shape.x_from : shape.from;
    for (std::int64_t i = 0; i < values; ++i) {
        const bool inside = first + i >= shape.from && first + i < shape.to;
        const auto node = static_cast<std::size_t>(first + i);
        slab.decay.data()[i] = inside ? static_cast<T>(problem.layers.decay[axis][node]) : T(0);
        slab.gain.data()[i] = inside ? static_cast<T>(problem.layers.gain[axis][node]) : T(0);
    }
    for (std::size_t a = 0; a < arrays; ++a) {
        std::vector<FieldArray<T>>& kind = a < 4 ? slab.psi : slab.xi;
        kind.emplace_back(shape.rows * shape.pitch);
        std::fill_n(kind.back().data(), kind.back().size(), T(0));
    }
    return slab;
}

template <class T>
TtiLayers<T>::TtiLayers(const StencilProblem& problem, const FieldLayout& layout, const TtiKernels<T>& kernels)
    : layout_(layout), kernels_(kernels) {
    for (std::size_t side = 0; side < 6; ++side)
        if (tti_form(problem) == TtiForm::self_adjoint && problem.layers.width[side] > 0)
            slabs_.push_back(make_slab(problem, side));
}

template <class T>
bool TtiLayers<T>::reach(int axis, std::int64_t y, std::int64_t z) const {
    return std::any_of(slabs_.begin(), slabs_.end(),
                       [&](const Slab& slab) { return slab.axis == axis && slab.holds(y, z); });
}

template <class T>
void TtiLayers<T>::add_to_flux(std::int64_t step, std::int64_t y, std::int64_t z, bool own, const FluxRow<T>& row) {
    const auto now = static_cast<std::size_t>(step % 2);
    const std::int64_t steps[3] = {1, layout_.row_pitch, layout_.plane_pitch};
    for (Slab& slab : slabs_) {
        if (!slab.holds(y, z)) continue;
        const std::int64_t memory = slab.row(y, z, layout_.extent);
        LayerFluxRow<T> part{};
        part.d = slab.axis;
        part.step = steps[slab.axis];
        part.decay = slab.decay.data() + slab.table(y, z);
        part.gain = slab.gain.data() + slab.table(y, z);
        part.count = slab.count(layout_.extent);
        for (int d = 0; d < 3; ++d) part.axis[d] = row.medium.axis[d] + slab.x_from;
        for (std::size_t f = 0; f < 2; ++f) {
            part.field[f] = row.field[f] + slab.x_from;
            part.psi_before[f] = slab.psi[2 * now + f].data() + memory;
            if (own) part.psi[f] = slab.psi[2 * (1 - now) + f].data() + memory;
            for (int d = 0; d < 3; ++d)
                if (row.flux[d][f] != nullptr) part.flux[d][f] = row.flux[d][f] + slab.x_from;
        }
        kernels_.layer_flux(part);
    }
}

template <class T>
void TtiLayers<T>::add_to_divergence(int axis, std::int64_t y, std::int64_t z, const T* const (&flux)[2][9],
                                     T* const (&out)[2]) {
    for (Slab& slab : slabs_) {
        if (slab.axis != axis || !slab.holds(y, z)) continue;
        const std::int64_t memory = slab.row(y, z, layout_.extent);
        LayerDivergenceRow<T> part{};
        part.decay = slab.decay.data() + slab.table(y, z);
        part.gain = slab.gain.data() + slab.table(y, z);
        part.count = slab.count(layout_.extent);
        part.along_x = axis == 0;
        for (std::size_t f = 0; f < 2; ++f) {
            for (std::size_t k = 0; k < 9; ++k)
                if (axis != 0 || k == 4) part.flux[f][k] = flux[f][k] + slab.x_from;
            part.xi[f] = slab.xi[f].data() + memory;
            part.out[f] = out[f] + slab.x_from;
        }
        kernels_.layer_divergence(part);
    }
}

template <class T>
void TtiLayers<T>::add_state(std::vector<StateArray>& state) {
    for (Slab& slab : slabs_) {
        const auto add = [&](const std::string& name, FieldArray<T>& array) {
            state.push_back(state_array(name + side_names[slab.side],
                                        std::span<T>(array.data(), static_cast<std::size_t>(array.size()))));
            if (slab.axis < 2)
                state.back().planes =
                    even_planes(layout_.extent.nz, slab.row(slab.axis == 1 ? slab.from : 0, 1, layout_.extent));
        };
        for (std::size_t i = 0; i < 4; ++i) add("layer_psi_" + std::to_string(i) + "_", slab.psi[i]);
        for (std::size_t f = 0; f < 2; ++f) add("layer_xi_" + std::to_string(f) + "_", slab.xi[f]);
    }
}

std::int64_t tti_layers_bytes(const StencilProblem& problem) {
    const std::int64_t value = bytes_of(problem.precision);
    std::int64_t bytes = 0;
    for (std::size_t side = 0; side < 6; ++side) {
        if (tti_form(problem) != TtiForm::self_adjoint || problem.layers.width[side] == 0) continue;
        const SlabShape shape = shape_of(problem, side);
        bytes += static_cast<std::int64_t>(arrays) * allocated_bytes(shape.rows * shape.pitch * value) +
                 2 * allocated_bytes(table_values(shape) * value);
    }
    return bytes;
}

template class TtiLayers<float>;
template class TtiLayers<double>;

}  // namespace wavesim::cpu
