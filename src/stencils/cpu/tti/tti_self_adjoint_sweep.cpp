// SPDX-License-Identifier: MIT
#include "stencils/cpu/tti/tti_self_adjoint_sweep.hpp"

#include <algorithm>

namespace wavesim::cpu {

namespace {

/// The same arguments, starting at node x of plane k.
template <class T>
FluxRow<T> at_node(FluxRow<T> row, std::int64_t x, std::int64_t k) {
    for (int f = 0; f < 2; ++f) {
        row.field[f] += x + k * row.plane_pitch;
        for (int d = 0; d < 3; ++d)
            if (row.flux[d][f] != nullptr) row.flux[d][f] += x + k * row.pitch[d];
        if (row.out[f] != nullptr) row.out[f] += x + k * row.out_pitch;
    }
    for (int d = 0; d < 3; ++d) row.medium.axis[d] += x + k * row.plane_pitch;
    return row;
}

/// True if a condition holds for all of 0 ... count - 1 or for none.
template <class Holds>
bool all_alike(std::int64_t count, const Holds& holds) {
    for (std::int64_t k = 1; k < count; ++k)
        if (holds(k) != holds(0)) return false;
    return true;
}

}  // namespace

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
      divergence_(layout.extent.nx, 2 * block * 2 * tile_rows),
      flux_y_(layout.extent.nx, flat_ ? 0 : 3 * block * 2 * block),
      flux_x_(layout.extent.nx, 2 * block) {}

template <class T>
std::int64_t SelfAdjointSweep<T>::bytes(const FieldLayout& layout, std::int64_t tile_rows) {
    const auto of = [&](std::int64_t rows) { return ScratchRows<T>::bytes(layout.extent.nx, rows); };
    return of(3 * block * 2 * tile_rows) + of(2 * block * 2 * tile_rows) +
           of(layout.halo_y == 0 ? 0 : 3 * block * 2 * block) + of(2 * block);
}

template <class T>
void SelfAdjointSweep<T>::advance(const Tile& tile, std::int64_t step, const TtiFields<T>& current,
                                  const TtiFields<T>& next) {
    step_ = step;
    std::int64_t fluxes = tile.z_from - reach;
    for (std::int64_t z = tile.z_from; z < tile.z_to; z += block) {
        const Planes planes{z, std::min(block, tile.z_to - z)};
        const std::int64_t end = z + planes.count + reach;
        for (; fluxes < end; fluxes = std::min(end, fluxes + block))
            flux_block(tile, {fluxes, std::min(block, end - fluxes)}, current);
        update_block(tile, planes, current, next);
    }
}

/// Computes the fluxes of planes inside and beside the tile, 0 outside the grid. Inside the tile it also adds the
/// contributions of x and y.
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
    flux.out_pitch = 2 * tile_rows_ * divergence_.pitch();
    flux.weights = medium_.weights().row();
    flux.rest = layers_.any() ? Rest::uniform : Rest::merged;
    flux.row_pitch = layout_.row_pitch;
    flux.plane_pitch = layout_.plane_pitch;
    flux.ahead = layout_.row_pitch;
    flux.count = layout_.extent.nx;
    flux.planes = static_cast<int>(planes.count);
    flux.flat = flat_;
    return flux;
}

