// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/tti/tti_kernel.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim::cpu {

/// Absorbing layers of the self-adjoint form. With g = D w and the fluxes f of both fields, in the nodes of every
/// layer:
///   psi_d := b psi_d + a g_d,  g_d += psi_d        xi_d := b xi_d + a D_d f_d,  D_d f_d += xi_d
/// Tiles also compute the fluxes of rows beside them, so psi of two steps is stored: one is read, the other is written
/// by the tile that owns the row. Every side has its own memory; where layers cross, their contributions are summed.
template <class T>
class TtiLayers {
  public:
    TtiLayers(const StencilProblem& problem, const FieldLayout& layout, const TtiKernels<T>& kernels);

    bool any() const { return !slabs_.empty(); }
    /// Adds the terms of the layers to the fluxes of a row of one plane, at a step; `own`: psi is written.
    void add_to_flux(std::int64_t step, std::int64_t y, std::int64_t z, bool own, const FluxRow<T>& row);
    /// Subtracts xi from the contribution of the divergence along an axis to out, for row (y, z). flux: the rows around
    /// it along the axis; along x only [4].
    void add_to_divergence(int axis, std::int64_t y, std::int64_t z, const T* const (&flux)[2][9], T* const (&out)[2]);
    /// True if row (y, z) lies in a layer of that axis.
    bool reach(int axis, std::int64_t y, std::int64_t z) const;

    void add_state(std::vector<StateArray>& state);

  private:
    struct Slab {
        std::size_t side;
        int axis;
        std::int64_t from;  ///< nodes along the axis
        std::int64_t to;
        std::int64_t x_from;  ///< part of the row that is stored, a multiple of a vector long
        std::int64_t pitch;
        std::int64_t rows;
        std::vector<FieldArray<T>> psi;  ///< [2 (step % 2) + field]: the array that is read in that step
        std::vector<FieldArray<T>> xi;   ///< [field]
        FieldArray<T> decay;             ///< x: per stored node of a row; else per node along the axis
        FieldArray<T> gain;

        bool holds(std::int64_t y, std::int64_t z) const {
            const std::int64_t i = axis == 1 ? y : z;
            return axis == 0 || (i >= from && i < to);
        }
        std::int64_t row(std::int64_t y, std::int64_t z, const Extent& extent) const;
        /// Index of decay and gain for a row.
        std::int64_t table(std::int64_t y, std::int64_t z) const { return axis == 0 ? 0 : (axis == 1 ? y : z) - from; }
        std::int64_t count(const Extent& extent) const { return axis == 0 ? pitch : extent.nx; }
    };
    static Slab make_slab(const StencilProblem& problem, std::size_t side);

    const FieldLayout& layout_;
    TtiKernels<T> kernels_;
    std::vector<Slab> slabs_;
};

/// Bytes that a TtiLayers allocates.
std::int64_t tti_layers_bytes(const StencilProblem& problem);

}  // namespace wavesim::cpu
