// SPDX-License-Identifier: MIT
// Stencils whose other rows reach along x: the H_dx of three neighbouring vectors are kept in registers along the row
// and combined at their output node; for *.isa.cpp files.
#pragma once
#include "stencils/cpu/class_sums.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// Number 0 is the vector before the `width` vectors of output, the last is the one after them.
template <int reach, class T>
struct BallState {
    Run<T, width + 2> row;
    Run<T, width + 2> h[reach + 1];

    /// Loads the `width` vectors at p. The last of them is one ahead of the output.
    WAVESIM_INLINE void advance(const RowStencilView<T>& s, const T* p) {
        Vec<T> next[width];
        load_run(p, next);
        Vec<T> sums[reach + 1][width];
        sum_classes(s, p, next, 0, sums);
        row.advance(next);
        unroll<reach + 1>([&](auto dx) WAVESIM_LAMBDA_INLINE { h[dx].advance(sums[dx]); });
    }
};

/// Adds the contributions of the middle row and of H_dx, dx = `dx` .. reach, to output vector k. There are two
/// independent chains of sums, because the processor cannot reorder instructions far enough within one long chain.
template <int dx, int reach, class T>
WAVESIM_INLINE void combine(const RowStencilView<T>& s, const BallState<reach, T>& state, int k, Vec<T>& along,
                            Vec<T>& across) {
    if constexpr (dx <= reach) {
        const Vec<T> pair = state.row.template at<-dx>(k) + state.row.template at<dx>(k);
        along = multiply_add(broadcast(s.axis_rest[dx]), minus_twice(pair, state.row.part[k]), along);
        along = add_pair(s, dx, pair, state.row.part[k], along);
        across = across + (state.h[dx].template at<-dx>(k) + state.h[dx].template at<dx>(k));
        combine<dx + 1>(s, state, k, along, across);
    }
}

/// For a reach of at most `lanes` nodes that is known at compile time.
template <int reach, class T>
struct BallPart {
    template <int planes, class AnyPanel>
    static void update(const RowStencilView<T>& s, const AnyPanel& panel, const T* u, T* v, std::int64_t count) {
        BallState<reach, T> state{};
        state.advance(s, u - lanes<T>);
        for (std::int64_t x = 0; x < count; x += stride<T>) {
            fetch_ahead(panel, u + x, v + x);
            state.advance(s, u + x + lanes<T>);
            unroll<width>([&](auto k) WAVESIM_LAMBDA_INLINE {
                const std::int64_t i = x + k * lanes<T>;
                const Vec<T> centre = state.row.part[k + 1];
                Vec<T> along{};
                Vec<T> across = state.h[0].part[k + 1];
                combine<1>(s, state, k + 1, along, across);
                along = add_far_axis(s, u + i, centre, reach + 1, along);
                finish(panel, v + i, centre, across + along, count - i);
            });
        }
    }
};

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
