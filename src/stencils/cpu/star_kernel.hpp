// SPDX-License-Identifier: MIT
// Stars: rows other than the middle one count at dx = 0 only, so nodes share no sums; for *.isa.cpp files.
#pragma once
#include "stencils/cpu/class_sums.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// Adds the middle row for dx = 1 .. radius from the vectors around the output.
template <int dx, int radius, class T>
WAVESIM_INLINE Vec<T> add_star_axis(const RowStencilView<T>& s, const Window<T>& u, Vec<T> change) {
    if constexpr (dx > radius) {
        return change;
    } else {
        const Vec<T> pair = u.template at<-dx>() + u.template at<dx>();
        change = multiply_add(broadcast(s.axis[dx]), pair - (u.middle + u.middle), change);
        return add_star_axis<dx + 1, radius>(s, u, change);
    }
}

/// A known radius of at most `lanes` nodes.
template <int radius, class T>
struct StarPart {
    static void update(const RowStencilView<T>& s, const Panel<T>& panel, const T* u, T* v, std::int64_t count) {
        Window<T> row{Vec<T>{}, load(u - lanes<T>), load(u)};
        for (std::int64_t x = 0; x < count; x += lanes<T>) {
            row.advance(load(u + x + lanes<T>));
            fetch_ahead(panel, u + x, v + x);
            Vec<T> change[1];
            sum_classes<1>(s, u + x, row.middle, 0, change);
            finish(v + x, row.middle, add_star_axis<1, radius>(s, row, change[0]), count - x);
        }
    }
};

/// Any radius.
template <class T>
struct WideStarPart {
    static void update(const RowStencilView<T>& s, const Panel<T>& panel, const T* u, T* v, std::int64_t count) {
        for (std::int64_t x = 0; x < count; x += lanes<T>) {
            fetch_ahead(panel, u + x, v + x);
            const Vec<T> centre = load(u + x);
            Vec<T> change[1];
            sum_classes<1>(s, u + x, centre, 0, change);
            finish(v + x, centre, add_far_axis(s, u + x, centre, 1, change[0]), count - x);
        }
    }
};

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
