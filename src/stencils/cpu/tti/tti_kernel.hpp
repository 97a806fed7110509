// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/cpu/isa.hpp"

namespace wavesim::cpu {

// What the row kernels of TTI media see. Every pointer points at node x = 0 of a row, which lies on a cache line; there
// are zeros before and after the row wherever neighbours are read. Two fields are advanced together:
//   k73           s = p + q (the pressure) and p
//   self_adjoint  sigma_H (the pressure) and sigma_V

/// Parameters of the nodes of a row.
template <class T>
struct TtiMediumRow {
    const T* factor;      ///< courant^2 (c_i / c)^2
    const T* horizontal;  ///< 1 + 2 epsilon
    const T* vertical;    ///< k73: 1 + 2 delta; self_adjoint: its square root
    const T* axis[3];     ///< n_d
    const T* across[3];   ///< m_d = sqrt(1 - n_d^2); self_adjoint only
};

/// g T of the nodes of a row: along_x plus a constant. along_x is nullptr where nothing is damped.
template <class T>
struct TtiDampingRow {
    const T* along_x;
    T constant;
};

/// out := first difference of order 4 of u, neighbours `pitch` apart.
template <class T>
struct TtiSlopeRow {
    const T* u;
    T* out;
    std::int64_t pitch;
    std::int64_t count;
};

/// One row of k73: next := 2 field - next + factor (form T of the operator).
template <class T>
struct K73Row {
    const T* field[2];
    T* next[2];
    const T* slope_y[2];     ///< first differences of order 4 along y in this row; nullptr in 2D
    const T* slope_z[5][2];  ///< along z in rows y - 2 ... y + 2; 2D: [2] only
    TtiMediumRow<T> medium;
    TtiDampingRow<T> damping;
    std::int64_t row_pitch;
    std::int64_t plane_pitch;
    std::int64_t count;
};

/// Pass 1 of the self-adjoint form, with g_d = D_d w and q = n . g:
///   flux[d][0] := g_d - n_d q of sigma_H      flux[d][1] := n_d q of sigma_V
template <class T>
struct FluxRow {
    const T* field[2];
    TtiMediumRow<T> medium;
    T* flux[3][2];  ///< x and z: nullptr where not wanted; y: nullptr in 2D
    std::int64_t row_pitch;
    std::int64_t plane_pitch;
    std::int64_t count;
};

/// out[0] := m_d sigma_H, out[1] := n_d sigma_V
template <class T>
struct WeightedRow {
    const T* field[2];
    const T* across;
    const T* axis;
    T* out[2];
    std::int64_t count;
};

/// What x and y add to the two stiffnesses: out[f] := sum over d of -D_d flux_d + weight_d R_d weighted_d
template <class T>
struct DivergenceRow {
    const T* flux_x[2];
    const T* flux_y[2];  ///< rows `y_pitch` apart; nullptr in 2D
    const T* weighted_x[2];
    const T* weighted_y[2];
    std::int64_t y_pitch;
    TtiMediumRow<T> medium;
    T* out[2];
    std::int64_t count;
};

/// Pass 2 of the self-adjoint form: what z adds, and the update
///   sigma_H: next := 2 field - next - factor (horizontal G_1 + vertical G_3)
///   sigma_V: next := 2 field - next - factor (vertical G_1 + G_3)
template <class T>
struct SelfAdjointRow {
    const T* field[2];
    T* next[2];
    const T* divergence[2];
    const T* flux_z[2][9];       ///< planes z - 4 ... z + 4
    const T* weighted_z[2][17];  ///< planes z - 8 ... z + 8
    TtiMediumRow<T> medium;
    TtiDampingRow<T> damping;
    std::int64_t count;
};

template <class T>
struct TtiKernels {
    void (*slope)(const TtiSlopeRow<T>&);
    void (*k73)(const K73Row<T>&);
    void (*flux)(const FluxRow<T>&);
    void (*weighted)(const WeightedRow<T>&);
    void (*divergence)(const DivergenceRow<T>&);
    void (*self_adjoint)(const SelfAdjointRow<T>&);
};

template <class T>
TtiKernels<T> tti_kernels(Isa isa);

}  // namespace wavesim::cpu

// Defined by the tti_*.isa.cpp files, once per instruction set.
#define WAVESIM_DECLARE_TTI_KERNELS(isa, T)             \
    namespace wavesim::cpu::isa {                       \
    void update_slope(const TtiSlopeRow<T>&);           \
    void update_k73(const K73Row<T>&);                  \
    void update_flux(const FluxRow<T>&);                \
    void update_weighted(const WeightedRow<T>&);        \
    void update_divergence(const DivergenceRow<T>&);    \
    void update_self_adjoint(const SelfAdjointRow<T>&); \
    }
WAVESIM_DECLARE_TTI_KERNELS(isa_v2, float)
WAVESIM_DECLARE_TTI_KERNELS(isa_v2, double)
WAVESIM_DECLARE_TTI_KERNELS(isa_v3, float)
WAVESIM_DECLARE_TTI_KERNELS(isa_v3, double)
WAVESIM_DECLARE_TTI_KERNELS(isa_v4, float)
WAVESIM_DECLARE_TTI_KERNELS(isa_v4, double)
#undef WAVESIM_DECLARE_TTI_KERNELS
