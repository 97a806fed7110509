// SPDX-License-Identifier: MIT
// The bulk step of one row, see RowStencil for the formula. Per node it reads u about once and v once from memory
// and writes v; from cache it reads one vector per row of the stencil, whatever the number of points in the row.
#include "stencils/cpu/kernel_table.hpp"
#include "stencils/cpu/simd.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// Bytes of one buffer of H_dx: a handful of them fit in the first-level cache beside the rows.
constexpr std::int64_t chunk_bytes = 3072;
/// As many H_dx as are summed in registers at once, for two vectors each.
constexpr int group_max = 5;
constexpr int reach_max = 24;

constexpr std::int64_t round_up(std::int64_t value, std::int64_t step) { return (value + step - 1) / step * step; }

template <class T>
constexpr std::int64_t chunk = chunk_bytes / static_cast<std::int64_t>(sizeof(T));
template <class T>
constexpr std::int64_t widest_margin = round_up(reach_max, lanes<T>);

/// H_dx of one chunk, with a margin of nodes on both sides.
template <class T>
struct Sums {
    alignas(64) T h[round_up(reach_max + 1, group_max)][chunk<T> + 2 * widest_margin<T>];
};

/// Pairwise, so that the sum of equal values is exact.
template <class T>
WAVESIM_INLINE Vec<T> sum_rows(const T* p, const std::int64_t* rows, std::int64_t count) {
    const Vec<T> two = load(p + rows[0]) + load(p + rows[1]);
    if (count == 2) return two;
    const Vec<T> four = two + (load(p + rows[2]) + load(p + rows[3]));
    if (count == 4) return four;
    return four + ((load(p + rows[4]) + load(p + rows[5])) + (load(p + rows[6]) + load(p + rows[7])));
}

/// h[dx][k] = H_(first + dx) of vector k at p, dx < group.
template <class T, int group, int width>
WAVESIM_INLINE void sum_classes(const RowStencilView<T>& s, const T* p, int first, Vec<T> (&h)[group][width]) {
    Vec<T> centre[width];
    for (int k = 0; k < width; ++k) {
        centre[k] = load(p + k * lanes<T>);
        for (int dx = 0; dx < group; ++dx) h[dx][k] = Vec<T>{};
    }
    for (std::int64_t c = 0; c < s.class_count; ++c) {
        const RowClassView<T>& rows = s.classes[c];
        const Vec<T> minus_count = broadcast(-static_cast<T>(rows.row_count));
        const T* weights = rows.weights + first;
        for (int k = 0; k < width; ++k) {
            const Vec<T> sum = sum_rows(p + k * lanes<T>, rows.rows, rows.row_count);
            const Vec<T> difference = multiply_add(minus_count, centre[k], sum);
            for (int dx = 0; dx < group; ++dx) h[dx][k] = multiply_add(broadcast(weights[dx]), difference, h[dx][k]);
        }
    }
}

/// Adds the middle row to `change`: sum_dx axis_dx (u(x-dx) + u(x+dx) - 2 u(x)).
template <class T>
WAVESIM_INLINE Vec<T> add_axis(const RowStencilView<T>& s, const T* u, Vec<T> centre, Vec<T> change) {
    const Vec<T> twice = centre + centre;
    for (int dx = 1; dx <= s.radius; ++dx) {
        const Vec<T> difference = (load_anywhere(u - dx) + load_anywhere(u + dx)) - twice;
        if (dx <= s.reach) change = multiply_add(broadcast(s.axis_rest[dx]), difference, change);
        change = multiply_add(broadcast(s.axis[dx]), difference, change);
    }
    return change;
}

/// v := u + ((u - v) + change), the order that rounds smooth fields least, of a whole vector or of its first nodes
/// only.
template <class T>
WAVESIM_INLINE void finish(T* v, Vec<T> centre, Vec<T> change, std::int64_t nodes) {
    const Vec<T> next = centre + ((centre - load(v)) + change);
    if (nodes >= lanes<T>) {
        store(v, next);
    } else {
        for (std::int64_t i = 0; i < nodes; ++i) v[i] = next[i];
    }
}