/// Only for the divergence along z.
template <class T>
void SelfAdjointSweep<T>::flux_beside(const Tile& tile, const Planes& planes, const TtiFields<T>& current) {
    for (std::int64_t y = tile.y_from; y < tile.y_to; ++y) {
        FluxRow<T> flux = flux_at(planes, y, current);
        for (int f = 0; f < 2; ++f) flux.flux[2][f] = flux_z(tile, planes.z, f, y - tile.y_from);
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

/// Calls act(x, count, rest) for the parts of a row. Each part begins on a cache line.
template <class T>
template <class Act>
void SelfAdjointSweep<T>::for_each_part(std::int64_t y, std::int64_t z, const Act& act) const {
    const TtiWeights<T>& weights = medium_.weights();
    const std::int64_t nx = layout_.extent.nx;
    if (!layers_.any()) return act(0, nx, Rest::merged);
    if (!weights.uniform(y, z)) return act(0, nx, Rest::weighted);
    const std::int64_t from = weights.uniform_from();
    const std::int64_t to = weights.uniform_to();
    if (from > 0) act(0, from, Rest::weighted);
    act(from, to - from, Rest::uniform);
    if (to < nx) act(to, nx - to, Rest::weighted);
}

/// Computes the fluxes of a row of the tile, in planes where the row is uniform in all or in none.
template <class T>
void SelfAdjointSweep<T>::flux_parts(const Planes& planes, std::int64_t y, const FluxRow<T>& row) const {
    for_each_part(y, planes.z, [&](std::int64_t x, std::int64_t count, Rest rest) {
        FluxRow<T> part = at_node(row, x, 0);
        part.count = count;
        part.planes = static_cast<int>(planes.count);
        part.rest = rest;
        part.weights.share_x = medium_.weights().share_x(x);
        for (std::int64_t k = 0; rest == Rest::weighted && k < planes.count + 2 * wide; ++k)
            part.share[k] = medium_.weights().share(y, planes.z + k - wide);
        kernels_.flux(part);
    });
}

/// Computes the fluxes of a row and the contribution of x. For rows beside the tile only the flux along y, which the
/// divergence along y needs.
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
        flux.flux[2][f] = flux_z(tile, planes.z, f, row);
        flux.out[f] = divergence(tile, planes.z, f, row);
    }
    const auto uniform = [&](std::int64_t k) { return medium_.weights().uniform(y, planes.z + k); };
    if (!own)
        kernels_.flux(flux);
    else if (all_alike(planes.count, uniform))
        flux_parts(planes, y, flux);
    else
        for (std::int64_t k = 0; k < planes.count; ++k) flux_parts({planes.z + k, 1}, y, at_node(flux, 0, k));
    if (layers_.any()) absorb_flux(planes, y, own, flux);
    if (!own) return;
    for (std::int64_t k = 0; k < planes.count; ++k) {
        DivergenceRow<T> sums{};
        sums.count = layout_.extent.nx;
        for (int f = 0; f < 2; ++f) {
            sums.flux[f] = flux_x_.row(2 * k + f);
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
void SelfAdjointSweep<T>::divergence_y_parts(std::int64_t y, std::int64_t z, const DivergenceYRows<T>& rows) const {
    for_each_part(y + rows.first, z, [&](std::int64_t x, std::int64_t count, Rest rest) {
        DivergenceYRows<T> part = rows;
        part.count = count;
        part.rest = rest;
        part.weights.share_x = medium_.weights().share_x(x);
        for (std::int64_t j = rows.first; rest == Rest::weighted && j < rows.first + rows.rows + 2 * wide; ++j)
            part.share[j] = medium_.weights().share(y + j - wide, z);
        for (int f = 0; f < 2; ++f) {
            for (auto& block_row : part.flux.block) block_row[f] += x;
            part.field[f] += x;
            part.out[f] += x;
        }
        kernels_.divergence_y(part);
    });
}

template <class T>
void SelfAdjointSweep<T>::divergence_y(const Tile& tile, const Planes& planes, std::int64_t y, std::int64_t rows,
                                       const TtiFields<T>& current) {
    const std::int64_t row = y - tile.y_from;
    for (std::int64_t k = 0; k < planes.count; ++k) {
        const std::int64_t at = layout_.at(0, y, planes.z + k);
        DivergenceYRows<T> sums{};
        sums.flux.pitch = flux_y_.pitch();
        sums.row_pitch = layout_.row_pitch;
        sums.out_pitch = divergence_.pitch();
        sums.ahead = block * layout_.row_pitch;
        sums.weights = medium_.weights().row();
        sums.count = layout_.extent.nx;
        for (int f = 0; f < 2; ++f) {
            for (int b = 0; b < 3; ++b) sums.flux.block[b][f] = flux_y(k, f, row + (b - 1) * block);
            sums.field[f] = current[static_cast<std::size_t>(f)] + at;
            sums.out[f] = divergence(tile, planes.z + k, f, row);
        }
        const auto uniform = [&](std::int64_t i) { return medium_.weights().uniform(y + i, planes.z + k); };
        sums.rows = rows == block && all_alike(rows, uniform) ? static_cast<int>(block) : 1;
        for (; sums.first < rows; sums.first += sums.rows) divergence_y_parts(y, planes.z + k, sums);
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
        for (int f = 0; f < 2; ++f) {
            const auto i = static_cast<std::size_t>(f);
            update.field[f] = current[i] + at;
            update.next[f] = next[i] + at;
            update.divergence[f] = divergence(tile, planes.z, f, row);
            for (int b = 0; b < 3; ++b) update.flux.block[b][f] = flux_z(tile, planes.z + (b - 1) * block, f, row);
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

/// Adds the terms of layers to the fluxes of a row of several planes.
template <class T>
void SelfAdjointSweep<T>::absorb_flux(const Planes& planes, std::int64_t y, bool own, const FluxRow<T>& flux) {
    for (std::int64_t k = 0; k < planes.count; ++k) {
        layers_.add_to_flux(step_, y, planes.z + k, own, at_node(flux, 0, k));
    }
}

/// Adds the terms of layers along y to the divergence of row y in plane z, which is number k of the current planes.
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
