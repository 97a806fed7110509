// SPDX-License-Identifier: MIT
// Absorbing layers row by row, see absorbing_layers.hpp for the formulas. Per layer node and axis they read and write
// psi and zeta once and read u (twice across rows) and v from cache.
#include "stencils/cpu/layer_kernel.hpp"

#include "stencils/cpu/factor_load.hpp"
#include "stencils/cpu/kernel_table.hpp"
#include "stencils/cpu/simd.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// What the differences act on: u, or its mean over neighbours along the other axes.
template <class T>
struct Plain {
    explicit Plain(const std::int64_t (&)[2]) {}
    WAVESIM_INLINE Vec<T> operator()(const T* p) const { return load_anywhere(p); }
};
template <class T>
struct AveragedFlat {
    explicit AveragedFlat(const std::int64_t (&beside)[2]) : e(beside[0]) {}
    WAVESIM_INLINE Vec<T> operator()(const T* p) const {
        const Vec<T> sides = load_anywhere(p - e) + load_anywhere(p + e);
        return multiply_add(broadcast(T(0.25)), sides, broadcast(T(0.5)) * load_anywhere(p));
    }
    std::int64_t e;
};
template <class T>
struct Averaged {
    explicit Averaged(const std::int64_t (&beside)[2]) : e(beside[0]), f(beside[1]) {}
    WAVESIM_INLINE Vec<T> operator()(const T* p) const {
        const Vec<T> sides =
            (load_anywhere(p - e) + load_anywhere(p + e)) + (load_anywhere(p - f) + load_anywhere(p + f));
        const Vec<T> corners = (load_anywhere(p - e - f) + load_anywhere(p + e + f)) +
                               (load_anywhere(p - e + f) + load_anywhere(p + e - f));
        const Vec<T> near = multiply_add(broadcast(T(0.125)), sides, broadcast(T(0.25)) * load_anywhere(p));
        return multiply_add(broadcast(T(0.0625)), corners, near);
    }
    std::int64_t e;
    std::int64_t f;
};

/// Weights in a copy that no store can change; `order` 0: known at run time only.
template <int order, class T>
struct Differences {
    explicit Differences(const LayerStencil<T>& s) : order_(order > 0 ? order : s.half_order) {
        for (int m = 1; m <= order_; ++m) {
            first_[m] = s.first[m];
            second_[m] = s.second[m];
        }
    }
    WAVESIM_INLINE int reach() const { return order > 0 ? order : order_; }

    /// D of what `value` reads around p.
    template <class Value>
    WAVESIM_INLINE Vec<T> first(const Value& value, const T* p, std::int64_t step) const {
        Vec<T> sum{};
        for (int m = 1; m <= reach(); ++m)
            sum = multiply_add(broadcast(first_[m]), value(p + m * step) - value(p - m * step), sum);
        return sum;
    }
    template <class Value>
    WAVESIM_INLINE Vec<T> second(const Value& value, const T* p, std::int64_t step) const {
        const Vec<T> centre = value(p);
        Vec<T> sum{};
        for (int m = 1; m <= reach(); ++m)
            sum = multiply_add(broadcast(second_[m]), minus_twice(value(p + m * step) + value(p - m * step), centre),
                               sum);
        return sum;
    }
    /// Of the middle one of three vectors of a row.
    WAVESIM_INLINE Vec<T> first(const Run<T, 3>& row) const {
        Vec<T> sum{};
        unroll<order>([&](auto k) WAVESIM_LAMBDA_INLINE {
            constexpr int m = k + 1;
            sum = multiply_add(broadcast(first_[m]), row.template at<m>(1) - row.template at<-m>(1), sum);
        });
        return sum;
    }
    WAVESIM_INLINE Vec<T> second(const Run<T, 3>& row) const {
        Vec<T> sum{};
        unroll<order>([&](auto k) WAVESIM_LAMBDA_INLINE {
            constexpr int m = k + 1;
            const Vec<T> pair = row.template at<m>(1) + row.template at<-m>(1);
            sum = multiply_add(broadcast(second_[m]), minus_twice(pair, row.part[1]), sum);
        });
        return sum;
    }
    /// D of rows in separate places.
    WAVESIM_INLINE Vec<T> first(const T* const* rows, std::int64_t x) const {
        Vec<T> sum{};
        for (int m = 1; m <= reach(); ++m)
            sum = multiply_add(broadcast(first_[m]),
                               load_anywhere(rows[reach() + m] + x) - load_anywhere(rows[reach() - m] + x), sum);
        return sum;
    }

  private:
    static constexpr int most = order > 0 ? order : radius_max;
    int order_;
    T first_[most + 1];
    T second_[most + 1];
};

