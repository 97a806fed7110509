// SPDX-License-Identifier: MIT
#include <algorithm>

#include "stencils/cpu/tti/tti_sweeps.hpp"

namespace wavesim::cpu {

template <class T>
SelfAdjointSweep<T>::SelfAdjointSweep(const FieldLayout& layout, std::int64_t tile_rows, const TtiMedium<T>& medium,
                                      const TtiKernels<T>& kernels)
    : layout_(layout),
      tile_rows_(tile_rows),
      dims_(layout.halo_y > 0 ? 3 : 2),
      medium_(medium),
      kernels_(kernels),
      flux_z_(layout.extent.nx, 9 * 2 * tile_rows),
      weighted_z_(layout.extent.nx, 17 * 2 * tile_rows),
      divergence_(layout.extent.nx, 5 * 2 * tile_rows),
      flux_x_(layout.extent.nx, 2 * tile_rows),
      weighted_x_(layout.extent.nx, 2 * tile_rows),
      flux_y_(layout.extent.nx, 2 * (tile_rows + 2 * reach)),
      weighted_y_(layout.extent.nx, 2 * (tile_rows + 2 * wide)) {}

template <class T>
void SelfAdjointSweep<T>::advance(const Tile& tile, const TtiFields<T>& current, const TtiFields<T>& next) {
    for (std::int64_t z = tile.z_from - wide; z < tile.z_to + wide; ++z) {
        weigh_plane(tile, z, current);
        const std::int64_t middle = z - reach;
        if (middle >= tile.z_from - reach && middle < tile.z_to + reach) flux_plane(tile, middle, current);
        if (middle >= tile.z_from && middle < tile.z_to) sum_plane(tile, middle, current);
        if (z - wide >= tile.z_from) update_plane(tile, z - wide, current, next);
    }
}

template <class T>
void SelfAdjointSweep<T>::weigh(int axis, std::int64_t position, const TtiFields<T>& current, T* out_h,
                                T* out_v) const {
    const TtiMediumRow<T> medium = medium_.row(position);
    kernels_.weighted({{current[0] + position, current[1] + position},
                       medium.across[axis],
                       medium.axis[axis],
                       {out_h, out_v},
                       layout_.extent.nx});
}

template <class T>
void SelfAdjointSweep<T>::weigh_plane(const Tile& tile, std::int64_t z, const TtiFields<T>& current) {
    for (std::int64_t y = tile.y_from; y < tile.y_to; ++y) {
        const std::int64_t row = y - tile.y_from;
        weigh(2, layout_.at(0, y, z), current, ring(weighted_z_, 17, z, 0, row), ring(weighted_z_, 17, z, 1, row));
    }
}

/// Fluxes of a plane, 0 outside the grid. Rows beside the tile are wanted for the divergence along y only.
template <class T>
void SelfAdjointSweep<T>::flux_plane(const Tile& tile, std::int64_t z, const TtiFields<T>& current) {
    const bool inside = z >= 0 && z < layout_.extent.nz;
    const bool divergence = z >= tile.z_from && z < tile.z_to;
    const std::int64_t beside = dims_ == 3 && divergence ? reach : 0;
    for (std::int64_t y = tile.y_from - beside; y < tile.y_to + beside; ++y) {
        const std::int64_t row = y - tile.y_from;
        const bool own = y >= tile.y_from && y < tile.y_to;
        if (!inside) {
            for (int f = 0; f < 2; ++f) {
                T* const flux = ring(flux_z_, 9, z, f, row);
                std::fill(flux, flux + layout_.extent.nx, T(0));
            }
            continue;
        }
        if (y < 0 || y >= layout_.extent.ny) {
            for (int f = 0; f < 2; ++f) flux_y_.clear(f * (tile_rows_ + 2 * reach) + row + reach);
            continue;
        }
        const std::int64_t at = layout_.at(0, y, z);
        FluxRow<T> flux{{current[0] + at, current[1] + at},
                        medium_.row(at),
                        {},
                        layout_.row_pitch,
                        layout_.plane_pitch,
                        layout_.extent.nx};
        for (int f = 0; f < 2; ++f) {
            if (own && divergence) flux.flux[0][f] = flux_x_.row(f * tile_rows_ + row);
            if (dims_ == 3) flux.flux[1][f] = flux_y_.row(f * (tile_rows_ + 2 * reach) + row + reach);
            if (own) flux.flux[2][f] = ring(flux_z_, 9, z, f, row);
        }
        kernels_.flux(flux);
    }
}

/// What x and y add to the stiffness of a plane.
template <class T>
void SelfAdjointSweep<T>::sum_plane(const Tile& tile, std::int64_t z, const TtiFields<T>& current) {
    const std::int64_t y_rows = tile_rows_ + 2 * wide;
    if (dims_ == 3) {
        for (std::int64_t y = tile.y_from - wide; y < tile.y_to + wide; ++y) {
            const std::int64_t row = y - tile.y_from + wide;
            weigh(1, layout_.at(0, y, z), current, weighted_y_.row(row), weighted_y_.row(y_rows + row));
        }
    }
    for (std::int64_t y = tile.y_from; y < tile.y_to; ++y) {
        const std::int64_t row = y - tile.y_from;
        const std::int64_t at = layout_.at(0, y, z);
        DivergenceRow<T> sums{};
        sums.y_pitch = flux_y_.pitch();
        sums.medium = medium_.row(at);
        sums.count = layout_.extent.nx;
        weigh(0, at, current, weighted_x_.row(0), weighted_x_.row(1));
        for (int f = 0; f < 2; ++f) {
            sums.flux_x[f] = flux_x_.row(f * tile_rows_ + row);
            sums.weighted_x[f] = weighted_x_.row(f);
            sums.out[f] = ring(divergence_, 5, z, f, row);
            if (dims_ == 2) continue;
            sums.flux_y[f] = flux_y_.row(f * (tile_rows_ + 2 * reach) + row + reach);
            sums.weighted_y[f] = weighted_y_.row(f * y_rows + row + wide);
        }
        kernels_.divergence(sums);
    }
}

template <class T>
void SelfAdjointSweep<T>::update_plane(const Tile& tile, std::int64_t z, const TtiFields<T>& current,
                                       const TtiFields<T>& next) {
    for (std::int64_t y = tile.y_from; y < tile.y_to; ++y) {
        const std::int64_t row = y - tile.y_from;
        const std::int64_t at = layout_.at(0, y, z);
        SelfAdjointRow<T> update{};
        update.medium = medium_.row(at);
        update.damping = medium_.damping(y, z);
        update.count = layout_.extent.nx;
        for (std::size_t f = 0; f < 2; ++f) {
            const int field = static_cast<int>(f);
            update.field[f] = current[f] + at;
            update.next[f] = next[f] + at;
            update.divergence[f] = ring(divergence_, 5, z, field, row);
            for (int k = 0; k < 9; ++k) update.flux_z[f][k] = ring(flux_z_, 9, z + k - 4, field, row);
            for (int k = 0; k < 17; ++k) update.weighted_z[f][k] = ring(weighted_z_, 17, z + k - 8, field, row);
        }
        kernels_.self_adjoint(update);
    }
}

template class SelfAdjointSweep<float>;
template class SelfAdjointSweep<double>;

}  // namespace wavesim::cpu
