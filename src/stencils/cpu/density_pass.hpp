// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <memory>

#include "stencils/cpu/density_kernel.hpp"
#include "stencils/cpu/factor_view.hpp"
#include "stencils/cpu/field_array.hpp"
#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/tiling.hpp"
#include "stencils/problem/problem.hpp"

namespace wavesim::cpu {

/// The bulk step of a medium whose density varies (density_operator.hpp), in two sweeps. The first computes the flux b
/// D+ u at all faces across y and z, which the second reads; the second does the rest row by row. Only the medium is
/// kept from step to step.
template <class T>
class DensityPass {
  public:
    DensityPass(const DensityProblem& problem, const FieldLayout& layout, const DensityKernels<T>& kernels);

    /// First sweep of a tile and of the halo beside it; must have run for every tile before any update().
    void update_flux(const Tile& tile, const T* current);
    /// Number of values in the work space of update(); each thread needs one.
    std::int64_t room() const;
    /// Computes u* of rows [y_from, y_to) of planes [z_from, z_to).
    void update(const Tile& rows, const T* current, T* next, T* room) const;
    /// The factor by which absorbing layers multiply their sums: (c_i / c)^2 for waves along the axis of a layer.
    FactorView<T> factor() const;

  private:
    void place_buoyancy(const DensityProblem& problem, int axis);

    FieldLayout layout_;
    DensityKernels<T> kernels_;
    DensityWeights<T> weights_{};
    // Laid out like a level; a face is stored at the node before it.
    FieldArray<T> modulus_;
    std::array<FieldArray<T>, 3> buoyancy_;  ///< halos hold mirror images; one value along y in 2D, as in flux_y_
    FieldArray<T> flux_y_;
    FieldArray<T> flux_z_;
};

/// Bytes that a DensityPass allocates.
std::int64_t density_pass_bytes(const StencilProblem& problem, const FieldLayout& layout);

}  // namespace wavesim::cpu
