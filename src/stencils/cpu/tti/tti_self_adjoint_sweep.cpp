// SPDX-License-Identifier: MIT
#include <algorithm>

#include "stencils/cpu/tti/tti_sweeps.hpp"

namespace wavesim::cpu {

template <class T>
SelfAdjointSweep<T>::SelfAdjointSweep(const FieldLayout& layout, std::int64_t tile_rows, const TtiMedium<T>& medium,
                                      TtiLayers<T>& layers, const TtiKernels<T>& kernels)
    : layout_(layout),
      tile_rows_(tile_rows),
      flat_(layout.halo_y == 0),
      medium_(medium),
      layers_(layers),
      kernels_(kernels),
      flux_z_(layout.extent.nx, 3 * block * 2 * tile_rows),
      weighted_z_(layout.extent.nx, 5 * block * 2 * tile_rows),
      divergence_(layout.extent.nx, 2 * block * 2 * tile_rows),
      flux_y_(layout.extent.nx, flat_ ? 0 : 3 * block * 2 * block),
      flux_x_(layout.extent.nx, 4 * block) {}

template <class T>
std::int64_t SelfAdjointSweep<T>::bytes(const FieldLayout& layout, std::int64_t tile_rows) {
    const auto of = [&](std::int64_t rows) { return ScratchRows<T>::bytes(layout.extent.nx, rows); };
    return of(3 * block * 2 * tile_rows) + of(5 * block * 2 * tile_rows) + of(2 * block * 2 * tile_rows) +
           of(layout.halo_y == 0 ? 0 : 3 * block * 2 * block) + of(4 * block);
}

template <class T>
void SelfAdjointSweep<T>::advance(const Tile& tile, std::int64_t step, const TtiFields<T>& current,
                                  const TtiFields<T>& next) {
    step_ = step;
    std::int64_t fluxes = tile.z_from - reach;
    for (std::int64_t z = tile.z_from - wide; z < fluxes + reach; ++z) weigh_plane(tile, z, current);
    for (std::int64_t z = tile.z_from; z < tile.z_to; z += block) {
        const Planes planes{z, std::min(block, tile.z_to - z)};
        const std::int64_t end = z + planes.count + reach;
        for (; fluxes < end; fluxes = std::min(end, fluxes + block))
            flux_block(tile, {fluxes, std::min(block, end - fluxes)}, current);
        update_block(tile, planes, current, next);
    }
}

template <class T>
void SelfAdjointSweep<T>::weigh_plane(const Tile& tile, std::int64_t z, const TtiFields<T>& current) {
    for (std::int64_t y = tile.y_from; y < tile.y_to; ++y) {
        const std::int64_t row = y - tile.y_from;
        const std::int64_t at = layout_.at(0, y, z);
        const TtiMediumRow<T> medium = medium_.row(at);
        kernels_.weighted({{current[0] + at, current[1] + at},
                           medium.across[2],
                           medium.axis[2],
                           {weighted_z(tile, z, 0, row), weighted_z(tile, z, 1, row)},
                           layout_.extent.nx});
    }
}

/// Fluxes of planes inside and beside the tile, 0 outside the grid; inside the tile also what x and y add. And weighted
/// fields of the planes `reach` further on.
template <class T>
void SelfAdjointSweep<T>::flux_block(const Tile& tile, const Planes& planes, const TtiFields<T>& current) {
    const auto inside = [](const Planes& p, std::int64_t from, std::int64_t to) {
        return p.z >= from && p.z + p.count <= to;
    };
    const auto outside = [](const Planes& p, std::int64_t from, std::int64_t to) {
        return p.z + p.count <= from || p.z >= to;
    };
    if (planes.count == block && inside(planes, tile.z_from, tile.z_to)) return flux_inside(tile, planes, current);
    if (planes.count == block && outside(planes, tile.z_from, tile.z_to) && inside(planes, 0, layout_.extent.nz))
        return flux_beside(tile, planes, current);
    for (std::int64_t z = planes.z; z < planes.z + planes.count; ++z) {
        if (inside({z, 1}, tile.z_from, tile.z_to)) {
            flux_inside(tile, {z, 1}, current);
        } else if (inside({z, 1}, 0, layout_.extent.nz)) {
            flux_beside(tile, {z, 1}, current);
        } else {
            for (int f = 0; f < 2; ++f)
                for (std::int64_t row = 0; row < tile.y_to - tile.y_from; ++row)
                    std::fill_n(flux_z(tile, z, f, row), layout_.extent.nx, T(0));
            weigh_plane(tile, z + reach, current);
        }
    }
}

template <class T>
FluxRow<T> SelfAdjointSweep<T>::flux_at(const Planes& planes, std::int64_t y, const TtiFields<T>& current) const {
    const std::int64_t at = layout_.at(0, y, planes.z);
    FluxRow<T> flux{};
    flux.field[0] = current[0] + at;
    flux.field[1] = current[1] + at;
    flux.medium = medium_.row(at);
    flux.pitch[0] = 2 * flux_x_.pitch();
    flux.pitch[1] = 2 * 3 * block * flux_y_.pitch();
    flux.pitch[2] = 2 * tile_rows_ * flux_z_.pitch();
    flux.row_pitch = layout_.row_pitch;
    flux.plane_pitch = layout_.plane_pitch;
    flux.ahead = layout_.row_pitch;
    flux.count = layout_.extent.nx;
    flux.planes = static_cast<int>(planes.count);
    flux.flat = flat_;
    return flux;
}

/// Where what z needs of a row goes.
template <class T>
void SelfAdjointSweep<T>::add_z(const Tile& tile, std::int64_t z, std::int64_t y, FluxRow<T>& flux) {
    for (int f = 0; f < 2; ++f) {
        flux.flux[2][f] = flux_z(tile, z, f, y - tile.y_from);
        flux.weighted_z[f] = weighted_z(tile, z + reach, f, y - tile.y_from);
    }
}

/// For the divergence along z alone.
template <class T>
void SelfAdjointSweep<T>::flux_beside(const Tile& tile, const Planes& planes, const TtiFields<T>& current) {
    for (std::int64_t y = tile.y_from; y < tile.y_to; ++y) {
        FluxRow<T> flux = flux_at(planes, y, current);
        add_z(tile, planes.z, y, flux);
        kernels_.flux(flux);
        if (layers_.any()) absorb_flux(planes, y, false, flux);
    }
}

template <class T>
void SelfAdjointSweep<T>::flux_inside(const Tile& tile, const Planes& planes, const TtiFields<T>& current) {
    std::int64_t fluxes = tile.y_from - (flat_ ? 0 : reach);
    for (std::int64_t y = tile.y_from; y < tile.y_to; y += block) {
        const std::int64_t rows = std::min(block, tile.y_to - y);
        const std::int64_t end = y + rows + (flat_ ? 0 : reach);
        for (; fluxes < end; ++fluxes) flux_row(tile, planes, fluxes, current);
        if (!flat_) divergence_y(tile, planes, y, rows, current);
    }
}

/// Fluxes of a row and what x adds; of rows beside the tile, which the divergence along y needs, that one alone.
template <class T>
void SelfAdjointSweep<T>::flux_row(const Tile& tile, const Planes& planes, std::int64_t y,
                                   const TtiFields<T>& current) {
    const std::int64_t row = y - tile.y_from;
    if (y < 0 || y >= layout_.extent.ny) {
        for (std::int64_t k = 0; k < planes.count; ++k)
            for (int f = 0; f < 2; ++f) std::fill_n(flux_y(k, f, row), layout_.extent.nx, T(0));
        return;
    }
    const bool own = y >= tile.y_from && y < tile.y_to;
    FluxRow<T> flux = flux_at(planes, y, current);
    for (int f = 0; f < 2; ++f) {
        if (!flat_) flux.flux[1][f] = flux_y(0, f, row);
        if (!own) continue;
        flux.flux[0][f] = flux_x_.row(f);
        flux.weighted_x[f] = flux_x_.row(2 * block + f);
    }
    if (own) add_z(tile, planes.z, y, flux);
    kernels_.flux(flux);
    if (layers_.any()) absorb_flux(planes, y, own, flux);
    if (!own) return;
    for (std::int64_t k = 0; k < planes.count; ++k) {
        DivergenceRow<T> sums{};
        sums.medium = medium_.row(layout_.at(0, y, planes.z + k));
        sums.count = layout_.extent.nx;
        for (int f = 0; f < 2; ++f) {
            sums.flux[f] = flux_x_.row(2 * k + f);
            sums.weighted[f] = flux_x_.row(2 * block + 2 * k + f);
            sums.out[f] = divergence(tile, planes.z + k, f, row);
        }
        kernels_.divergence(sums);
        if (!layers_.reach(0, y, planes.z + k)) continue;
        const T* flux_x[2][9]{};
        for (std::size_t f = 0; f < 2; ++f) flux_x[f][4] = sums.flux[f];
        layers_.add_to_divergence(0, y, planes.z + k, flux_x, sums.out);
    }
}

template <class T>
void SelfAdjointSweep<T>::divergence_y(const Tile& tile, const Planes& planes, std::int64_t y, std::int64_t rows,
                                       const TtiFields<T>& current) {
    const std::int64_t row = y - tile.y_from;
    for (std::int64_t k = 0; k < planes.count; ++k) {
        const std::int64_t at = layout_.at(0, y, planes.z + k);
        DivergenceYRows<T> sums{};
        sums.flux.pitch = flux_y_.pitch();
        sums.medium = medium_.row(at);
        sums.row_pitch = layout_.row_pitch;
        sums.out_pitch = divergence_.pitch();
        sums.ahead = block * layout_.row_pitch;
        sums.count = layout_.extent.nx;
        for (int f = 0; f < 2; ++f) {
            for (int b = 0; b < 3; ++b) sums.flux.block[b][f] = flux_y(k, f, row + (b - 1) * block);
            sums.field[f] = current[static_cast<std::size_t>(f)] + at;
            sums.out[f] = divergence(tile, planes.z + k, f, row);
        }
        sums.rows = rows == block ? static_cast<int>(block) : 1;
        for (; sums.first < rows; sums.first += sums.rows) kernels_.divergence_y(sums);
        for (std::int64_t i = y; i < y + rows; ++i)
            if (layers_.reach(1, i, planes.z + k)) absorb_y(tile, i, planes.z + k, k);
    }
}

template <class T>
void SelfAdjointSweep<T>::update_block(const Tile& tile, const Planes& planes, const TtiFields<T>& current,
                                       const TtiFields<T>& next) {
    for (std::int64_t y = tile.y_from; y < tile.y_to; ++y) {
        const std::int64_t row = y - tile.y_from;
        const std::int64_t at = layout_.at(0, y, planes.z);
        absorb_z(tile, planes, y);
        SelfAdjointRow<T> update{};
        update.medium = medium_.row(at);
        update.plane_pitch = layout_.plane_pitch;
        update.ahead = layout_.row_pitch;
        update.count = layout_.extent.nx;
        update.divergence_pitch = 2 * tile_rows_ * divergence_.pitch();
        update.flux.pitch = 2 * tile_rows_ * flux_z_.pitch();
        update.weighted.pitch = 2 * tile_rows_ * weighted_z_.pitch();
        for (int f = 0; f < 2; ++f) {
            const auto i = static_cast<std::size_t>(f);
            update.field[f] = current[i] + at;
            update.next[f] = next[i] + at;
            update.divergence[f] = divergence(tile, planes.z, f, row);
            for (int b = 0; b < 3; ++b) update.flux.block[b][f] = flux_z(tile, planes.z + (b - 1) * block, f, row);
            for (int b = 0; b < 5; ++b)
                update.weighted.block[b][f] = weighted_z(tile, planes.z + (b - 2) * block, f, row);
        }
        bool alike = planes.count == block;
        for (std::int64_t k = 0; k < planes.count; ++k) {
            update.damping[k] = medium_.damping(y, planes.z + k);
            alike = alike && update.damping[k].along_x == update.damping[0].along_x;
        }
        update.planes = alike ? static_cast<int>(block) : 1;
        for (; update.first < planes.count; update.first += update.planes) kernels_.self_adjoint(update);
    }
}

/// What layers add to the fluxes of a row of several planes.
template <class T>
void SelfAdjointSweep<T>::absorb_flux(const Planes& planes, std::int64_t y, bool own, const FluxRow<T>& flux) {
    for (std::int64_t k = 0; k < planes.count; ++k) {
        FluxRow<T> row = flux;
        for (int f = 0; f < 2; ++f) {
            row.field[f] += k * flux.plane_pitch;
            for (int d = 0; d < 3; ++d)
                if (row.flux[d][f] != nullptr) row.flux[d][f] += k * flux.pitch[d];
        }
        for (int d = 0; d < 3; ++d) row.medium.axis[d] += k * flux.plane_pitch;
        layers_.add_to_flux(step_, y, planes.z + k, own, row);
    }
}

/// What layers along y add to the divergence of row y in plane z, which is number k of those that are worked on.
template <class T>
void SelfAdjointSweep<T>::absorb_y(const Tile& tile, std::int64_t y, std::int64_t z, std::int64_t k) {
    const std::int64_t row = y - tile.y_from;
    const T* flux[2][9];
    T* out[2];
    for (int f = 0; f < 2; ++f) {
        for (int j = 0; j < 9; ++j) flux[f][j] = flux_y(k, f, row + j - reach);
        out[f] = divergence(tile, z, f, row);
    }
    layers_.add_to_divergence(1, y, z, flux, out);
}

template <class T>
void SelfAdjointSweep<T>::absorb_z(const Tile& tile, const Planes& planes, std::int64_t y) {
    const std::int64_t row = y - tile.y_from;
    for (std::int64_t z = planes.z; z < planes.z + planes.count; ++z) {
        if (!layers_.reach(2, y, z)) continue;
        const T* flux[2][9];
        T* out[2];
        for (int f = 0; f < 2; ++f) {
            for (int j = 0; j < 9; ++j) flux[f][j] = flux_z(tile, z + j - reach, f, row);
            out[f] = divergence(tile, z, f, row);
        }
        layers_.add_to_divergence(2, y, z, flux, out);
    }
}

template class SelfAdjointSweep<float>;
template class SelfAdjointSweep<double>;

}  // namespace wavesim::cpu
