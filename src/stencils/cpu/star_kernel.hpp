// SPDX-License-Identifier: MIT
// Stars: rows other than the middle one count at dx = 0 only, so nodes share no sums; for *.isa.cpp files.
#pragma once
#include "stencils/cpu/class_sums.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// A known radius of at most `lanes` nodes, as many classes of `class_rows` rows.
template <int radius, int class_rows, class T>
struct StarPart {
    static void update(const RowStencilView<T>& s, const Panel<T>& panel, const T* u, T* v, std::int64_t count) {
        // Copies, because for all that the compiler knows a store to v may change the stencil.
        const T* rows[radius * class_rows];
        Vec<T> weights[radius];
        Vec<T> axis[radius];
        unroll<radius>([&](auto c) WAVESIM_LAMBDA_INLINE {
            weights[c] = broadcast(s.classes[c].weights[0]);
            axis[c] = broadcast(s.axis[c + 1]);
            unroll<class_rows>([&](auto r)
                                   WAVESIM_LAMBDA_INLINE { rows[c * class_rows + r] = u + s.classes[c].rows[r]; });
        });
        const Vec<T> minus_count = broadcast(static_cast<T>(-class_rows));
        Run<T, width + 2> row;
        row.part[width] = load(u - lanes<T>);
        row.part[width + 1] = load(u);
        for (std::int64_t x = 0; x < count; x += stride<T>) {
            fetch_ahead(panel, u + x, v + x);
            Vec<T> next[width];
            load_run(u + x + lanes<T>, next);
            row.advance(next);
            unroll<width>([&](auto k) WAVESIM_LAMBDA_INLINE {
                const std::int64_t i = x + k * lanes<T>;
                const Vec<T> centre = row.part[k + 1];
                // Two short chains of sums instead of a long one: the processor cannot look far enough ahead for that.
                Vec<T> change{};
                Vec<T> along{};
                unroll<radius>([&](auto c) WAVESIM_LAMBDA_INLINE {
                    Vec<T> sum = load(rows[c * class_rows] + i) + load(rows[c * class_rows + 1] + i);
                    if constexpr (class_rows == 4) {
                        sum = sum + (load(rows[c * class_rows + 2] + i) + load(rows[c * class_rows + 3] + i));
                    }
                    change = multiply_add(weights[c], multiply_add(minus_count, centre, sum), change);
                });
                unroll<radius>([&](auto c) WAVESIM_LAMBDA_INLINE {
                    constexpr int dx = c + 1;
                    const Vec<T> pair = row.template at<-dx>(k + 1) + row.template at<dx>(k + 1);
                    along = multiply_add(axis[c], minus_twice(pair, centre), along);
                });
                finish(v + i, centre, change + along, count - i);
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
