// SPDX-License-Identifier: MIT
// Sums of rows by class; for *.isa.cpp files.
#pragma once
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

/// Adds `number` classes of `count` rows each to h[dx] = H_(first + dx), dx < group.
template <int count, int group, class T>
WAVESIM_INLINE const RowClass<T>* add_classes(const RowClass<T>* c, std::int64_t number, const T* p, Vec<T> centre,
                                              int first, Vec<T> (&h)[group]) {
    for (const RowClass<T>* const end = c + number; c != end; ++c) {
        const Vec<T> difference = multiply_add(broadcast(c->minus_count), centre, sum_rows<count>(p, c->rows));
        for (int dx = 0; dx < group; ++dx) h[dx] = multiply_add(broadcast(c->weights[first + dx]), difference, h[dx]);
    }
    return c;
}

/// h[dx] = H_(first + dx) of the vector at p, dx < group; `centre` is that vector.
template <int group, class T>
WAVESIM_INLINE void sum_classes(const RowStencilView<T>& s, const T* p, Vec<T> centre, int first, Vec<T> (&h)[group]) {
    for (int dx = 0; dx < group; ++dx) h[dx] = Vec<T>{};
    const RowClass<T>* c = s.classes;
    c = add_classes<2>(c, s.class_count[0], p, centre, first, h);
    c = add_classes<4>(c, s.class_count[1], p, centre, first, h);
    add_classes<8>(c, s.class_count[2], p, centre, first, h);
}

/// v := u + ((u - v) + change), the order that rounds smooth fields least; of a whole vector or its first nodes.
template <class T>
WAVESIM_INLINE void finish(T* v, Vec<T> centre, Vec<T> change, std::int64_t nodes) {
    const Vec<T> next = centre + ((centre - load(v)) + change);
    if (nodes >= lanes<T>) {
        store(v, next);
    } else {
        for (std::int64_t i = 0; i < nodes; ++i) v[i] = next[i];
    }
}

/// Middle row, dx in [from, radius]: adds axis_dx (u(x-dx) + u(x+dx) - 2 u(x)). For dx beyond reach.
template <class T>
WAVESIM_INLINE Vec<T> add_far_axis(const RowStencilView<T>& s, const T* u, Vec<T> centre, int from, Vec<T> change) {
    for (int dx = from; dx <= s.radius; ++dx) {
        const Vec<T> pair = load_anywhere(u - dx) + load_anywhere(u + dx);
        change = multiply_add(broadcast(s.axis[dx]), pair - (centre + centre), change);
    }
    return change;
}

/// Asks for the memory that the same thread needs one plane later; a hint, any address is allowed.
template <class T>
WAVESIM_INLINE void fetch_ahead(const Panel<T>& panel, const T* u, const T* v) {
    __builtin_prefetch(reinterpret_cast<const char*>(u) + panel.u_ahead * static_cast<std::int64_t>(sizeof(T)), 0, 2);
    __builtin_prefetch(reinterpret_cast<const char*>(v) + panel.v_ahead * static_cast<std::int64_t>(sizeof(T)), 0, 2);
}

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
