// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <memory>

#include "stencils/cpu/density_kernel.hpp"
#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/tiling.hpp"
#include "stencils/problem.hpp"

namespace wavesim::cpu {

/// The bulk step of a medium whose density varies (density_operator.hpp), in two sweeps: the flux b D+ u at the faces
/// across y and z, which is complete before the second sweep reads it, and the rest row by row. Nothing here outlives a
/// step but the densities.
template <class T>
class DensityPass {
  public:
    DensityPass(const DensityProblem& problem, const FieldLayout& layout, const DensityKernels<T>& kernels);

    /// First sweep of a tile and of the halo beside it; must have run for every tile before any update().
    void update_flux(const Tile& tile, const T* current);
    /// Values of the room that update() works in; one for each thread.
    std::int64_t room() const;
    /// u* of rows [y_from, y_to) of planes [z_from, z_to); `factor` is laid out like a level.
    void update(const Tile& rows, const T* current, T* next, const T* factor, T* room) const;

  private:
    FieldLayout layout_;
    DensityKernels<T> kernels_;
    DensityWeights<T> weights_{};
    FieldArray<T> rho_;     ///< laid out like a level, halos mirrored
    FieldArray<T> flux_y_;  ///< at the node before the face; one value in 2D
    FieldArray<T> flux_z_;
};

/// Bytes that a DensityPass allocates.
std::int64_t density_pass_bytes(const StencilProblem& problem, const FieldLayout& layout);

}  // namespace wavesim::cpu
