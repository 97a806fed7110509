// SPDX-License-Identifier: MIT
// Stencils whose rows lie within 2 of the output row. One vector of output nodes in each of several planes is updated
// at a time. The sums of rows y-d and y+d serve every plane, and the H_dx are kept in registers along the row; for
// *.isa.cpp files.
#pragma once
#include "stencils/cpu/class_sums.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// For which |dx| each row class may have a weight: bit dx of used[NearRows::number(far, near)]; all rows lie within
/// `far`.
struct NearShape {
    int far;
    int reach;
    std::uint32_t used[6];

    constexpr bool uses(int number, int dx) const { return (used[number] >> dx & 1) != 0; }
    template <class T>
    bool covers(const NearRows<T>& rows) const {
        for (int c = 1; c < 6; ++c) {
            if ((rows.used[c] & ~used[c]) != 0) return false;
        }
        return true;
    }
};

template <const NearShape& shape, class T, class AnyPanel>
struct NearPart {
    static constexpr int far = shape.far;
    static constexpr int reach = shape.reach;
    static constexpr int classes = (far + 1) * (far + 2) / 2;

    template <int planes>
    static void update(const RowStencilView<T>& s, const AnyPanel& panel, const T* u, T* v, std::int64_t count) {
        NearPart part(s, panel, u, v);
        State<planes> state{};
        part.template advance<planes, false>(state, -lanes<T>, 0);
        part.template advance<planes, false>(state, 0, 0);
        for (std::int64_t x = 0; x < count; x += lanes<T>) {
            part.template advance<planes, true>(state, x + lanes<T>, count - x);
        }
    }

  private:
    /// Values for the newest vector x: the sums H_dx, and the contributions of H_0(x) and all H_dx(x - dx) to the
    /// change.
    template <int planes>
    struct State {
        Vec<T> h[planes][reach + 1];
        Vec<T> left[planes];
    };

    WAVESIM_INLINE NearPart(const RowStencilView<T>& s, const AnyPanel& panel, const T* u, T* v)
        : panel_(panel), u_(u), v_(v), row_(panel.row_pitch) {
        // Copies, because the compiler must assume that a store to v changes the stencil.
        unroll<classes>([&](auto c) WAVESIM_LAMBDA_INLINE {
            unroll<reach + 1>([&](auto dx)
                                  WAVESIM_LAMBDA_INLINE { weights_[c][dx] = broadcast(s.near_rows->weights[c][dx]); });
        });
        unroll<far + 1>([&](auto dx) WAVESIM_LAMBDA_INLINE {
            axis_[dx] = broadcast(s.axis[dx]);
            axis_rest_[dx] = broadcast(s.axis_rest[dx]);
        });
    }

    /// Reads the vectors at x of every plane. With `out` it finishes the `nodes` values of the vectors at x - lanes.
    template <int planes, bool out>
    WAVESIM_INLINE void advance(State<planes>& state, std::int64_t x, std::int64_t nodes) {
        Vec<T> sums[planes + 2 * far][far + 1];  // sums of rows y - d and y + d, from plane z - far on
        unroll<planes + 2 * far>([&](auto j) WAVESIM_LAMBDA_INLINE {
            const T* const p = u_ + (j - far) * panel_.plane_pitch + x;
            sums[j][0] = load(p);
            unroll<far>([&](auto d) WAVESIM_LAMBDA_INLINE {
                sums[j][d + 1] = load(p - (d + 1) * row_) + load(p + (d + 1) * row_);
            });
            if constexpr (j >= 2 * far) {
                constexpr int k = j - 2 * far;
                Vec<T> h[reach + 1];
                sum_classes<j - far>(sums, h);
                if constexpr (out) finish_plane<k>(h, sums[j - far][0], state, x - lanes<T>, nodes);
                state.left[k] = h[0];
                unroll<reach>([&](auto d) WAVESIM_LAMBDA_INLINE {
                    constexpr int dx = d + 1;
                    const Vec<T> moved = window<static_cast<int>(lanes<T>) - dx>(state.h[k][dx], h[dx]);
                    state.left[k] = state.left[k] + moved;
                    state.h[k][dx] = h[dx];
                });
            }
        });
    }