/// v += push factor change, of a whole vector or its first `nodes`; `x` is where the factors of v stand.
template <class T>
WAVESIM_INLINE void add_to(T* v, const FactorView<T>& factor, std::int64_t x, T push, Vec<T> change,
                           std::int64_t nodes) {
    Vec<T> weight = broadcast(push);
    if (present(factor)) weight = weight * load_factors(factor, x);
    const Vec<T> next = multiply_add(weight, change, load_anywhere(v));
    if (nodes >= lanes<T>) {
        store_anywhere(v, next);
    } else {
        store_first(v, next, nodes);
    }
}

/// Asks for memory; a hint, any address is allowed.
template <class T>
WAVESIM_INLINE void fetch(const T* p, std::int64_t ahead) {
    __builtin_prefetch(reinterpret_cast<const char*>(p) + ahead * static_cast<std::int64_t>(sizeof(T)), 0, 2);
}

template <int order, class Value, class T>
void psi_row(const LayerStencil<T>& s, const LayerRow<T>& row, T* psi) {
    const Differences<order, T> differences(s);
    const Value value(row.beside);
    const Vec<T> decay = broadcast(row.decay);
    const Vec<T> gain = broadcast(row.gain);
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        fetch(psi + x, row.ahead);
        fetch(row.u + x, row.u_ahead);
        const Vec<T> slope = differences.first(value, row.u + x, row.step);
        store(psi + x, multiply_add(gain, slope, decay * load(psi + x)));
    }
}

template <int order, class Value, class T>
void layer_row(const LayerStencil<T>& s, const LayerRow<T>& row, const T* const* psi, T* zeta, T* v,
               const FactorView<T>& factor) {
    const Differences<order, T> differences(s);
    const Value value(row.beside);
    const T push = s.push;
    const Vec<T> decay = broadcast(row.decay);
    const Vec<T> gain = broadcast(row.gain);
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        Vec<T> change = differences.first(psi, x);
        fetch(psi[2 * differences.reach()] + x, row.ahead);
        if (zeta != nullptr) {
            fetch(zeta + x, row.ahead);
            const Vec<T> bend = differences.second(value, row.u + x, row.step) + change;
            const Vec<T> next = multiply_add(gain, bend, decay * load(zeta + x));
            store(zeta + x, next);
            change = change + next;
        }
        add_to(v + x, factor, x, push, change, row.count - x);
    }
}

template <int order, class Value, class T>
void layer_ends(const LayerStencil<T>& s, const LayerEnds<T>& ends) {
    const Differences<order, T> differences(s);
    const Value value(ends.beside);
    const Plain<T> plain(ends.beside);
    const T push = s.push;
    // Every psi first: what reads at other offsets what has just been stored waits until that has reached the cache.
    for (std::int64_t row = 0; row < ends.rows; ++row) {
        const T* const u = ends.u + row * ends.row_pitch;
        T* const psi = ends.psi + row * ends.memory_pitch;
        for (std::int64_t x = 0; x < ends.width; x += lanes<T>) {
            fetch(psi + x, ends.rows * ends.memory_pitch);
            fetch(ends.zeta + row * ends.memory_pitch + x, ends.rows * ends.memory_pitch);
            const Vec<T> slope = differences.first(value, u + x, 1);
            store(psi + x,
                  multiply_add(load_anywhere(ends.gain + x), slope, load_anywhere(ends.decay + x) * load(psi + x)));
        }
    }
    for (std::int64_t row = 0; row < ends.rows; ++row) {
        const T* const u = ends.u + row * ends.row_pitch;
        T* const v = ends.v + row * ends.row_pitch;
        const std::int64_t place = row * ends.row_pitch;
        const T* const psi = ends.psi + row * ends.memory_pitch;
        T* const zeta = ends.zeta + row * ends.memory_pitch;
        const auto beside = [&](std::int64_t x, std::int64_t nodes) WAVESIM_LAMBDA_INLINE {
            add_to(v + x, ends.factor, place + x, push, differences.first(plain, psi + x, 1), nodes);
        };
        for (std::int64_t x = 0; x < ends.before; x += lanes<T>) beside(x - ends.before, ends.before - x);
        std::int64_t x = 0;
        for (; x < ends.width; x += lanes<T>) {
            Vec<T> change = differences.first(plain, psi + x, 1);
            const Vec<T> bend = differences.second(value, u + x, 1) + change;
            const Vec<T> next =
                multiply_add(load_anywhere(ends.gain + x), bend, load_anywhere(ends.decay + x) * load(zeta + x));
            store(zeta + x, next);
            add_to(v + x, ends.factor, place + x, push, change + next, ends.width + ends.behind - x);
        }
        for (; x < ends.width + ends.behind; x += lanes<T>) beside(x, ends.width + ends.behind - x);
    }
}

