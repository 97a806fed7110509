// SPDX-License-Identifier: MIT
#include "stencils/cpu/tti/tti_k73_sweep.hpp"

#include <algorithm>

namespace wavesim::cpu {

namespace {

template <class T>
constexpr std::int64_t line = 64 / static_cast<std::int64_t>(sizeof(T));

/// Bytes of a row that are updated before the next row.
template <class T>
std::int64_t chunk_of(const FieldLayout& layout) {
    return make_chunk(layout, sizeof(T) == 4 ? Precision::float32 : Precision::float64);
}

}  // namespace

template <class T>
K73Sweep<T>::K73Sweep(const FieldLayout& layout, const TtiMedium<T>& medium, const TtiKernels<T>& kernels)
    : layout_(layout),
      medium_(medium),
      kernels_(kernels),
      chunk_(chunk_of<T>(layout)),
      rows_(chunk_ + 2 * line<T>, rows) {}

template <class T>
std::int64_t K73Sweep<T>::bytes(const FieldLayout& layout) {
    return ScratchRows<T>::bytes(chunk_of<T>(layout) + 2 * line<T>, rows);
}

template <class T>
void K73Sweep<T>::advance(const Tile& tile, std::int64_t, const TtiFields<T>& current, const TtiFields<T>& next) {
    const std::int64_t nx = layout_.extent.nx;
    for (std::int64_t z = tile.z_from; z < tile.z_to;) {
        const std::int64_t planes = tile.z_to - z >= block ? block : 1;
        for (std::int64_t x = 0; x < nx; x += chunk_)
            advance_rows(tile, {x, std::min(chunk_, nx - x), z, planes}, current, next);
        z += planes;
    }
}

template <class T>
void K73Sweep<T>::advance_rows(const Tile& tile, const Part& part, const TtiFields<T>& current,
                               const TtiFields<T>& next) {
    const std::int64_t ahead = layout_.halo_y > 0 ? 2 : 0;
    std::int64_t slopes = tile.y_from - ahead;
    for (std::int64_t y = tile.y_from; y < tile.y_to; y += pair) {
        const std::int64_t count = std::min(pair, tile.y_to - y);
        for (; slopes < y + count + ahead; ++slopes) find_slopes(part, slopes, current);
        update(part, y, count, current, next);
    }
}

template <class T>
void K73Sweep<T>::update(const Part& part, std::int64_t y, std::int64_t count, const TtiFields<T>& current,
                         const TtiFields<T>& next) {
    const std::int64_t at = layout_.at(part.x, y, part.z);
    const bool flat = layout_.halo_y == 0;
    K73Rows<T> row{};
    row.medium = medium_.row(at);
    row.slope_pitch = 2 * rows_.pitch();
    row.row_pitch = layout_.row_pitch;
    row.plane_pitch = layout_.plane_pitch;
    row.count = part.count;
    row.rows = static_cast<int>(count);
    row.planes = static_cast<int>(part.planes);
    for (std::size_t f = 0; f < 2; ++f) {
        row.field[f] = current[f] + at;
        row.next[f] = next[f] + at;
        for (std::int64_t k = 0; k < 4 + count; ++k) {
            if (!flat || k == 2) row.slope_z[k][f] = slope_z(y + k - 2, 0, f);
            if (!flat) row.slope_x[k][f] = slope_x(y + k - 2, 0, f);
        }
    }
    bool alike = true;
    for (std::int64_t i = 0; i < count; ++i) {
        for (std::int64_t k = 0; k < part.planes; ++k) {
            TtiDampingRow<T>& damping = row.damping[i][k];
            damping = medium_.damping(y + i, part.z + k);
            if (damping.along_x != nullptr) damping.along_x += part.x;
            alike = alike && (damping.along_x == nullptr) == (row.damping[0][0].along_x == nullptr);
        }
    }
    if (!alike && count > 1) {
        for (std::int64_t i = 0; i < count; ++i) update(part, y + i, 1, current, next);
        return;
    }
    row.planes = alike ? row.planes : 1;
    for (; row.first < part.planes; row.first += row.planes) kernels_.k73(row);
}

/// Including the vectors on both sides, which the kernel reads too.
template <class T>
void K73Sweep<T>::find_slopes(const Part& part, std::int64_t y, const TtiFields<T>& current) {
    for (std::size_t f = 0; f < 2; ++f) {
        TtiSlopeRow<T> row{};
        row.u = current[f] + layout_.at(part.x, y, part.z) - line<T>;
        row.along_z = slope_z(y, 0, f) - line<T>;
        if (layout_.halo_y > 0) row.along_x = slope_x(y, 0, f) - line<T>;
        row.plane_pitch = layout_.plane_pitch;
        row.out_pitch = 2 * rows_.pitch();
        row.ahead = pair * layout_.row_pitch;
        row.count = part.count + 2 * line<T>;
        row.planes = static_cast<int>(part.planes);
        kernels_.slope(row);
    }
}

template class K73Sweep<float>;
template class K73Sweep<double>;

}  // namespace wavesim::cpu
