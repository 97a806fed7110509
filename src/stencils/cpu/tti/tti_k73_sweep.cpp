// SPDX-License-Identifier: MIT
#include <algorithm>

#include "stencils/cpu/tti/tti_sweeps.hpp"

namespace wavesim::cpu {

namespace {

/// Nodes of a row that are done before the next row, in bytes: the rows around them then fit the first-level cache.
constexpr std::int64_t part_bytes = 1024;

template <class T>
constexpr std::int64_t line = 64 / static_cast<std::int64_t>(sizeof(T));

}  // namespace

template <class T>
K73Sweep<T>::K73Sweep(const FieldLayout& layout, const TtiMedium<T>& medium, const TtiKernels<T>& kernels)
    : layout_(layout),
      medium_(medium),
      kernels_(kernels),
      chunk_(part_bytes / static_cast<std::int64_t>(sizeof(T))),
      rows_(chunk_ + 2 * line<T>, 2 * kept + 2) {}

template <class T>
void K73Sweep<T>::advance(const Tile& tile, const TtiFields<T>& current, const TtiFields<T>& next) {
    const std::int64_t nx = layout_.extent.nx;
    for (std::int64_t z = tile.z_from; z < tile.z_to; ++z) {
        for (std::int64_t x = 0; x < nx; x += chunk_)
            advance_rows(tile, {x, std::min(chunk_, nx - x), z}, current, next);
    }
}

template <class T>
void K73Sweep<T>::advance_rows(const Tile& tile, const Part& part, const TtiFields<T>& current,
                               const TtiFields<T>& next) {
    const std::int64_t ahead = layout_.halo_y > 0 ? 2 : 0;
    for (std::int64_t y = tile.y_from - ahead; y < tile.y_to + ahead; ++y) {
        const std::int64_t at = layout_.at(part.x, y, part.z);
        for (std::size_t f = 0; f < 2; ++f) {
            T* const out = rows_.row(2 * slot(y) + static_cast<std::int64_t>(f));
            slope(current[f] + at, layout_.plane_pitch, part.count, out);
        }
        if (y - ahead >= tile.y_from) update(part, y - ahead, current, next);
    }
}

template <class T>
void K73Sweep<T>::update(const Part& part, std::int64_t y, const TtiFields<T>& current, const TtiFields<T>& next) {
    const std::int64_t at = layout_.at(part.x, y, part.z);
    K73Row<T> row{};
    row.medium = medium_.row(at);
    row.damping = medium_.damping(y, part.z);
    if (row.damping.along_x != nullptr) row.damping.along_x += part.x;
    row.row_pitch = layout_.row_pitch;
    row.plane_pitch = layout_.plane_pitch;
    row.count = part.count;
    for (std::size_t f = 0; f < 2; ++f) {
        row.field[f] = current[f] + at;
        row.next[f] = next[f] + at;
        for (std::int64_t k = 0; k < 5; ++k) {
            if (layout_.halo_y == 0 && k != 2) continue;
            row.slope_z[k][f] = rows_.row(2 * slot(y + k - 2) + static_cast<std::int64_t>(f));
        }
        if (layout_.halo_y == 0) continue;
        T* const along_y = rows_.row(2 * kept + static_cast<std::int64_t>(f));
        slope(current[f] + at, layout_.row_pitch, part.count, along_y);
        row.slope_y[f] = along_y;
    }
    kernels_.k73(row);
}

/// With the vectors beside, which the kernel reads too.
template <class T>
void K73Sweep<T>::slope(const T* u, std::int64_t pitch, std::int64_t count, T* out) const {
    kernels_.slope({u - line<T>, out - line<T>, pitch, count + 2 * line<T>});
}

template class K73Sweep<float>;
template class K73Sweep<double>;

}  // namespace wavesim::cpu