/// The same with every value read once, where the order is known and no longer than a vector: u and psi of a row move
/// through registers, psi a vector ahead of zeta.
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
            if (x < ends.width) {
                fetch(psi + x, ahead);
                next[0] = multiply_add(load_anywhere(ends.gain + x), differences.first(shown),
                                       load_anywhere(ends.decay + x) * load(psi + x));
                if (ends.width - x >= lanes<T>)
                    store(psi + x, next[0]);
                else
                    store_first(psi + x, next[0], ends.width - x);
            }
            moved.advance(next);
        };
        move_psi(0);
        for (std::int64_t x = 0; x < ends.width + ends.behind; x += lanes<T>) {
            const bool layer = x < ends.width;
            const Vec<T> bend = layer ? differences.second(shown) : Vec<T>{};
            shown.advance({value(u + x + 2 * lanes<T>)});
            move_psi(x + lanes<T>);
            Vec<T> change = differences.first(moved);
            if (layer) {
                fetch(zeta + x, ahead);
                const Vec<T> next = multiply_add(load_anywhere(ends.gain + x), bend + change,
                                                 load_anywhere(ends.decay + x) * load(zeta + x));
                store(zeta + x, next);
                change = change + next;
            }
            add_to(v + x, ends.factor, row * ends.row_pitch + x, push, change, ends.width + ends.behind - x);
        }
    }
    const Plain<T> plain(ends.beside);
    for (std::int64_t row = 0; row < ends.rows; ++row)
        for (std::int64_t x = -ends.before; x < 0; x += lanes<T>)
            add_to(ends.v + row * ends.row_pitch + x, ends.factor, row * ends.row_pitch + x, push,
                   differences.first(plain, ends.psi + row * ends.memory_pitch + x, 1), -x);
}

/// Calls act with the number types of the kernel that fits.
template <class T, class Act>
WAVESIM_INLINE void choose(const LayerStencil<T>& s, const std::int64_t (&beside)[2], const Act& act) {
    if (s.averaged) {
        if (beside[1] == 0) return act.template operator()<1, AveragedFlat<T>>();
        return act.template operator()<1, Averaged<T>>();
    }
    switch (s.half_order) {
        case 1: return act.template operator()<1, Plain<T>>();
        case 2: return act.template operator()<2, Plain<T>>();
        case 4: return act.template operator()<4, Plain<T>>();
        default: return act.template operator()<0, Plain<T>>();
    }
}

template <class T>
void any_psi(const LayerStencil<T>& s, const LayerRow<T>& row, T* psi) {
    choose(s, row.beside, [&]<int order, class Value>() { psi_row<order, Value>(s, row, psi); });
}
template <class T>
void any_row(const LayerStencil<T>& s, const LayerRow<T>& row, const T* const* psi, T* zeta, T* v,
             const FactorView<T>& factor) {
    choose(s, row.beside, [&]<int order, class Value>() { layer_row<order, Value>(s, row, psi, zeta, v, factor); });
}
template <class T>
void any_ends(const LayerStencil<T>& s, const LayerEnds<T>& ends) {
    choose(s, ends.beside, [&]<int order, class Value>() {
        if constexpr (order > 0 && order <= lanes<T>)
            layer_ends_once<order, Value>(s, ends);
        else
            layer_ends<order, Value>(s, ends);
    });
}

}  // namespace

void update_psi(const LayerStencil<float>& s, const LayerRow<float>& row, float* psi) { any_psi(s, row, psi); }
void update_psi(const LayerStencil<double>& s, const LayerRow<double>& row, double* psi) { any_psi(s, row, psi); }
void update_layer_row(const LayerStencil<float>& s, const LayerRow<float>& row, const float* const* psi, float* zeta,
                      float* v, const FactorView<float>& factor) {
    any_row(s, row, psi, zeta, v, factor);
}
void update_layer_row(const LayerStencil<double>& s, const LayerRow<double>& row, const double* const* psi,
                      double* zeta, double* v, const FactorView<double>& factor) {
    any_row(s, row, psi, zeta, v, factor);
}
void update_layer_ends(const LayerStencil<float>& s, const LayerEnds<float>& ends) { any_ends(s, ends); }
void update_layer_ends(const LayerStencil<double>& s, const LayerEnds<double>& ends) { any_ends(s, ends); }

}  // namespace wavesim::cpu::WAVESIM_ISA
