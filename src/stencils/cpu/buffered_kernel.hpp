// SPDX-License-Identifier: MIT
// Any stencil: the H_dx of a part of a row are stored in buffers; for *.isa.cpp files.
#pragma once
#include "stencils/cpu/class_sums.hpp"
#include "stencils/cpu/round_up.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

template <class T>
struct BufferedPart {
    static constexpr int group = 5;                                                       ///< number of H_dx that are
                                                                                          ///< summed together
    static constexpr std::int64_t longest = 1024 / static_cast<std::int64_t>(sizeof(T));  ///< nodes of the longest part
    static constexpr std::int64_t margin = round_up(radius_max, lanes<T>);

    template <int planes, class AnyPanel>
    static void update(const RowStencilView<T>& s, const AnyPanel& panel, const T* u, T* v, std::int64_t count) {
        for (std::int64_t x = 0; x < count; x += longest) {
            update_part(s, panel, u + x, v + x, count - x < longest ? count - x : longest);
        }
    }

  private:
    template <class AnyPanel>
    static void update_part(const RowStencilView<T>& s, const AnyPanel& panel, const T* u, T* v, std::int64_t count) {
        alignas(64) T h[round_up(radius_max + 1, group)][longest + 2 * margin + stride<T>];
        const std::int64_t beside = round_up(s.reach, lanes<T>);
        for (int first = 0; first <= s.reach; first += group) {
            for (std::int64_t x = -beside; x < count + beside; x += stride<T>) {
                Vec<T> centre[width];
                load_run(u + x, centre);
                Vec<T> sums[group][width];
                sum_classes(s, u + x, centre, first, sums);
                for (int dx = 0; dx < group; ++dx) {
                    for (int k = 0; k < width; ++k) store(&h[first + dx][margin + x + k * lanes<T>], sums[dx][k]);
                }
            }
        }
        for (std::int64_t x = 0; x < count; x += lanes<T>) {
            if (x % stride<T> == 0) fetch_ahead(panel, u + x, v + x);
            const Vec<T> centre = load(u + x);
            Vec<T> change = load(&h[0][margin + x]);
            for (int dx = 1; dx <= s.reach; ++dx) {
                const Vec<T> pair = load_anywhere(u + x - dx) + load_anywhere(u + x + dx);
                change = change + (load_anywhere(&h[dx][margin + x - dx]) + load_anywhere(&h[dx][margin + x + dx]));
                change = multiply_add(broadcast(s.axis_rest[dx]), minus_twice(pair, centre), change);
                change = add_pair(s, dx, pair, centre, change);
            }
            change = add_far_axis(s, u + x, centre, s.reach + 1, change);
            finish(panel, v + x, centre, change, count - x);
        }
    }
};

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
