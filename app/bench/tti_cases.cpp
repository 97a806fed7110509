// SPDX-License-Identifier: MIT
#include "app/bench/tti_cases.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "app/errors.hpp"
#include "boundary/absorbing.hpp"
#include "solvers/medium/anisotropy.hpp"
#include "stencils/measure/sample_medium.hpp"
#include "stencils/problem/words.hpp"
#include "stencils/scheme/catalogue.hpp"
#include "stencils/tti/layer_taper.hpp"

namespace wavesim {

namespace {

constexpr double most_epsilon = 0.28;  // largest epsilon of sample_problem
constexpr std::int64_t layer_cells = 20;

std::array<std::int64_t, 6> cells_of_sides(const Extent& extent) {
    std::array<std::int64_t, 6> cells;
    cells.fill(layer_cells);
    if (extent.ny == 1) cells[2] = cells[3] = 0;
    return cells;
}

Problem with_sponge(const ProblemShape& shape) {
    Problem problem = any_sample_problem(shape);
    std::get<TtiProblem>(problem).tti.damping =
        sponge(shape.extent, cells_of_sides(shape.extent), shape.courant * std::sqrt(1 + 2 * most_epsilon));
    return problem;
}

Problem with_layers(const ProblemShape& shape) {
    Problem problem = any_sample_problem(shape);
    const auto taper = tti_form(shape) == TtiForm::k73 ? taper_to_isotropic : taper_in_layers;
    taper(std::get<TtiProblem>(problem).tti, shape.extent, cells_of_sides(shape.extent));
    return problem;
}

}  // namespace

void expect_room_for_layers(const std::optional<Extent>& size, const char* suite) {
    constexpr std::int64_t between = 4;  // minimum distance between the layers in nodes, the reach of their differences
    if (!size) return;
    for (const int axis : {0, 1, 2})
        if (size->along(axis) < 2 * layer_cells + between && !(axis == 1 && size->ny == 1))
            throw UsageError(
                fmt::format("--suite {} also times layers of {} cells on all sides: --size needs at least "
                            "{} nodes along each axis",
                            suite, layer_cells, 2 * layer_cells + between));
}

/// Layers of k73 get only the cells that damp, since the other cells cost nothing.
ProblemShape tti_case(TtiForm form, const Extent& extent, Precision precision, Ends ends) {
    const int dims = extent.ny == 1 ? 2 : 3;
    ProblemShape shape;
    shape.extent = extent;
    shape.precision = precision;
    shape.stencil = make_stencil("leggy-4", dims);
    shape.stencil.name = word_of(form);
    shape.courant = 0.999 * tti_courant_limit(dims, most_epsilon);
    shape.halo.fill(HaloRule::zero);
    shape.speed.varies = true;
    shape.medium = TtiShape{form};
    if (ends == Ends::sponge) shape.stencil.name += "+sponge";
    if (ends != Ends::layers) return shape;
    shape.stencil.name += "+layers";
    std::array<LayerProfile, 6> sides;
    for (std::size_t s = 0; s < 6; ++s) sides[s].cells = damped_cells(form, cells_of_sides(extent)[s]);
    shape.layers = build_layers(shape.stencil, shape.courant, extent, sides, 0.1);
    return shape;
}

Problem (*tti_case_maker(Ends ends))(const ProblemShape&) {
    return ends == Ends::nothing ? &any_sample_problem : ends == Ends::sponge ? &with_sponge : &with_layers;
}

std::int64_t tti_case_bytes(const Extent& extent) { return (6 * 4 + 8) * extent.nodes(); }

}  // namespace wavesim
