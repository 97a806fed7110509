// SPDX-License-Identifier: MIT
// Stars: rows other than the middle one count at dx = 0 only, so nodes share no sums; for *.isa.cpp files.
#pragma once
#include "stencils/cpu/class_sums.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// Adds the middle row for dx = 1 .. radius to vector k.
template <int dx, int radius, class T>
WAVESIM_INLINE Vec<T> add_star_axis(const RowStencilView<T>& s, const Run<T, width + 2>& u, int k, Vec<T> change) {
    if constexpr (dx > radius) {
        return change;
    } else {
        change = add_pair(s, dx, u.template at<-dx>(k) + u.template at<dx>(k), u.part[k], change);
        return add_star_axis<dx + 1, radius>(s, u, k, change);
    }
}

/// A known radius of at most `lanes` nodes.
template <int radius, class T>
struct StarPart {
    static void update(const RowStencilView<T>& s, const Panel<T>& panel, const T* u, T* v, std::int64_t count) {
        Run<T, width + 2> row;
        row.part[width] = load(u - lanes<T>);
        row.part[width + 1] = load(u);
        for (std::int64_t x = 0; x < count; x += stride<T>) {
            fetch_ahead(panel, u + x, v + x);
            Vec<T> next[width];
            load_run(u + x + lanes<T>, next);
            row.advance(next);
            Vec<T> centre[width];
            unroll<width>([&](auto k) WAVESIM_LAMBDA_INLINE { centre[k] = row.part[k + 1]; });
            Vec<T> change[1][width];
            sum_classes<1>(s, u + x, centre, 0, change);
            unroll<width>([&](auto k) WAVESIM_LAMBDA_INLINE {
                finish(v + x + k * lanes<T>, centre[k], add_star_axis<1, radius>(s, row, k + 1, change[0][k]),
                       count - x - k * lanes<T>);
            });
        }
    }
};

/// Any radius.
template <class T>
struct WideStarPart {
    static void update(const RowStencilView<T>& s, const Panel<T>& panel, const T* u, T* v, std::int64_t count) {
        for (std::int64_t x = 0; x < count; x += stride<T>) {
            fetch_ahead(panel, u + x, v + x);
            Vec<T> centre[width];
            load_run(u + x, centre);
            Vec<T> change[1][width];
            sum_classes<1>(s, u + x, centre, 0, change);
            unroll<width>([&](auto k) WAVESIM_LAMBDA_INLINE {
                const std::int64_t i = x + k * lanes<T>;
                finish(v + i, centre[k], add_far_axis(s, u + i, centre[k], 1, change[0][k]), count - i);
            });
        }
    }
};

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
