// SPDX-License-Identifier: MIT
// Problems of every kind whose grid is cut into slabs, with points all along z.
#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "backends/tti_case.hpp"
#include "cases.hpp"
#include "stencils/backend/backend.hpp"
#include "stencils/density/density_operator.hpp"
#include "stencils/problem/fluids.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim::testing::slabs {

inline constexpr Extent grid{19, 11, 53};
inline constexpr std::int64_t steps = 17;

/// Points of a cube of `width` nodes along each axis, whose first node is at `corner`.
inline PointWeights cube(const Extent& extent, Node corner, std::int64_t width, double first_weight) {
    PointWeights point;
    for (std::int64_t z = corner.z; z < std::min(extent.nz, corner.z + width); ++z)
        for (std::int64_t y = corner.y; y < std::min(extent.ny, corner.y + width); ++y)
            for (std::int64_t x = corner.x; x < std::min(extent.nx, corner.x + width); ++x) {
                point.nodes.push_back(extent.index(x, y, z));
                point.weights.push_back(first_weight / static_cast<double>(point.nodes.size()));
            }
    return point;
}

/// Sources and receivers all along z, some of which every cut goes through.
inline void add_points(StencilProblem& problem) {
    problem.sources.clear();
    problem.receivers.clear();
    const Extent& e = problem.extent;
    for (std::int64_t z = 1; z < e.nz; z += 9) {
        Injection source{cube(e, {3 + z % 5, 0, z}, 3, 0.2), {}};
        for (std::int64_t n = 0; n < steps; ++n) source.signal.push_back(std::sin(0.3 * static_cast<double>(n + z)));
        problem.sources.push_back(source);
    }
    for (std::int64_t z = 0; z < e.nz; z += 2) problem.receivers.push_back(cube(e, {z % 7, e.ny / 3, z}, 2, 1));
}

/// Layers of `low` and `high` nodes at the sides across each axis, with a table of their own in every node.
inline void add_layers(StencilProblem& problem, const std::array<std::int64_t, 6>& width, int half_order,
                       bool averaged) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> unit(0, 1);
    AbsorbingLayers& layers = problem.layers;
    layers = {.width = width, .decay = {}, .gain = {}, .half_order = half_order, .averaged = averaged};
    problem.courant *= 0.6;
    for (std::size_t d = 0; d < 3; ++d) {
        if (!layers.along(static_cast<int>(d))) continue;
        const std::int64_t n = problem.extent.along(static_cast<int>(d));
        for (std::int64_t i = 0; i < n; ++i) {
            const bool inside = i < width[2 * d] || i >= n - width[2 * d + 1];
            layers.decay[d].push_back(inside ? 0.5 + 0.45 * unit(random) : 1);
            layers.gain[d].push_back(inside ? -0.2 * unit(random) : 0);
        }
        for (const std::size_t side : {2 * d, 2 * d + 1})
            if (width[side] > 0) problem.halo[side] = HaloRule::zero;
    }
}

inline ScalarProblem bare(const Stencil& stencil, Precision precision) {
    const Extent extent = stencil.dims == 2 ? Extent{grid.nx, 1, grid.nz} : grid;
    ScalarProblem problem = bare_problem(extent, stencil, precision);
    problem.halo = {HaloRule::mirror_half, HaloRule::zero,     HaloRule::mirror_whole,
                    HaloRule::odd_half,    HaloRule::odd_half, HaloRule::mirror_half};
    return problem;
}

struct Case {
    std::string name;
    std::function<Problem(Precision precision)> make;
};

