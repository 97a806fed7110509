// SPDX-License-Identifier: MIT
// Common parts of the kernels of absorbing layers; for *.isa.cpp files.
#pragma once
#include "stencils/cpu/factor_load.hpp"
#include "stencils/cpu/layer_kernel.hpp"
#include "stencils/cpu/simd.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// The value on which differences act: u, or its mean over neighbours along the other axes.
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

/// A local copy of the weights, which no store can change. `order` 0: known only at run time.
template <int order, class T>
struct Differences {
    explicit Differences(const LayerStencil<T>& s) : order_(order > 0 ? order : s.half_order) {
        for (int m = 1; m <= order_; ++m) {
            first_[m] = s.first[m];
            second_[m] = s.second[m];
        }
    }
    WAVESIM_INLINE int reach() const { return order > 0 ? order : order_; }

    /// The first difference D of what `value` reads around p.
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
    /// The first difference of neighbours u.at<m>() that are in registers.
    template <class Neighbours>
    WAVESIM_INLINE Vec<T> first(const Neighbours& u) const {
        Vec<T> sum{};
        unroll<order>([&](auto k) WAVESIM_LAMBDA_INLINE {
            constexpr int m = k + 1;
            sum = multiply_add(broadcast(first_[m]), u.template at<m>() - u.template at<-m>(), sum);
        });
        return sum;
    }
    template <class Neighbours>
    WAVESIM_INLINE Vec<T> second(const Neighbours& u) const {
        Vec<T> sum{};
        unroll<order>([&](auto k) WAVESIM_LAMBDA_INLINE {
            constexpr int m = k + 1;
            const Vec<T> pair = u.template at<m>() + u.template at<-m>();
            sum = multiply_add(broadcast(second_[m]), minus_twice(pair, u.template at<0>()), sum);
        });
        return sum;
    }
    /// The first difference D of rows at separate addresses.
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

/// v += push factor change, for a whole vector or its first `nodes`; `x` is the position of the factors of v.
template <class T>
WAVESIM_INLINE void add_to(T* v, const FactorView<T>& factor, std::int64_t x, T push, Vec<T> change,
                           std::int64_t nodes) {
    Vec<T> weight = broadcast(push);
    if (present(factor)) weight = weight * load_factors(factor, x);
    if (factor.buoyancy != nullptr) weight = weight * load_anywhere(factor.buoyancy + factor.first + x);
    const Vec<T> next = multiply_add(weight, change, load_anywhere(v));
    if (nodes >= lanes<T>) {
        store_anywhere(v, next);
    } else {
        store_first(v, next, nodes);
    }
}

/// Prefetches memory; any address is allowed.
template <class T>
WAVESIM_INLINE void fetch(const T* p, std::int64_t ahead) {
    __builtin_prefetch(reinterpret_cast<const char*>(p) + ahead * static_cast<std::int64_t>(sizeof(T)), 0, 2);
}

/// Calls act with the compile-time constants of the kernel that fits.
template <class T, class Act>
WAVESIM_INLINE void choose(const LayerStencil<T>& s, const std::int64_t (&beside)[2], const Act& act) {
    if (s.averaged) {
        if (beside[1] == 0) return act.template operator()<1, AveragedFlat<T>>();
        return act.template operator()<1, Averaged<T>>();
    }
    switch (s.half_order) {
        case 1: return act.template operator()<1, Plain<T>>();
        case 2: return act.template operator()<2, Plain<T>>();
        case 3: return act.template operator()<3, Plain<T>>();
        case 4: return act.template operator()<4, Plain<T>>();
        case 5: return act.template operator()<5, Plain<T>>();
        case 6: return act.template operator()<6, Plain<T>>();
        case 8: return act.template operator()<8, Plain<T>>();
        default: return act.template operator()<0, Plain<T>>();
    }
}

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
