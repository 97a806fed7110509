// SPDX-License-Identifier: MIT
#include "app/bench_tti.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/quantity_text.hpp"
#include "boundary/absorbing.hpp"
#include "solvers/anisotropy.hpp"
#include "stencils/catalogue.hpp"
#include "stencils/measure/tti_work.hpp"
#include "stencils/tti/layer_taper.hpp"

namespace wavesim {

namespace {

constexpr double most_epsilon = 0.28;  // of fill_varied_medium
constexpr std::int64_t layer_cells = 20;

/// What the sides end in.
enum class Ends { nothing, sponge, layers };

std::array<std::int64_t, 6> cells_of_sides(const Extent& extent) {
    std::array<std::int64_t, 6> cells;
    cells.fill(layer_cells);
    if (extent.ny == 1) cells[2] = cells[3] = 0;
    return cells;
}

/// Everything but the medium. Of the layers of k73 only the cells that damp: the others cost nothing.
StencilProblem bare_problem(TtiForm form, const Extent& extent, Precision precision, Ends ends) {
    const int dims = extent.ny == 1 ? 2 : 3;
    StencilProblem problem;
    problem.extent = extent;
    problem.precision = precision;
    problem.stencil = make_stencil("leggy-4", dims);
    problem.stencil.name = form == TtiForm::k73 ? "k73" : "self-adjoint";
    problem.courant = 0.999 * tti_courant_limit(dims, most_epsilon);
    problem.walls.halo.fill(HaloRule::zero);
    problem.medium.varies = true;
    problem.tti.form = form;
    if (ends == Ends::nothing) return problem;
    const std::array<std::int64_t, 6> cells = cells_of_sides(extent);
    if (ends == Ends::sponge) {
        problem.stencil.name += "+sponge";
        problem.tti.damping = sponge(extent, cells, problem.courant * std::sqrt(1 + 2 * most_epsilon));
        return problem;
    }
    problem.stencil.name += "+layers";
    std::array<LayerProfile, 6> sides;
    for (std::size_t s = 0; s < 6; ++s) sides[s].cells = damped_cells(form, cells[s]);
    problem.layers = build_layers(problem.stencil, problem.courant, extent, sides, 0.1);
    return problem;
}

bool fits(const StencilProblem& problem, const BackendEntry& backend, const Machine& machine) {
    const MeasureBytes need = measure_bytes(problem, backend, machine);
    // The medium of the problem and one field as it is written.
    const std::int64_t host = need.host + (6 * 4 + 8) * problem.extent.nodes();
    if (machine.memory_available > 0 && host > machine.memory_available) return false;
    return machine.gpu.memory_free == 0 || need.device <= machine.gpu.memory_free;
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
                        const StencilProblem problem = bare_problem(form, grid.extent, precision, ends);
                        if (const std::string reason = backend->why_not(problem, machine); !reason.empty()) {
                            left_out.add(reason, backend->name, problem.stencil.name);
                            continue;
                        }
                        if (fits(problem, *backend, machine))
                            made.jobs.push_back({problem, backend});
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

StencilProblem with_medium(const StencilProblem& problem) {
    StencilProblem whole = problem;
    if (whole.tti.form == TtiForm::none || !whole.tti.epsilon.empty()) return whole;
    fill_varied_medium(whole);
    if (!whole.layers.any()) return whole;
    const std::array<std::int64_t, 6> cells = cells_of_sides(whole.extent);
    if (whole.tti.form == TtiForm::k73)
        taper_to_isotropic(whole.tti, whole.extent, cells);
    else
        taper_in_layers(whole.tti, whole.extent, cells);
    return whole;
}

}  // namespace wavesim
