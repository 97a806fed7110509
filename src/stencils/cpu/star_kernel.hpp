// SPDX-License-Identifier: MIT
// Star stencils: rows other than the middle one have a weight only at dx = 0, so nodes share no sums; for *.isa.cpp
// files.
#pragma once
#include "stencils/cpu/class_sums.hpp"
#include "stencils/cpu/pitch.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// For a radius known at compile time; shifts are used if it is at most `lanes` nodes. The columns of the output nodes
/// overlap and are read once.
template <int radius, int dims, class T>
struct StarPart {
    static_assert(!shifts_beat_loads || radius <= lanes<T>);

    template <int planes, class AnyPanel>
    static void update(const RowStencilView<T>& s, const AnyPanel& panel, const T* u, T* v, std::int64_t count) {
        // Copies, because the compiler must assume that a store to v changes the stencil.
        Vec<T> weights[radius];
        unroll<radius>([&](auto c) WAVESIM_LAMBDA_INLINE { weights[c] = broadcast(s.axis[c + 1]); });
        const Pitch<T> row(panel.row_pitch);
        const Pitch<T> plane(panel.plane_pitch);
        const Vec<T> minus_count = broadcast(static_cast<T>(-2 * (dims - 1)));
        const T* middle[planes];
        Vec<T> before[planes];  // the vector of the middle row before the one at x
        Vec<T> next[planes];    // the vector after it, which will be the one at x
        unroll<planes>([&](auto k) WAVESIM_LAMBDA_INLINE {
            middle[k] = u + k * panel.plane_pitch;
            before[k] = load(middle[k] - lanes<T>);
            next[k] = load(middle[k]);
        });
        for (std::int64_t x = 0; x < count; x += lanes<T>) {
            Vec<T> column[planes + 2 * radius];
            unroll<planes + 2 * radius>([&](auto j) WAVESIM_LAMBDA_INLINE {
                constexpr int z = j - radius;
                constexpr int nearest = z < 0 ? 0 : z < planes ? z : planes - 1;
                column[j] = z == nearest ? next[nearest] : load(plane.template at<z - nearest>(middle[nearest]));
            });
            unroll<planes>([&](auto k) WAVESIM_LAMBDA_INLINE {
                const T* const p = middle[k];
                T* const out = v + k * panel.plane_pitch + x;
                fetch_vector(panel, p, out);
                // The row of this plane that the next row is the first to read.
                if constexpr (dims == 3) __builtin_prefetch(p + (radius + 1) * panel.row_pitch, 0, 2);
                const Vec<T> centre = column[k + radius];
                next[k] = load(p + lanes<T>);
                // Two short chains of sums: the processor cannot reorder far enough within one long chain.
                Vec<T> across{};
                Vec<T> along{};
                unroll<radius>([&](auto c) WAVESIM_LAMBDA_INLINE {
                    constexpr int d = c + 1;
                    Vec<T> sum = column[k + radius - d] + column[k + radius + d];
                    if constexpr (dims == 3) sum = sum + (load(row.template at<-d>(p)) + load(row.template at<d>(p)));
                    across = multiply_add(weights[c], multiply_add(minus_count, centre, sum), across);
                    const Vec<T> pair = behind_by<d>(p, before[k], centre) + ahead_by<d>(p, centre, next[k]);
                    along = multiply_add(weights[c], minus_twice(pair, centre), along);
                });
                finish(panel, out, centre, across + along, count - x);
                before[k] = centre;
                middle[k] += lanes<T>;
            });
        }
    }
};

/// For any radius.
template <class T>
struct WideStarPart {
    template <int planes, class AnyPanel>
    static void update(const RowStencilView<T>& s, const AnyPanel& panel, const T* u, T* v, std::int64_t count) {
        for (std::int64_t x = 0; x < count; x += stride<T>) {
            fetch_ahead(panel, u + x, v + x);
            Vec<T> centre[width];
            load_run(u + x, centre);
            Vec<T> change[1][width];
            sum_classes<1>(s, u + x, centre, 0, change);
            unroll<width>([&](auto k) WAVESIM_LAMBDA_INLINE {
                const std::int64_t i = x + k * lanes<T>;
                finish(panel, v + i, centre[k], add_far_axis(s, u + i, centre[k], 1, change[0][k]), count - i);
            });
        }
    }
};

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
