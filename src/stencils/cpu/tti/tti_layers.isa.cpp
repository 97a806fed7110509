// SPDX-License-Identifier: MIT
// Absorbing layers of the self-adjoint form of TTI: convolutional layers that stretch both first differences of an
// axis.
#include "stencils/cpu/tti/tti_differences.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// Neighbours along x, loaded from any address.
template <class T>
struct BesideX {
    const T* p;

    template <int d>
    WAVESIM_INLINE Vec<T> at() const {
        return load_anywhere(p + d);
    }
};

/// Neighbours in separate rows; [4] is the middle row.
template <class T>
struct InRows {
    const T* const* rows;
    std::int64_t x;

    template <int d>
    WAVESIM_INLINE Vec<T> at() const {
        return load(rows[4 + d] + x);
    }
};

/// The value at x of a table, or the single value.
template <bool along_x, class T>
WAVESIM_INLINE Vec<T> value_at(const T* table, std::int64_t x) {
    if constexpr (along_x)
        return load(table + x);
    else
        return broadcast(*table);
}

template <bool along_x, class T>
void flux_row(const LayerFluxRow<T>& row) {
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        const Vec<T> decay = value_at<along_x>(row.decay, x);
        const Vec<T> gain = value_at<along_x>(row.gain, x);
        const Vec<T> n_d = load(row.axis[row.d] + x);
        for (int f = 0; f < 2; ++f) {
            const T* const p = row.field[f] + x;
            Vec<T> slope;
            if constexpr (along_x)
                slope = odd_difference<T>(BesideX<T>{p}, tti::first_difference);
            else
                slope = odd_difference<T>(AcrossRows<T>{p, Pitch<T>(row.step)}, tti::first_difference);
            const Vec<T> psi = multiply_add(gain, slope, decay * load(row.psi_before[f] + x));
            if (row.psi[f] != nullptr) store(row.psi[f] + x, psi);
            const Vec<T> q = n_d * psi;
            for (int e = 0; e < 3; ++e) {
                T* const flux = row.flux[e][f];
                if (flux == nullptr) continue;
                const Vec<T> along = load(row.axis[e] + x) * q;
                const Vec<T> across = e == row.d ? psi - along : -along;
                store(flux + x, load(flux + x) + (f == 0 ? across : along));
            }
        }
    }
}

template <bool along_x, class T>
void divergence_row(const LayerDivergenceRow<T>& row) {
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        const Vec<T> decay = value_at<along_x>(row.decay, x);
        const Vec<T> gain = value_at<along_x>(row.gain, x);
        for (int f = 0; f < 2; ++f) {
            Vec<T> slope;
            if constexpr (along_x)
                slope = odd_difference<T>(BesideX<T>{row.flux[f][4] + x}, tti::first_difference);
            else
                slope = odd_difference<T>(InRows<T>{row.flux[f], x}, tti::first_difference);
            const Vec<T> xi = multiply_add(gain, slope, decay * load(row.xi[f] + x));
            store(row.xi[f] + x, xi);
            store(row.out[f] + x, load(row.out[f] + x) - xi);
        }
    }
}

}  // namespace

void update_layer_flux(const LayerFluxRow<float>& row) {
    return row.d == 0 ? flux_row<true>(row) : flux_row<false>(row);
}
void update_layer_flux(const LayerFluxRow<double>& row) {
    return row.d == 0 ? flux_row<true>(row) : flux_row<false>(row);
}
void update_layer_divergence(const LayerDivergenceRow<float>& row) {
    return row.along_x ? divergence_row<true>(row) : divergence_row<false>(row);
}
void update_layer_divergence(const LayerDivergenceRow<double>& row) {
    return row.along_x ? divergence_row<true>(row) : divergence_row<false>(row);
}

}  // namespace wavesim::cpu::WAVESIM_ISA
