// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "stencils/problem_shape.hpp"

namespace wavesim {

/// (c_i / c)^2 and kg/m3 of the nodes of some planes, x fastest.
struct DensityPlanes {
    std::vector<float> factors;
    std::vector<float> density;
};

/// Makes the planes [from, to) along z.
using MakeDensityPlanes = std::function<DensityPlanes(std::int64_t from, std::int64_t to)>;

/// density_spectral_bound of a medium that need not be there as a whole: every plane is asked for once, in order.
double density_spectral_bound(const ProblemShape& shape, const MakeDensityPlanes& planes);

}  // namespace wavesim
