// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/backend/isa.hpp"
#include "stencils/density/half_orders.hpp"

namespace wavesim::cpu {

/// The first differences of density_operator.hpp.
template <class T>
struct DensityWeights {
    int half_order;                ///< M
    T s[most_density_half_order];  ///< s_1 ... s_M
    T push;                        ///< courant^2
};

/// flux_x := b_x sum_m s_m (u_{x + m step} - u_{x - (m - 1) step}) for `count` faces, each half a step behind its node,
/// rounded up to whole vectors. Reads 2, writes 1 value per face, and 2M + 1 flops.
template <class T>
struct DensityFluxRow {
    const T* u;
    const T* buoyancy;
    T* flux;
    std::int64_t step;
    std::int64_t count;
};

/// v := 2 u - v + push k (D- flux_x + D- flux_y + D- flux_z) for `count` nodes. `flux_x` is a buffer for this row and
/// begins M faces before node 0. The fluxes of y and z are laid out like the field, at the node before the face. Reads
/// 5, writes 1 value per node from memory, and 6M + 5 flops.
template <class T>
struct DensityRow {
    const T* u;
    T* v;
    const T* modulus;
    const T* flux_x;
    const T* flux_y;  ///< nullptr in 2D
    const T* flux_z;
    std::int64_t row_pitch;
    std::int64_t plane_pitch;
    std::int64_t count;
};

template <class T>
struct DensityKernels {
    void (*flux)(const DensityWeights<T>&, const DensityFluxRow<T>&);
    void (*update)(const DensityWeights<T>&, const DensityRow<T>&);
};
template <class T>
DensityKernels<T> density_kernels(Isa isa);

}  // namespace wavesim::cpu
