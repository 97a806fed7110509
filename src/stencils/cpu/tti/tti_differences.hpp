// SPDX-License-Identifier: MIT
// Differences of TTI kernels, of one vector of nodes; for *.isa.cpp files.
#pragma once
#include "stencils/cpu/pitch.hpp"
#include "stencils/cpu/simd.hpp"
#include "stencils/cpu/tti/tti_kernel.hpp"
#include "stencils/tti/operator_weights.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// Default prefetch distance of `fetch`, in values. Distances from 512 to 2048 bytes were measured to be equally good.
template <class T>
inline constexpr std::int64_t in_row = 1024 / static_cast<std::int64_t>(sizeof(T));

/// Loads, and prefetches what will be read later. There are more rows than the hardware prefetcher follows, and most of
/// them are not in the second-level cache.
template <class T>
WAVESIM_INLINE Vec<T> fetch(const T* p, std::int64_t ahead = in_row<T>) {
    __builtin_prefetch(p + ahead, 0, 2);
    return load(p);
}

/// Neighbours along x: the vector at p and those beside it. `balanced`: half of them are loaded across cache lines,
/// half are shifted, alternately. It is useful where nothing else needs the load units.
template <class T, bool balanced = false>
struct AlongX {
    const T* p;
    Vec<T> before;
    Vec<T> centre;
    Vec<T> after;

    WAVESIM_INLINE explicit AlongX(const T* from) : AlongX(from, load(from)) {}
    WAVESIM_INLINE AlongX(const T* from, Vec<T> middle)
        : p(from), before(load(from - lanes<T>)), centre(middle), after(load(from + lanes<T>)) {}
    template <int d>
    WAVESIM_INLINE Vec<T> at() const {
        if constexpr (d > lanes<T> || -d > lanes<T> || (balanced && d > 0))
            return load_anywhere(p + d);
        else if constexpr (d < 0)
            return window<static_cast<int>(lanes<T>) + d>(before, centre);
        else
            return window<d>(centre, after);
    }
};

/// Neighbours one pitch apart. Neighbours with a number of at least `unknown` have not been read before and are
/// prefetched.
template <class T, int unknown = 99>
struct AcrossRows {
    const T* p;
    Pitch<T> pitch;
    std::int64_t ahead = in_row<T>;

    template <int d>
    WAVESIM_INLINE Vec<T> at() const {
        if constexpr (d >= unknown)
            return fetch(pitch.template at<d>(p), ahead);
        else
            return load(pitch.template at<d>(p));
    }
};

/// sum + sign sum_m w_m (u_m - u_{-m}), m = 1 ... count.
template <int sign, class T, int count, class Row>
WAVESIM_INLINE Vec<T> add_odd_difference(Vec<T> sum, const Row& u, const double (&w)[count]) {
    unroll<count>([&](auto k) WAVESIM_LAMBDA_INLINE {
        constexpr int m = k + 1;
        sum = multiply_add(broadcast(static_cast<T>(sign * w[m - 1])), u.template at<m>() - u.template at<-m>(), sum);
    });
    return sum;
}

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

/// Weights of a symmetric difference, rounded such that they sum to 0 exactly. The second difference of a constant is
/// then 0, and the middle node is subtracted once instead of in every pair.
template <class T, int count>
struct EvenWeights {
    T centre;
    T at[count];
};
template <class T, int count>
constexpr EvenWeights<T, count> even_weights(const double (&w)[count]) {
    constexpr double unit = sizeof(T) == 4 ? 0x1p-21 : 0x1p-50;  // |centre| < 8, so all fit the mantissa
    EvenWeights<T, count> result{};
    std::int64_t sum = 0;
    for (int m = 0; m < count; ++m) {
        const auto n = static_cast<std::int64_t>(w[m] / unit + (w[m] < 0 ? -0.5 : 0.5));
        result.at[m] = static_cast<T>(static_cast<double>(n) * unit);
        sum += n;
    }
    result.centre = static_cast<T>(static_cast<double>(-2 * sum) * unit);
    return result;
}

/// sum_m w_m (u_m + u_{-m} - 2 u_0), m = 1 ... count.
template <class T, int count, class Row>
WAVESIM_INLINE Vec<T> even_difference(const Row& u, Vec<T> centre, const EvenWeights<T, count>& w) {
    Vec<T> sum = broadcast(w.centre) * centre;
    unroll<count>([&](auto k) WAVESIM_LAMBDA_INLINE {
        constexpr int m = k + 1;
        sum = multiply_add(broadcast(w.at[m - 1]), u.template at<m>() + u.template at<-m>(), sum);
    });
    return sum;
}

template <class T>
inline constexpr auto second_weights = even_weights<T>(tti::second_difference);
template <class T>
inline constexpr auto rest_weights = even_weights<T>(tti::hourglass.at);

/// Stores the first `nodes` values of a vector of a row, or all.
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
                                std::int64_t nodes, std::int64_t ahead = in_row<T>) {
    const Vec<T> old = fetch(v, ahead);
    Vec<T> next = centre + ((centre - old) + change);
    if constexpr (damped) {
        const Vec<T> one = broadcast(T(1));
        const Vec<T> half = broadcast(T(0.5)) * (load(damping.along_x + x) + broadcast(damping.constant));
        const Vec<T> share = one / (one + half);
        const Vec<T> kept = (one - half) * share;
        next = multiply_add(share * share, change, kept * (centre + (centre - kept * old)));
    }
    store_row(v, next, nodes);
}

}  // namespace

}  // namespace wavesim::cpu::WAVESIM_ISA
