// SPDX-License-Identifier: MIT
// Absorbing layers of the x axis, which rows cross; formulas in absorbing_layers.hpp. Per layer node they read and
// write psi and zeta once in memory and read u and v from cache.
#include "stencils/cpu/kernel_table.hpp"
#include "stencils/cpu/layer_differences.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

template <int order, class Value, class T>
void layer_ends(const LayerStencil<T>& s, const LayerEnds<T>& ends) {
    const Differences<order, T> differences(s);
    const Value value(ends.beside);
    const Plain<T> plain(ends.beside);
    const T push = s.push;
    const T* const gain = ends.gain + ends.lead;
    const T* const decay = ends.decay + ends.lead;
    const std::int64_t ahead = ends.rows * ends.memory_pitch;
    // Every psi is computed first: a load at another offset from data just stored would wait until it reaches the
    // cache.
    for (std::int64_t row = 0; row < ends.rows; ++row) {
        const T* const u = ends.u + ends.lead + row * ends.row_pitch;
        T* const psi = ends.psi + ends.lead + row * ends.memory_pitch;
        for (std::int64_t x = 0; x < ends.width; x += lanes<T>) {
            fetch(psi + x, ahead);
            fetch(ends.zeta + row * ends.memory_pitch + x, ahead);
            const Vec<T> slope = differences.first(value, u + x, 1);
            store_anywhere(psi + x, multiply_add(load_anywhere(gain + x), slope,
                                                 load_anywhere(decay + x) * load_anywhere(psi + x)));
        }
    }
    for (std::int64_t row = 0; row < ends.rows; ++row) {
        const std::int64_t place = ends.lead + row * ends.row_pitch;
        const T* const u = ends.u + place;
        T* const v = ends.v + place;
        const T* const psi = ends.psi + ends.lead + row * ends.memory_pitch;
        T* const zeta = ends.zeta + ends.lead + row * ends.memory_pitch;
        const auto beside = [&](std::int64_t x, std::int64_t nodes) WAVESIM_LAMBDA_INLINE {
            add_to(v + x, ends.factor, place + x, push, differences.first(plain, psi + x, 1), nodes);
        };
        for (std::int64_t x = 0; x < ends.before; x += lanes<T>) beside(x - ends.before, ends.before - x);
        std::int64_t x = 0;
        for (; x < ends.width; x += lanes<T>) {
            Vec<T> change = differences.first(plain, psi + x, 1);
            const Vec<T> bend = differences.second(value, u + x, 1) + change;
            const Vec<T> next =
                multiply_add(load_anywhere(gain + x), bend, load_anywhere(decay + x) * load_anywhere(zeta + x));
            store_anywhere(zeta + x, next);
            add_to(v + x, ends.factor, place + x, push, change + next, ends.width + ends.behind - x);
        }
        for (; x < ends.width + ends.behind; x += lanes<T>) beside(x, ends.width + ends.behind - x);
    }
}

/// The same with every value read once, if the order is known and at most a vector. u and psi of a window are kept in
/// registers, psi one vector ahead of zeta.
template <int order, class Value, class T>
void layer_ends_once(const LayerStencil<T>& s, const LayerEnds<T>& ends) {
    const Differences<order, T> differences(s);
    const Value value(ends.beside);
    const T push = s.push;
    const std::int64_t ahead = ends.rows * ends.memory_pitch;
    for (std::int64_t row = 0; row < ends.rows; ++row) {
        const T* const u = ends.u + row * ends.row_pitch;
        T* const v = ends.v + row * ends.row_pitch;
        T* const psi = ends.psi + row * ends.memory_pitch;
        T* const zeta = ends.zeta + row * ends.memory_pitch;
        Run<T, 3> shown{{value(u - lanes<T>), value(u), value(u + lanes<T>)}};
        Run<T, 3> moved{};
        const auto move_psi = [&](std::int64_t x) WAVESIM_LAMBDA_INLINE {
            Vec<T> next[1] = {};
            if (x < ends.window) {
                fetch(psi + x, ahead);
                next[0] = multiply_add(load_anywhere(ends.gain + x), differences.first(InRun<T, 3>{shown, 1}),
                                       load_anywhere(ends.decay + x) * load(psi + x));
                store(psi + x, next[0]);
            }
            moved.advance(next);
        };
        move_psi(0);
        for (std::int64_t x = 0; x < ends.window; x += lanes<T>) {
            const Vec<T> bend = differences.second(InRun<T, 3>{shown, 1});
            shown.advance({value(u + x + 2 * lanes<T>)});
            move_psi(x + lanes<T>);
            const Vec<T> change = differences.first(InRun<T, 3>{moved, 1});
            fetch(zeta + x, ahead);
            const Vec<T> next = multiply_add(load_anywhere(ends.gain + x), bend + change,
                                             load_anywhere(ends.decay + x) * load(zeta + x));
            store(zeta + x, next);
            add_to(v + x, ends.factor, row * ends.row_pitch + x, push, change + next, ends.nodes - x);
        }
    }
}

