// SPDX-License-Identifier: MIT
// Stencils whose other rows reach along x: the H_dx of three neighbouring vectors travel along the row in
// registers and are combined where they meet; for *.isa.cpp files.
#pragma once
#include "stencils/cpu/class_sums.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

template <int reach, class T>
struct BallState {
    Window<T> row;
    Window<T> h[reach + 1];

    /// Takes in the vector at p, one ahead of the output.
    WAVESIM_INLINE void advance(const RowStencilView<T>& s, const T* p) {
        row.advance(load(p));
        Vec<T> sums[reach + 1];
        sum_classes<reach + 1>(s, p, row.high, 0, sums);
        for (int dx = 0; dx <= reach; ++dx) h[dx].advance(sums[dx]);
    }
};

template <int dx, int reach, class T>
WAVESIM_INLINE Vec<T> combine(const RowStencilView<T>& s, const BallState<reach, T>& state, Vec<T> change) {
    if constexpr (dx > reach) {
        return change;
    } else {
        const Vec<T> pair = state.row.template at<-dx>() + state.row.template at<dx>();
        const Vec<T> difference = pair - (state.row.middle + state.row.middle);
        change = change + (state.h[dx].template at<-dx>() + state.h[dx].template at<dx>());
        change = multiply_add(broadcast(s.axis_rest[dx]), difference, change);
        change = multiply_add(broadcast(s.axis[dx]), difference, change);
        return combine<dx + 1>(s, state, change);
    }
}

/// A known reach of at most `lanes` nodes.
template <int reach, class T>
struct BallPart {
    static void update(const RowStencilView<T>& s, const Panel<T>& panel, const T* u, T* v, std::int64_t count) {
        BallState<reach, T> state{};
        state.advance(s, u - lanes<T>);
        state.advance(s, u);
        for (std::int64_t x = 0; x < count; x += lanes<T>) {
            state.advance(s, u + x + lanes<T>);
            fetch_ahead(panel, u + x, v + x);
            Vec<T> change = combine<1>(s, state, state.h[0].middle);
            change = add_far_axis(s, u + x, state.row.middle, reach + 1, change);
            finish(v + x, state.row.middle, change, count - x);
        }
    }
};

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
