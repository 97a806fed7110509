// SPDX-License-Identifier: MIT
// Stencils whose other rows reach along x: the H_dx of three neighbouring vectors travel along the row in
// registers and are combined where they meet; for *.isa.cpp files.
#pragma once
#include "stencils/cpu/class_sums.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// Class sums of any stencil.
template <int reach, class T>
struct AnyClasses {
    const RowStencilView<T>& s;

    AnyClasses(const RowStencilView<T>& stencil, const T*) : s(stencil) {}
    /// sums[dx][k] = H_dx of vector k at p = u + x; `centre` holds those vectors.
    WAVESIM_INLINE void sum(const T* p, std::int64_t, const Vec<T> (&centre)[width],
                            Vec<T> (&sums)[reach + 1][width]) const {
        sum_classes(s, p, centre, 0, sums);
    }
};

/// Class sums where `fours` classes of 4 rows and `eights` of 8 rows are known: rows and weights stay in registers.
template <int reach, int fours, int eights, class T>
struct KnownClasses {
    static constexpr int classes = fours + eights;
    const T* rows[4 * fours + 8 * eights];
    Vec<T> weights[classes][reach + 1];

    /// Copies, because for all that the compiler knows a store to v may change the stencil.
    WAVESIM_INLINE KnownClasses(const RowStencilView<T>& s, const T* u) {
        unroll<classes>([&](auto c) WAVESIM_LAMBDA_INLINE {
            unroll<reach + 1>([&](auto dx)
                                  WAVESIM_LAMBDA_INLINE { weights[c][dx] = broadcast(s.classes[c].weights[dx]); });
            unroll<rows_in(c)>([&](auto r)
                                   WAVESIM_LAMBDA_INLINE { rows[first_row(c) + r] = u + s.classes[c].rows[r]; });
        });
    }
    WAVESIM_INLINE void sum(const T*, std::int64_t x, const Vec<T> (&centre)[width],
                            Vec<T> (&sums)[reach + 1][width]) const {
        unroll<width>([&](auto k) WAVESIM_LAMBDA_INLINE {
            const std::int64_t i = x + k * lanes<T>;
            unroll<reach + 1>([&](auto dx) WAVESIM_LAMBDA_INLINE { sums[dx][k] = Vec<T>{}; });
            unroll<classes>([&](auto c) WAVESIM_LAMBDA_INLINE {
                const Vec<T> minus_count = broadcast(static_cast<T>(-rows_in(c)));
                const Vec<T> difference = multiply_add(minus_count, centre[k], add_rows<first_row(c), rows_in(c)>(i));
                unroll<reach + 1>([&](auto dx) WAVESIM_LAMBDA_INLINE {
                    sums[dx][k] = multiply_add(weights[c][dx], difference, sums[dx][k]);
                });
            });
        });
    }

  private:
    static constexpr int rows_in(int c) { return c < fours ? 4 : 8; }
    static constexpr int first_row(int c) { return c < fours ? 4 * c : 4 * fours + 8 * (c - fours); }
    template <int first, int count>
    WAVESIM_INLINE Vec<T> add_rows(std::int64_t i) const {
        if constexpr (count == 1) {
            return load(rows[first] + i);
        } else {
            return add_rows<first, count / 2>(i) + add_rows<first + count / 2, count / 2>(i);
        }
    }
};

/// Number 0 is the vector before the `width` vectors of output, the last is the one after them.
template <int reach, class T>
struct BallState {
    Run<T, width + 2> row;
    Run<T, width + 2> h[reach + 1];

    /// Takes in the `width` vectors at u + x, of which the last is one ahead of the output.
    template <class Classes>
    WAVESIM_INLINE void advance(const Classes& classes, const T* u, std::int64_t x) {
        Vec<T> next[width];
        load_run(u + x, next);
        Vec<T> sums[reach + 1][width];
        classes.sum(u + x, x, next, sums);
        row.advance(next);
        unroll<reach + 1>([&](auto dx) WAVESIM_LAMBDA_INLINE { h[dx].advance(sums[dx]); });
    }
};

/// Adds what the middle row and the H_dx, dx = `dx` .. reach, change in output vector k. Two chains of sums, because
/// the processor cannot look far enough ahead for a long one.
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

/// A known reach of at most `lanes` nodes.
template <int reach, class Classes, class T>
struct BallPart {
    static void update(const RowStencilView<T>& s, const Panel<T>& panel, const T* u, T* v, std::int64_t count) {
        const Classes classes(s, u);
        BallState<reach, T> state{};
        state.advance(classes, u, -lanes<T>);
        for (std::int64_t x = 0; x < count; x += stride<T>) {
            fetch_ahead(panel, u + x, v + x);
            state.advance(classes, u, x + lanes<T>);
            unroll<width>([&](auto k) WAVESIM_LAMBDA_INLINE {
                const std::int64_t i = x + k * lanes<T>;
                const Vec<T> centre = state.row.part[k + 1];
                Vec<T> along{};
                Vec<T> across = state.h[0].part[k + 1];
                combine<1>(s, state, k + 1, along, across);
                along = add_far_axis(s, u + i, centre, reach + 1, along);
                finish(v + i, centre, across + along, count - i);
            });
        }
    }
};

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
