// SPDX-License-Identifier: MIT
// Differences of TTI kernels, of one vector of nodes; for *.isa.cpp files.
#pragma once
#include "stencils/cpu/simd.hpp"
#include "stencils/cpu/tti/tti_kernel.hpp"
#include "stencils/tti/operator_weights.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// Neighbours along x: the vector at p and those beside it.
template <class T>
struct AlongX {
    const T* p;
    Vec<T> before;
    Vec<T> centre;
    Vec<T> after;

    WAVESIM_INLINE explicit AlongX(const T* at)
        : p(at), before(load(at - lanes<T>)), centre(load(at)), after(load(at + lanes<T>)) {}
    template <int d>
    WAVESIM_INLINE Vec<T> at() const {
        if constexpr (d > lanes<T> || -d > lanes<T>)
            return load_anywhere(p + d);
        else if constexpr (d < 0)
            return window<static_cast<int>(lanes<T>) + d>(before, centre);
        else
            return window<d>(centre, after);
    }
};

/// Neighbours a pitch apart.
template <class T>
struct AcrossRows {
    const T* p;
    std::int64_t pitch;

    template <int d>
    WAVESIM_INLINE Vec<T> at() const {
        return load(p + d * pitch);
    }
};

/// Neighbours in rows of their own, the middle one is `middle`.
template <class T, int middle>
struct AcrossPlanes {
    const T* const* rows;
    std::int64_t x;

    template <int d>
    WAVESIM_INLINE Vec<T> at() const {
        return load(rows[middle + d] + x);
    }
};

/// sum_m w_m (u_m - u_{-m}), m = 1 ... count.
template <class T, int count, class Row>
WAVESIM_INLINE Vec<T> odd_difference(const Row& u, const double (&w)[count]) {
    Vec<T> sum = broadcast(static_cast<T>(w[0])) * (u.template at<1>() - u.template at<-1>());
    unroll<count - 1>([&](auto k) WAVESIM_LAMBDA_INLINE {
        constexpr int m = k + 2;
        sum = multiply_add(broadcast(static_cast<T>(w[m - 1])), u.template at<m>() - u.template at<-m>(), sum);
    });
    return sum;
}

/// sum_m w_m (u_m + u_{-m} - 2 u_0), m = 1 ... count.
template <class T, int count, class Row>
WAVESIM_INLINE Vec<T> even_difference(const Row& u, Vec<T> centre, const double (&w)[count]) {
    Vec<T> sum = broadcast(static_cast<T>(w[0])) * minus_twice(u.template at<1>() + u.template at<-1>(), centre);
    unroll<count - 1>([&](auto k) WAVESIM_LAMBDA_INLINE {
        constexpr int m = k + 2;
        const Vec<T> pair = u.template at<m>() + u.template at<-m>();
        sum = multiply_add(broadcast(static_cast<T>(w[m - 1])), minus_twice(pair, centre), sum);
    });
    return sum;
}

/// Stores a vector of a row, of which `nodes` are left.
template <class T>
WAVESIM_INLINE void store_row(T* p, Vec<T> v, std::int64_t nodes) {
    if (nodes >= lanes<T>) {
        store(p, v);
    } else {
        store_first(p, v, nodes);
    }
}

/// v := 2 u - v + change; with damping G = g T: (1 + G/2)^2 v := 2 (1 - G^2/4) u - (1 - G/2)^2 v + change.
template <bool damped, class T>
WAVESIM_INLINE void finish_step(T* v, Vec<T> centre, Vec<T> change, const TtiDampingRow<T>& damping, std::int64_t x,
                                std::int64_t nodes) {
    Vec<T> next = centre + ((centre - load(v)) + change);
    if constexpr (damped) {
        const Vec<T> one = broadcast(T(1));
        const Vec<T> half = broadcast(T(0.5)) * (load(damping.along_x + x) + broadcast(damping.constant));
        const Vec<T> share = one / (one + half);
        const Vec<T> kept = (one - half) * share;
        next = multiply_add(share * share, change, kept * (centre + (centre - kept * load(v))));
    }
    store_row(v, next, nodes);
}

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