/// The same for windows of a few vectors, all of which are kept in registers.
template <int order, int vectors, class Value, class T>
void layer_ends_short(const LayerStencil<T>& s, const LayerEnds<T>& given) {
    const LayerEnds<T> ends = given;  // a copy that no store can change
    const Differences<order, T> differences(s);
    const Value value(ends.beside);
    const T push = s.push;
    const std::int64_t ahead = ends.rows * ends.memory_pitch;
    Vec<T> gain[vectors];
    Vec<T> decay[vectors];
    unroll<vectors>([&](auto k) WAVESIM_LAMBDA_INLINE {
        gain[k] = load_anywhere(ends.gain + k * lanes<T>);
        decay[k] = load_anywhere(ends.decay + k * lanes<T>);
    });
    for (std::int64_t row = 0; row < ends.rows; ++row) {
        const T* const u = ends.u + row * ends.row_pitch;
        T* const v = ends.v + row * ends.row_pitch;
        T* const psi = ends.psi + row * ends.memory_pitch;
        T* const zeta = ends.zeta + row * ends.memory_pitch;
        Run<T, vectors + 2> shown;
        unroll<vectors + 2>([&](auto k) WAVESIM_LAMBDA_INLINE { shown.part[k] = value(u + (k - 1) * lanes<T>); });
        Run<T, vectors + 2> moved{};
        unroll<vectors>([&](auto k) WAVESIM_LAMBDA_INLINE {
            T* const p = psi + k * lanes<T>;
            fetch(p, ahead);
            moved.part[k + 1] =
                multiply_add(gain[k], differences.first(InRun<T, vectors + 2>{shown, k + 1}), decay[k] * load(p));
            store(p, moved.part[k + 1]);
        });
        unroll<vectors>([&](auto k) WAVESIM_LAMBDA_INLINE {
            T* const p = zeta + k * lanes<T>;
            fetch(p, ahead);
            const std::int64_t x = k * lanes<T>;
            const Vec<T> change = differences.first(InRun<T, vectors + 2>{moved, k + 1});
            const Vec<T> next = multiply_add(gain[k], differences.second(InRun<T, vectors + 2>{shown, k + 1}) + change,
                                             decay[k] * load(p));
            store(p, next);
            add_to(v + x, ends.factor, row * ends.row_pitch + x, push, change + next, ends.nodes - x);
        });
    }
}

template <class T>
void any_ends(const LayerStencil<T>& s, const LayerEnds<T>& ends) {
    choose(s, ends.beside, [&]<int order, class Value>() {
        if constexpr (short_order(order) && order <= lanes<T>) {
            if (ends.window == 2 * lanes<T>) return layer_ends_short<order, 2, Value>(s, ends);
            layer_ends_once<order, Value>(s, ends);
        } else
            layer_ends<order, Value>(s, ends);
    });
}

}  // namespace

void update_layer_ends(const LayerStencil<float>& s, const LayerEnds<float>& ends) { any_ends(s, ends); }
void update_layer_ends(const LayerStencil<double>& s, const LayerEnds<double>& ends) { any_ends(s, ends); }

}  // namespace wavesim::cpu::WAVESIM_ISA