inline std::vector<Case> cases() {
    std::vector<Case> all;
    for (const NamedStencil& one : contract_stencils()) {
        all.push_back({one.name + " in a furnished room", [one](Precision precision) {
                           ScalarProblem problem = bare(one.stencil, precision);
                           add_random_passes(problem, 3);
                           add_points(problem);
                           return Problem(problem);
                       }});
    }
    const auto star = [](int order) { return random_stencil(leggy_shells(order), 3, 7); };
    for (const MediumStorage storage : {MediumStorage::float32, MediumStorage::int16, MediumStorage::index8})
        all.push_back({"speeds as " + to_string(storage), [=](Precision precision) {
                           ScalarProblem problem = bare(star(2), precision);
                           add_random_medium(problem, 4);
                           problem.store_factors(storage);
                           add_points(problem);
                           return Problem(problem);
                       }});
    for (const bool averaged : {false, true})
        all.push_back({averaged ? "averaged layers" : "layers", [=](Precision precision) {
                           ScalarProblem problem = bare(star(averaged ? 1 : 3), precision);
                           add_random_medium(problem, 4);
                           add_layers(problem, {4, 3, 2, 3, 5, 7}, averaged ? 1 : 3, averaged);
                           add_points(problem);
                           return Problem(problem);
                       }});
    all.push_back({"layers at one end", [=](Precision precision) {
                       ScalarProblem problem = bare(star(2), precision);
                       add_layers(problem, {0, 3, 0, 0, 0, 9}, 2, false);
                       add_points(problem);
                       return Problem(problem);
                   }});
    for (const int half_order : {1, 3})
        for (const bool layered : {false, true})
            all.push_back({"densities, M = " + std::to_string(half_order) + (layered ? ", layers" : ""),
                           [=](Precision precision) {
                               DensityProblem problem;
                               problem.extent = grid;
                               problem.precision = precision;
                               problem.stencil = density_stencil(half_order, 3);
                               problem.halo = bare(star(1), precision).halo;
                               problem.halo[2] = HaloRule::mirror_half;
                               problem.speed.varies = true;
                               problem.kind().half_order = half_order;
                               problem.fluid = test::random_fluid(grid, 3, 3, 3);
                               problem.courant = 1.9 / std::sqrt(density_spectral_bound(problem));
                               if (layered) add_layers(problem, {4, 3, 0, 3, 5, 6}, 1, false);
                               if (half_order == 3) problem.store_fluid(MediumStorage::int16);
                               add_points(problem);
                               return Problem(problem);
                           }});
    for (const TtiForm form : {TtiForm::k73, TtiForm::self_adjoint})
        for (const bool layered : {false, true})
            all.push_back({std::string(form == TtiForm::k73 ? "k73" : "self-adjoint") + (layered ? ", layers" : ""),
                           [=](Precision precision) {
                               TtiProblem problem = test::random_tti({23, 14, 67}, form, 3, 0.8);
                               problem.precision = precision;
                               if (layered) test::add_random_layers(problem, 8, {5, 4, 3, 4, 6, 5});
                               if (layered && form == TtiForm::k73) problem.layers.half_order = 4;
                               add_points(problem);
                               for (PointWeights& receiver : problem.receivers)
                                   receiver.second_weights.assign(receiver.nodes.size(), 0.3);
                               return Problem(problem);
                           }});
    return all;
}

inline std::vector<double> noise(const StencilProblem& problem, unsigned seed) {
    std::vector<double> field = test::random_field(problem.extent, seed);
    for (const SolidSpan& span : problem.walls.solids) std::fill_n(field.begin() + span.node, span.count, 0.0);
    return field;
}

inline void start(StencilBackend& backend, const StencilProblem& problem) {
    backend.write(FieldLevel::previous, noise(problem, 21));
    backend.write(FieldLevel::current, noise(problem, 22));
}

inline std::vector<double> box_of(const StencilBackend& backend, FieldLevel level, const NodeBox& box) {
    std::vector<double> values(static_cast<std::size_t>(box.extent().nodes()));
    backend.read(level, box, values);
    return values;
}

inline const BackendEntry& cpu() { return *find_backend("cpu"); }

inline ScalarProblem room() {
    ScalarProblem problem = bare(random_stencil(leggy_shells(2), 3, 7), Precision::float64);
    add_random_passes(problem, 3);
    add_points(problem);
    return problem;
}

}  // namespace wavesim::testing::slabs
