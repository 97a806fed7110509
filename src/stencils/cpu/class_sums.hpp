// SPDX-License-Identifier: MIT
// Sums of rows by class; for *.isa.cpp files.
#pragma once
#include "stencils/cpu/factor_load.hpp"
#include "stencils/cpu/row_kernel.hpp"
#include "stencils/cpu/simd.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// Sum of one vector of each row around p, pairwise: the sum of equal values is exact.
template <int count, class T>
WAVESIM_INLINE Vec<T> sum_rows(const T* p, const std::int64_t* rows) {
    if constexpr (count == 1) {
        return load(p + rows[0]);
    } else {
        return sum_rows<count / 2>(p, rows) + sum_rows<count / 2>(p, rows + count / 2);
    }
}

/// Vectors that are processed together: they share the loads of row addresses and weights.
inline constexpr int width = 2;
template <class T>
inline constexpr std::int64_t stride = width* lanes<T>;

/// Adds `number` classes of `count` rows each to h[dx] = H_(first + dx), dx < group, of vector k at p.
template <int count, int group, class T>
WAVESIM_INLINE const RowClass<T>* add_classes(const RowClass<T>* c, std::int64_t number, const T* p,
                                              const Vec<T> (&centre)[width], int first, Vec<T> (&h)[group][width]) {
    for (const RowClass<T>* const end = c + number; c != end; ++c) {
        const Vec<T> minus_count = broadcast(c->minus_count);
        Vec<T> difference[width];
        unroll<width>([&](auto k) WAVESIM_LAMBDA_INLINE {
            difference[k] = multiply_add(minus_count, centre[k], sum_rows<count>(p + k * lanes<T>, c->rows));
        });
        unroll<group>([&](auto dx) WAVESIM_LAMBDA_INLINE {
            const Vec<T> weight = broadcast(c->weights[first + dx]);
            unroll<width>([&](auto k)
                              WAVESIM_LAMBDA_INLINE { h[dx][k] = multiply_add(weight, difference[k], h[dx][k]); });
        });
    }
    return c;
}

/// h[dx][k] = H_(first + dx) of vector k at p, dx < group; `centre` holds those vectors.
template <int group, class T>
WAVESIM_INLINE void sum_classes(const RowStencilView<T>& s, const T* p, const Vec<T> (&centre)[width], int first,
                                Vec<T> (&h)[group][width]) {
    unroll<group>([&](auto dx) WAVESIM_LAMBDA_INLINE {
        unroll<width>([&](auto k) WAVESIM_LAMBDA_INLINE { h[dx][k] = Vec<T>{}; });
    });
    const RowClass<T>* c = s.classes;
    c = add_classes<2>(c, s.class_count[0], p, centre, first, h);
    c = add_classes<4>(c, s.class_count[1], p, centre, first, h);
    add_classes<8>(c, s.class_count[2], p, centre, first, h);
}

/// The change of the vector at v, scaled by the factors of the nodes; unchanged in a medium of one speed.
template <class T>
WAVESIM_INLINE Vec<T> in_medium(const Panel<T>&, const T*, Vec<T> change) {
    return change;
}
template <class T>
WAVESIM_INLINE Vec<T> in_medium(const VariablePanel<T>& panel, const T* v, Vec<T> change) {
    const T* const factor = panel.factor + (v - panel.v);
    __builtin_prefetch(factor + panel.factor_ahead, 0, 2);
    return change * load(factor);
}
template <class T>
WAVESIM_INLINE Vec<T> in_medium(const CodedPanel<T>& panel, const T* v, Vec<T> change) {
    fetch_codes(panel.factor, v - panel.v, panel.factor_ahead);
    return change * load_factors(panel.factor, v - panel.v);
}

/// v := u + ((u - v) + change). This order has the smallest rounding errors for smooth fields. Stores a whole vector or
/// its first `nodes`.
template <class AnyPanel, class T>
WAVESIM_INLINE void finish(const AnyPanel& panel, T* v, Vec<T> centre, Vec<T> change, std::int64_t nodes) {
    const Vec<T> next = centre + ((centre - load(v)) + in_medium(panel, v, change));
    if (nodes >= lanes<T>) {
        store(v, next);
    } else {
        store_first(v, next, nodes);
    }
}

/// Adds axis_dx (u(x-dx) + u(x+dx) - 2 u(x)), given the sum of the pair.
template <class T>
WAVESIM_INLINE Vec<T> add_pair(const RowStencilView<T>& s, int dx, Vec<T> pair, Vec<T> centre, Vec<T> change) {
    return multiply_add(broadcast(s.axis[dx]), minus_twice(pair, centre), change);
}

/// Adds the middle row for dx in [from, radius], beyond the reach of the other rows.
template <class T>
WAVESIM_INLINE Vec<T> add_far_axis(const RowStencilView<T>& s, const T* u, Vec<T> centre, int from, Vec<T> change) {
    for (int dx = from; dx <= s.radius; ++dx) {
        change = add_pair(s, dx, load_anywhere(u - dx) + load_anywhere(u + dx), centre, change);
    }
    return change;
}

template <class T>
WAVESIM_INLINE void load_run(const T* p, Vec<T> (&out)[width]) {
    unroll<width>([&](auto k) WAVESIM_LAMBDA_INLINE { out[k] = load(p + k * lanes<T>); });
}

/// Prefetches the memory that the same thread needs one panel later; any address is allowed.
template <class T>
WAVESIM_INLINE void fetch_vector(const Panel<T>& panel, const T* u, const T* v) {
    constexpr auto size = static_cast<std::int64_t>(sizeof(T));
    __builtin_prefetch(reinterpret_cast<const char*>(u) + panel.u_ahead * size, 0, 2);
    __builtin_prefetch(reinterpret_cast<const char*>(v) + panel.v_ahead * size, 0, 2);
}
/// The same for `width` vectors.
template <class T>
WAVESIM_INLINE void fetch_ahead(const Panel<T>& panel, const T* u, const T* v) {
    constexpr std::int64_t line = 64 / static_cast<std::int64_t>(sizeof(T));
    for (std::int64_t x = 0; x < stride<T>; x += line) {
        __builtin_prefetch(
            reinterpret_cast<const char*>(u) + (panel.u_ahead + x) * static_cast<std::int64_t>(sizeof(T)), 0, 2);
        __builtin_prefetch(
            reinterpret_cast<const char*>(v) + (panel.v_ahead + x) * static_cast<std::int64_t>(sizeof(T)), 0, 2);
    }
}

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