    /// Computes h[dx] = H_dx of plane number `middle` of the sums.
    template <int middle, class Sums>
    WAVESIM_INLINE void sum_classes(const Sums& sums, Vec<T> (&h)[reach + 1]) const {
        unroll<reach + 1>([&](auto dx) WAVESIM_LAMBDA_INLINE { h[dx] = Vec<T>{}; });
        unroll<far>([&](auto f) WAVESIM_LAMBDA_INLINE {
            unroll<f + 2>([&](auto near) WAVESIM_LAMBDA_INLINE { add_class<middle, f + 1, near>(sums, h); });
        });
    }

    template <int middle, int d, int near, class Sums>
    WAVESIM_INLINE void add_class(const Sums& sums, Vec<T> (&h)[reach + 1]) const {
        constexpr int number = NearRows<T>::number(d, near);
        if constexpr (shape.used[number] != 0) {
            Vec<T> sum;
            if constexpr (near == 0) {
                sum = sums[middle][d] + (sums[middle - d][0] + sums[middle + d][0]);
            } else if constexpr (near == d) {
                sum = sums[middle - d][d] + sums[middle + d][d];
            } else {
                sum = (sums[middle - near][d] + sums[middle + near][d]) +
                      (sums[middle - d][near] + sums[middle + d][near]);
            }
            constexpr T minus_count = near == 0 || near == d ? -4 : -8;
            const Vec<T> difference = multiply_add(broadcast(minus_count), sums[middle][0], sum);
            unroll<reach + 1>([&](auto dx) WAVESIM_LAMBDA_INLINE {
                if constexpr (shape.uses(number, dx)) h[dx] = multiply_add(weights_[number][dx], difference, h[dx]);
            });
        }
    }

    /// `next` and h belong to the vector after the one at x.
    template <int k, class S>
    WAVESIM_INLINE void finish_plane(const Vec<T> (&h)[reach + 1], Vec<T> next, const S& state, std::int64_t x,
                                     std::int64_t nodes) {
        const T* const p = u_ + k * panel_.plane_pitch + x;
        T* const q = v_ + k * panel_.plane_pitch + x;
        fetch_vector(panel_, p, q);
        const Vec<T> centre = load(p);
        // Two chains of sums: the processor cannot reorder far enough within one long chain.
        Vec<T> across = state.left[k];
        Vec<T> along{};
        unroll<far>([&](auto d) WAVESIM_LAMBDA_INLINE {
            constexpr int dx = d + 1;
            if constexpr (dx <= reach) across = across + window<dx>(state.h[k][dx], h[dx]);
            const Vec<T> pair = minus_twice(load_anywhere(p - dx) + ahead_by<dx>(p, centre, next), centre);
            if constexpr (dx <= reach) along = multiply_add(axis_rest_[dx], pair, along);
            along = multiply_add(axis_[dx], pair, along);
        });
        finish(panel_, q, centre, across + along, nodes);
    }

    AnyPanel panel_;
    const T* u_;
    T* v_;
    std::int64_t row_;
    Vec<T> weights_[classes][reach + 1];
    Vec<T> axis_[far + 1];
    Vec<T> axis_rest_[far + 1];
};

inline constexpr NearShape near_27{1, 1, {0, 3, 3, 0, 0, 0}};  ///< also for 19 points
inline constexpr NearShape near_33{2, 1, {0, 3, 3, 1, 0, 0}};
inline constexpr NearShape near_57{2, 2, {0, 7, 3, 3, 1, 0}};
inline constexpr NearShape near_125{2, 2, {0, 7, 7, 7, 7, 7}};  ///< also for all stencils between

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
