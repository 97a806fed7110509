// SPDX-License-Identifier: MIT
#include "app/bench/tti_jobs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/quantity_text.hpp"
#include "boundary/absorbing.hpp"
#include "solvers/anisotropy.hpp"
#include "stencils/catalogue.hpp"
#include "stencils/measure/sample_medium.hpp"
#include "stencils/measure/step_timing.hpp"
#include "stencils/tti/layer_taper.hpp"
#include "stencils/words.hpp"

namespace wavesim {

namespace {

constexpr double most_epsilon = 0.28;  // of sample_problem
constexpr std::int64_t layer_cells = 20;

/// What the sides end in.
enum class Ends { nothing, sponge, layers };

std::array<std::int64_t, 6> cells_of_sides(const Extent& extent) {
    std::array<std::int64_t, 6> cells;
    cells.fill(layer_cells);
    if (extent.ny == 1) cells[2] = cells[3] = 0;
    return cells;
}

/// Of the layers of k73 only the cells that damp: the others cost nothing.
ProblemShape shape_with(TtiForm form, const Extent& extent, Precision precision, Ends ends) {
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

Problem (*maker_of(Ends ends))(const ProblemShape&) {
    return ends == Ends::nothing ? &any_sample_problem : ends == Ends::sponge ? &with_sponge : &with_layers;
}

}  // namespace

BenchJobs tti_jobs(const std::vector<const BackendEntry*>& backends, const std::vector<Precision>& precisions,
                   const std::optional<Extent>& size, const Machine& machine) {
    BenchJobs made;
    LeftOut left_out;
    struct Grid {
        Extent extent;
        bool all;  // else with layers only
    };
    for (const BackendEntry* backend : backends) {
        std::vector<Grid> grids{{{256, 256, 256}, true}};
        if (backend->on_gpu()) grids = {{{600, 600, 600}, true}, {{900, 900, 900}, false}};
        if (size) grids = {{*size, true}};
        for (const Precision precision : precisions)
            for (const Grid& grid : grids)
                for (const TtiForm form : {TtiForm::k73, TtiForm::self_adjoint})
                    for (const Ends ends : {Ends::nothing, Ends::sponge, Ends::layers}) {
                        if (ends != Ends::layers && !grid.all) continue;
                        if (ends == Ends::sponge && form != TtiForm::k73) continue;
                        const StencilProblem problem{shape_with(form, grid.extent, precision, ends), {}, {}};
                        if (const std::string reason = backend->why_not(problem, machine); !reason.empty()) {
                            left_out.add(reason, backend->name, problem.stencil.name);
                            continue;
                        }
                        // The medium of the problem and one field as it is written.
                        if (fits_memory(problem, *backend, machine, (6 * 4 + 8) * problem.extent.nodes()))
                            made.jobs.push_back({problem, backend, {}, maker_of(ends)});
                        else
                            made.left_out.push_back(
                                fmt::format("{} on {} by {}: not enough memory is free", problem.stencil.name,
                                            extent_text(grid.extent, problem.stencil.dims), backend->name));
                    }
    }
    const std::vector<std::string> sentences = left_out.sentences();
    made.left_out.insert(made.left_out.end(), sentences.begin(), sentences.end());
    return made;
}

}  // namespace wavesim
