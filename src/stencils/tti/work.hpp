// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

#include "stencils/problem/tti_form.hpp"

namespace wavesim {

/// Work of a TTI form per node and step.
struct TtiWork {
    int points = 0;           ///< nodes that the update of one node reads
    std::int64_t values = 0;  ///< values that must be read or written if everything else is served by caches
    double flops = 0;         ///< for the GPU kernels in 3D by their formulas, a fused multiply-add counts as two; 0 in
                              ///< 2D
};

/// Six parameters, and two fields that are read, read and written. If a GPU does self_adjoint in two passes, these
/// write and read six fluxes, and only the fields are common to both: 11 and 15 values.
inline TtiWork tti_work(TtiForm form, int dims, int passes) {
    const bool flat = dims == 2;
    // Per field: three second differences along lines 20, D_z D_x + D_z D_y 31, D_y D_x 14, and 10 for common parts.
    if (form == TtiForm::k73) return {flat ? 33 : 73, 12, flat ? 0.0 : 244};
    // Without layers in two passes: fluxes 100, along z 72, in the plane 144 and the update 20. In one pass: slopes and
    // S 192, fluxes from them 38, their differences 80 and the update 12. Repeated work in the halos of tiles is not
    // counted.
    return {flat ? 97 : 241, passes == 2 ? 26 : 12, flat ? 0.0 : passes == 2 ? 336 : 322};
}

}  // namespace wavesim
