// SPDX-License-Identifier: MIT
#include "stencils/cpu/density_kernel.hpp"

#include "stencils/cpu/kernel_table.hpp"
#include "stencils/cpu/simd.hpp"

namespace wavesim::cpu::WAVESIM_ISA {

namespace {

/// `order` 0: known at run time only.
template <int order, class T>
void flux_row(const DensityWeights<T>& weights, const DensityFluxRow<T>& row) {
    const DensityWeights<T> w = weights;  // a copy that no store can change
    const int reach = order > 0 ? order : w.half_order;
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        const T* const u = row.u + x;
        Vec<T> slope{};
        for (int m = 1; m <= reach; ++m)
            slope = multiply_add(broadcast(w.s[m - 1]),
                                 load_anywhere(u + m * row.step) - load_anywhere(u - (m - 1) * row.step), slope);
        store_anywhere(row.flux + x, load_anywhere(row.buoyancy + x) * slope);
    }
}

/// D- from fluxes `step` apart; `flux` points to the face behind the node.
template <class T>
WAVESIM_INLINE Vec<T> divergence(const DensityWeights<T>& w, int reach, const T* flux, std::int64_t step, Vec<T> sum) {
    for (int m = 1; m <= reach; ++m)
        sum = multiply_add(broadcast(w.s[m - 1]), load_anywhere(flux + (m - 1) * step) - load_anywhere(flux - m * step),
                           sum);
    return sum;
}

template <int order, class T>
void update_row(const DensityWeights<T>& weights, const DensityRow<T>& row) {
    const DensityWeights<T> w = weights;
    const int reach = order > 0 ? order : w.half_order;
    for (std::int64_t x = 0; x < row.count; x += lanes<T>) {
        Vec<T> sum = divergence(w, reach, row.flux_x + reach + x, 1, Vec<T>{});
        if (row.flux_y != nullptr) sum = divergence(w, reach, row.flux_y + x, row.row_pitch, sum);
        sum = divergence(w, reach, row.flux_z + x, row.plane_pitch, sum);
        const Vec<T> u = load_anywhere(row.u + x);
        const Vec<T> next =
            multiply_add(broadcast(w.push) * load_anywhere(row.modulus + x), sum, u + u - load_anywhere(row.v + x));
        if (row.count - x >= lanes<T>)
            store_anywhere(row.v + x, next);
        else
            store_first(row.v + x, next, row.count - x);
    }
}

/// Calls act with the order as a constant where loops are compiled for it.
template <class T, class Act>
WAVESIM_INLINE void choose(const DensityWeights<T>& w, const Act& act) {
    switch (w.half_order) {
        case 1: return act.template operator()<1>();
        case 2: return act.template operator()<2>();
        case 3: return act.template operator()<3>();
        case 4: return act.template operator()<4>();
        default: return act.template operator()<0>();
    }
}

}  // namespace

void density_flux(const DensityWeights<float>& w, const DensityFluxRow<float>& row) {
    choose(w, [&]<int order>() { flux_row<order>(w, row); });
}
void density_flux(const DensityWeights<double>& w, const DensityFluxRow<double>& row) {
    choose(w, [&]<int order>() { flux_row<order>(w, row); });
}
void update_density_row(const DensityWeights<float>& w, const DensityRow<float>& row) {
    choose(w, [&]<int order>() { update_row<order>(w, row); });
}
void update_density_row(const DensityWeights<double>& w, const DensityRow<double>& row) {
    choose(w, [&]<int order>() { update_row<order>(w, row); });
}

}  // namespace wavesim::cpu::WAVESIM_ISA
