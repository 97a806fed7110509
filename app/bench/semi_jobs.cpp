// SPDX-License-Identifier: MIT
#include "app/bench/semi_jobs.hpp"

#include <fmt/format.h>

#include "app/bench/semi_tables.hpp"
#include "app/errors.hpp"
#include "app/quantity_text.hpp"
#include "boundary/absorbing.hpp"
#include "stencils/catalogue.hpp"

namespace wavesim {

namespace {

constexpr std::int64_t steps_per_block = 50, steps_of_the_best = 1000;
constexpr std::int64_t layer_cells = 20;

bool takes_part(const BackendEntry& backend) {
    return !backend.on_gpu() || backend.name.starts_with("semi.") || backend.name == "stream25.sweep";
}

bool has_blocks_of_the_paper(const BackendEntry& backend) {
    return backend.name.starts_with("semi.") && backend.name != "semi.tma";
}

ProblemShape shape_of_grid(const Extent& extent, Precision precision, bool layered) {
    ProblemShape shape;
    shape.extent = extent;
    shape.precision = precision;
    shape.stencil = make_stencil("leggy-4", 3);
    shape.courant = 0.999 * courant_limit("leggy-4", 3);
    shape.halo.fill(HaloRule::zero);
    if (!layered) return shape;
    shape.stencil.name += "+layers";
    std::array<LayerProfile, 6> sides;
    for (LayerProfile& side : sides) side.cells = layer_cells;
    shape.layers = build_layers(shape.stencil, shape.courant, extent, sides, 0.1);
    return shape;
}

/// The fastest block of each strategy and grid, again.
std::vector<BenchJob> best_again(const std::vector<BenchJob>& jobs, const std::vector<StepTiming>& rows) {
    std::vector<BenchJob> again;
    for (const BenchJob& job : jobs) {
        const StepTiming* best =
            best_block(rows, job.backend->name, job.shape.stencil.name, job.shape.extent, job.shape.precision);
        if (best == nullptr || best->facts.tile != job.tile) continue;
        again.push_back(job);
        again.back().steps = steps_of_the_best;
    }
    return again;
}

}  // namespace

BenchJobs semi_jobs(const std::vector<const BackendEntry*>& backends, const std::vector<Precision>& precisions,
                    const std::optional<Extent>& size, const Machine& machine) {
    if (size && size->ny == 1) throw UsageError("--suite semi is for 3D grids: --size N or NXxNYxNZ");
    BenchJobs made;
    LeftOut left_out;
    const std::vector<Extent> grids =
        size ? std::vector<Extent>{*size} : std::vector<Extent>{{900, 900, 900}, {850, 850, 850}};
    for (const Precision precision : precisions)
        for (const Extent& grid : grids)
            for (const bool layered : {false, true}) {
                const StencilProblem problem{shape_of_grid(grid, precision, layered), {}, {}};
                for (const BackendEntry* backend : backends) {
                    if (!takes_part(*backend)) continue;
                    std::string reason = backend->why_not(problem, machine);
                    if (reason.empty() && !fits_memory(problem, *backend, machine))
                        reason = fmt::format("not enough memory is free for {}", extent_text(grid, 3));
                    if (!reason.empty()) {
                        left_out.add(reason, backend->name, problem.stencil.name);
                        continue;
                    }
                    std::vector<std::string> tiles = backend->tiles(problem, machine);
                    // Of plane sweeps what they take by themselves; of backends without a choice that.
                    if (!has_blocks_of_the_paper(*backend)) tiles = {tiles.empty() ? "" : tiles.front()};
                    for (const std::string& tile : tiles)
                        made.jobs.push_back({problem, backend, tile, &any_sample_problem, steps_per_block});
                }
            }
    made.left_out = left_out.sentences();
    made.then = [jobs = made.jobs](const std::vector<StepTiming>& rows) { return best_again(jobs, rows); };
    return made;
}

}  // namespace wavesim