/// Stars: other rows than the middle one count at dx = 0 only, so no H is shared between nodes.
template <class T, int width>
WAVESIM_INLINE void update_star_vectors(const RowStencilView<T>& s, const T* u, T* v, std::int64_t nodes) {
    Vec<T> h[1][width];
    sum_classes<T, 1, width>(s, u, 0, h);
    for (int k = 0; k < width; ++k) {
        const std::int64_t i = k * lanes<T>;
        const Vec<T> centre = load(u + i);
        finish(v + i, centre, add_axis(s, u + i, centre, h[0][k]), nodes - i);
    }
}

template <class T>
void update_star(const RowStencilView<T>& s, const T* u, T* v, std::int64_t count) {
    std::int64_t x = 0;
    for (; x + 2 * lanes<T> <= count; x += 2 * lanes<T>) update_star_vectors<T, 2>(s, u + x, v + x, count - x);
    for (; x < count; x += lanes<T>) update_star_vectors<T, 1>(s, u + x, v + x, count - x);
}

/// Sums H on [begin, end) of the nodes around p, into sums.h[dx][margin + x].
template <class T, int group, int width>
WAVESIM_INLINE void store_sums(const RowStencilView<T>& s, const T* p, std::int64_t x, std::int64_t margin, int first,
                               Sums<T>& sums) {
    Vec<T> h[group][width];
    sum_classes<T, group, width>(s, p + x, first, h);
    for (int dx = 0; dx < group; ++dx) {
        for (int k = 0; k < width; ++k) store(&sums.h[first + dx][margin + x + k * lanes<T>], h[dx][k]);
    }
}

/// `group` is reach + 1 where it is below group_max; the largest group serves every larger reach.
template <class T, int group>
void update_chunk(const RowStencilView<T>& s, const T* u, T* v, std::int64_t count, Sums<T>& sums) {
    const int reach = group < group_max ? group - 1 : s.reach;
    const std::int64_t margin = round_up(reach, lanes<T>);
    const std::int64_t end = round_up(count, lanes<T>) + margin;
    for (int first = 0; first <= reach; first += group) {
        std::int64_t x = -margin;
        for (; x + 2 * lanes<T> <= end; x += 2 * lanes<T>) store_sums<T, group, 2>(s, u, x, margin, first, sums);
        if (x < end) store_sums<T, group, 1>(s, u, x, margin, first, sums);
    }
    for (std::int64_t x = 0; x < count; x += lanes<T>) {
        Vec<T> change = load(&sums.h[0][margin + x]);
        for (int dx = 1; dx <= reach; ++dx) {
            const T* h = &sums.h[dx][margin + x];
            change = change + (load_anywhere(h - dx) + load_anywhere(h + dx));
        }
        const Vec<T> centre = load(u + x);
        finish(v + x, centre, add_axis(s, u + x, centre, change), count - x);
    }
}

template <class T, int group>
void update_wide(const RowStencilView<T>& s, const T* u, T* v, std::int64_t count) {
    Sums<T> sums;
    const std::int64_t chunks = (count + chunk<T> - 1) / chunk<T>;
    const std::int64_t length = round_up((count + chunks - 1) / chunks, 64 / static_cast<std::int64_t>(sizeof(T)));
    for (std::int64_t x = 0; x < count; x += length) {
        update_chunk<T, group>(s, u + x, v + x, count - x < length ? count - x : length, sums);
    }
}

template <class T>
void update(const RowStencilView<T>& s, const T* u, T* v, std::int64_t count) {
    switch (s.reach) {
        case -1:
        case 0: return update_star(s, u, v, count);
        case 1: return update_wide<T, 2>(s, u, v, count);
        case 2: return update_wide<T, 3>(s, u, v, count);
        case 3: return update_wide<T, 4>(s, u, v, count);
        default: return update_wide<T, group_max>(s, u, v, count);
    }
}

}  // namespace

void update_row(const RowStencilView<float>& s, const float* u, float* v, std::int64_t n) { update(s, u, v, n); }
void update_row(const RowStencilView<double>& s, const double* u, double* v, std::int64_t n) { update(s, u, v, n); }

}  // namespace wavesim::cpu::WAVESIM_ISA
