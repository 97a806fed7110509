// SPDX-License-Identifier: MIT
#include "stencils/density/density_operator.hpp"

#include <cmath>
#include <utility>

#include "stencils/density/density_bound.hpp"

namespace wavesim {

namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace

Stencil density_stencil(int half_order, int dims) {
    const std::vector<double> s = staggered_weights(half_order);
    Stencil stencil;
    stencil.name = "staggered-" + std::to_string(half_order);
    stencil.dims = dims;
    stencil.shells = leggy_shells(2 * half_order - 1);
    stencil.accuracy_order = 2 * half_order;
    stencil.layer_half_order = std::min(half_order, most_density_layer_half_order);
    stencil.weights_source = "first differences of the pressure and of the flux at half nodes, order " +
                             std::to_string(2 * half_order) + " in space";
    for (int k = 1; k < 2 * half_order; ++k) {
        double sum = 0;
        for (int m = 1; m <= half_order; ++m) {
            const int other = k + 1 - m;
            if (other >= 1 && other <= half_order) sum += s[at(m - 1)] * s[at(other - 1)];
            if (m + k <= half_order) sum -= 2 * s[at(m - 1)] * s[at(m + k - 1)];
        }
        stencil.a.push_back(sum);
    }
    return stencil;
}

double density_spectral_bound(const DensityProblem& problem) {
    const Extent& e = problem.extent;
    return density_spectral_bound(problem, [&](std::int64_t from, std::int64_t to) {
        const auto part = [&](const std::vector<float>& values, std::int64_t plane) {
            if (values.empty()) return values;
            return std::vector<float>(values.begin() + plane * from, values.begin() + plane * to);
        };
        const FluidMedium& all = problem.fluid;
        const std::int64_t plane = e.nx * e.ny;
        return FluidMedium{part(all.modulus, plane),
                           {part(all.buoyancy[0], plane), part(all.buoyancy[1], plane), part(all.buoyancy[2], plane)},
                           {part(all.low_side[0], e.ny), part(all.low_side[1], e.nx), all.low_side[2]}};
    });
}

std::string density_fault(const StencilProblem& problem, const DensityShape& density) {
    const int order = density.half_order;
    if (order < 1 || order > most_density_half_order) return "a density that varies takes differences of order 2 to 24";
    const Stencil wanted = density_stencil(order, problem.stencil.dims);
    if (problem.stencil.shells != wanted.shells || problem.stencil.a != wanted.a)
        return "a density that varies needs staggered differences, not the stencil " + problem.stencil.name;
    if (problem.speed.coded() && problem.speed.storage != MediumStorage::int16)
        return "media whose density varies are kept as floats or as codes of 16 bits";
    const WallPasses& walls = problem.walls;
    if (!walls.solids.empty() || !walls.corrections.empty())
        return "solids in a medium whose density varies are not known to be stable";
    if (!walls.explicit_walls.nodes.empty() || !walls.branch_walls.nodes.empty())
        return "walls with losses beside a medium whose density varies are not known to be stable";
    return {};
}

}  // namespace wavesim
