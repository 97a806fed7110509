// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/backend/isa.hpp"

namespace wavesim::cpu {

// Arguments of the row kernels of TTI media. Every pointer points at node x = 0 of a row, which lies on a cache line.
// Where neighbours are read there are zeros before and after the row. Two fields are advanced together:
//   k73           s = p + q (the pressure) and p
//   self_adjoint  sigma_H (the pressure) and sigma_V

/// Parameters of the nodes of a row.
template <class T>
struct TtiMediumRow {
    const T* factor;      ///< courant^2 (c_i / c)^2
    const T* horizontal;  ///< 1 + 2 epsilon
    const T* vertical;    ///< k73: 1 + 2 delta; self_adjoint: its square root
    const T* axis[3];     ///< n_d
};

/// Damping g T of the nodes of a row: along_x plus a constant. along_x is nullptr where nothing is damped.
template <class T>
struct TtiDampingRow {
    const T* along_x;
    T constant;
};

/// First differences of order 4 of u along z, and in 3D along x, of a row in 1 or 4 planes.
template <class T>
struct TtiSlopeRow {
    const T* u;  ///< in the first plane, as all pointers below
    T* along_x;  ///< nullptr in 2D
    T* along_z;
    std::int64_t plane_pitch;
    std::int64_t out_pitch;  ///< from plane to plane
    std::int64_t ahead;      ///< from u to the values that are prefetched
    std::int64_t count;
    int planes;
};

/// One or two neighbouring rows of k73, in the planes first ... first + planes - 1: next := 2 field - next + factor
/// (form T of the operator). Two rows together read most of their neighbours from the first-level cache.
template <class T>
struct K73Rows {
    const T* field[2];  ///< of row y in plane 0, as all pointers below
    T* next[2];
    const T* slope_x[6][2];    ///< first differences of order 4 along x in rows y - 2 ... y + 3; nullptr in 2D
    const T* slope_z[6][2];    ///< along z; 2D: [2] only
    std::int64_t slope_pitch;  ///< of both kinds, from plane to plane
    TtiMediumRow<T> medium;
    TtiDampingRow<T> damping[2][4];  ///< per row and plane
    std::int64_t row_pitch;
    std::int64_t plane_pitch;
    std::int64_t count;
    int rows;
    int first;
    int planes;  ///< 1, or 4 where first = 0
};

// The self-adjoint form processes rows in blocks of four that are adjacent across rows or planes, because they share
// what they read. Ring buffers hold consecutive blocks, with `pitch` from row to row.

/// How R = D D - S gets its weights w (hourglass_weights.hpp). S is the second difference.
enum class Rest {
    merged,    ///< without layers: w is one number, and D D is part of the fluxes
    uniform,   ///< at uniform nodes (tti_weights.hpp): w is one number
    weighted,  ///< at other nodes: R_d acts on w_d u
};

/// Weights of R of field f along d: outer + share change. `square` is their square where the share is 1.
template <class T>
struct HourglassRow {
    T outer[2][3];
    T change[2][3];
    T square[2][3];
    const T* share_x;  ///< weighted: the factor of the share along x, for every node of the row
};

/// Pass 1 of the self-adjoint form, with g_d = D_d u and q = n . g, of one row in 1 or 4 planes:
///   flux[d][0] := g_d - n_d q of sigma_H      flux[d][1] := n_d q of sigma_V      merged: less w_d^2 g_d
/// Computes the fluxes along all axes, or along one of y and z; then the other pointers are nullptr. With all axes it
/// also computes the terms that depend only on the field,
///   merged    out[f] := -sum_d w_d^2 S_d u
///   uniform   out[f] := w_x^2 R_x u + w_z^2 R_z u
///   weighted  out[f] := w_x R_x (w_x u) + w_z R_z (w_z u)
template <class T>
struct FluxRow {
    const T* field[2];  ///< in the first plane
    TtiMediumRow<T> medium;
    T* flux[3][2];
    T* out[2];
    Rest rest;
    HourglassRow<T> weights;
    T share[20];             ///< weighted: the other factor of the share, from 8 planes before the first plane to 8
                             ///< behind the last
    std::int64_t pitch[3];   ///< from plane to plane of the fluxes
    std::int64_t out_pitch;  ///< the same for out
    std::int64_t row_pitch;  ///< of fields and medium
    std::int64_t plane_pitch;
    std::int64_t ahead;  ///< from the values that this row is the first to read to those of the next row
    std::int64_t count;
    int planes;
    bool flat;  ///< 2D
};

/// out[f] -= D_x flux: the contribution of x to both stiffnesses of a row.
template <class T>
struct DivergenceRow {
    const T* flux[2];
    T* out[2];
    std::int64_t count;
};

/// Rows to which D across rows is applied: `blocks` blocks of four rows, one of which starts at the output block.
template <class T, int blocks>
struct RowBlocks {
    const T* block[blocks][2];
    std::int64_t pitch;
};

/// out[f] -= D_y flux, and the contribution of R_y unless it is merged, for the rows first ... first + rows - 1 of a
/// block.
template <class T>
struct DivergenceYRows {
    RowBlocks<T, 3> flux;  ///< from 4 rows before the block on
    const T* field[2];     ///< row 0 of the block, as all pointers below
    Rest rest;
    HourglassRow<T> weights;
    T share[20];             ///< weighted: the other factor of the share, from 8 rows before the block to 8 behind it
    std::int64_t row_pitch;  ///< of fields
    T* out[2];
    std::int64_t out_pitch;
    std::int64_t ahead;  ///< as in FluxRow
    std::int64_t count;
    int first;
    int rows;  ///< 1, or 4 where first = 0
};

/// Pass 2 of the self-adjoint form: the contribution of z, and the update
///   sigma_H: next := 2 field - next - factor (horizontal G_1 + vertical G_3)
///   sigma_V: next := 2 field - next - factor (vertical G_1 + G_3)
/// of a row in the planes first ... first + planes - 1 of a block.
template <class T>
struct SelfAdjointRow {
    const T* field[2];  ///< plane 0 of the block, as all pointers below
    T* next[2];
    TtiMediumRow<T> medium;
    std::int64_t plane_pitch;
    const T* divergence[2];
    std::int64_t divergence_pitch;
    RowBlocks<T, 3> flux;  ///< from 4 planes before the block on
    TtiDampingRow<T> damping[4];
    std::int64_t ahead;  ///< as in FluxRow
    std::int64_t count;
    int first;
    int planes;  ///< 1, or 4 where first = 0
};

// Absorbing layers of the self-adjoint form, for the part of a row that lies in a layer of axis d. Decay and gain are
// one value, or along x one per node; memory rows are a multiple of a vector long.

/// psi := decay psi_before + gain D_d w in both fields. It is added to g_d, which changes the fluxes by
///   flux[e][0] += (psi where e = d) - n_e n_d psi      flux[e][1] += n_e n_d psi
template <class T>
struct LayerFluxRow {
    const T* field[2];
    std::int64_t step;  ///< from node to node along d
    int d;
    const T* axis[3];
    T* flux[3][2];  ///< nullptr for fluxes that are not needed
    const T* psi_before[2];
    T* psi[2];  ///< nullptr: stored by another tile
    const T* decay;
    const T* gain;
    std::int64_t count;
};

/// xi := decay xi + gain D_d flux_d; out -= xi, in both fields.
template <class T>
struct LayerDivergenceRow {
    const T* flux[2][9];  ///< the rows around; along x only the middle one
    T* xi[2];
    T* out[2];
    const T* decay;
    const T* gain;
    std::int64_t count;
    bool along_x;
};

template <class T>
struct TtiKernels {
    void (*slope)(const TtiSlopeRow<T>&);
    void (*k73)(const K73Rows<T>&);
    void (*flux)(const FluxRow<T>&);
    void (*divergence)(const DivergenceRow<T>&);
    void (*divergence_y)(const DivergenceYRows<T>&);
    void (*self_adjoint)(const SelfAdjointRow<T>&);
    void (*layer_flux)(const LayerFluxRow<T>&);
    void (*layer_divergence)(const LayerDivergenceRow<T>&);
};

template <class T>
TtiKernels<T> tti_kernels(Isa isa);

}  // namespace wavesim::cpu

// Defined by the tti_*.isa.cpp files, once per instruction set.
#define WAVESIM_DECLARE_TTI_KERNELS(isa, T)                     \
    namespace wavesim::cpu::isa {                               \
    void update_slope(const TtiSlopeRow<T>&);                   \
    void update_k73(const K73Rows<T>&);                         \
    void update_flux(const FluxRow<T>&);                        \
    void update_divergence(const DivergenceRow<T>&);            \
    void update_divergence_y(const DivergenceYRows<T>&);        \
    void update_self_adjoint(const SelfAdjointRow<T>&);         \
    void update_layer_flux(const LayerFluxRow<T>&);             \
    void update_layer_divergence(const LayerDivergenceRow<T>&); \
    }
WAVESIM_DECLARE_TTI_KERNELS(isa_v2, float)
WAVESIM_DECLARE_TTI_KERNELS(isa_v2, double)
WAVESIM_DECLARE_TTI_KERNELS(isa_v3, float)
WAVESIM_DECLARE_TTI_KERNELS(isa_v3, double)
WAVESIM_DECLARE_TTI_KERNELS(isa_v4, float)
WAVESIM_DECLARE_TTI_KERNELS(isa_v4, double)
#undef WAVESIM_DECLARE_TTI_KERNELS
