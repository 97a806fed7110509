// SPDX-License-Identifier: MIT
#include "app/bench/semi_jobs.hpp"

#include <string_view>

#include "app/bench/semi_tables.hpp"
#include "app/bench/tti_cases.hpp"
#include "app/errors.hpp"
#include "boundary/absorbing.hpp"
#include "stencils/scheme/catalogue.hpp"

namespace wavesim {

namespace {

constexpr std::int64_t steps_per_block = 50, steps_of_the_best = 1000;
constexpr std::int64_t cells_of_layers = 20;

/// One of the problems: 25 points and one field, or 73 points and two fields.
struct Case {
    ProblemShape shape;
    Problem (*make)(const ProblemShape& shape);
    const char* sweep;              ///< name of its plane sweep
    std::int64_t host_besides = 0;  ///< bytes of its medium
};

Case star(const Extent& extent, Precision precision, bool layered) {
    ProblemShape shape;
    shape.extent = extent;
    shape.precision = precision;
    shape.stencil = make_stencil("leggy-4", 3);
    shape.courant = 0.999 * courant_limit("leggy-4", 3);
    shape.halo.fill(HaloRule::zero);
    if (layered) {
        shape.stencil.name += "+layers";
        std::array<LayerProfile, 6> sides;
        for (LayerProfile& side : sides) side.cells = cells_of_layers;
        shape.layers = build_layers(shape.stencil, shape.courant, extent, sides, 0.1);
    }
    return {shape, &any_sample_problem, "stream25.sweep"};
}

Case tilted(const Extent& extent, Precision precision, bool layered) {
    const Ends ends = layered ? Ends::layers : Ends::nothing;
    return {tti_case(TtiForm::k73, extent, precision, ends), tti_case_maker(ends), "stream25.tti",
            tti_case_bytes(extent)};
}

bool is_strategy(const BackendEntry& backend) {
    return backend.name.starts_with("semi.") && backend.name != "semi.tma";
}

bool takes_part(const BackendEntry& backend, const Case& one) {
    const bool bulk = backend.name == "semi.tma" && one.sweep == std::string_view("stream25.sweep");
    return !backend.on_gpu() || is_strategy(backend) || bulk || backend.name == one.sweep;
}

/// Jobs that repeat the fastest block of each strategy and grid.
std::vector<BenchJob> best_again(const std::vector<BenchJob>& jobs, const std::vector<StepTiming>& rows) {
    std::vector<BenchJob> again;
    for (const BenchJob& job : jobs) {
        const StepTiming* best =
            best_block(rows, job.backend->name, job.shape.stencil.name, job.shape.extent, job.shape.precision);
        if (best == nullptr || (!job.tile.empty() && best->facts.tile != job.tile)) continue;
        again.push_back(job);
        again.back().steps = steps_of_the_best;
    }
    return again;
}

}  // namespace

BenchJobs semi_jobs(const std::vector<const BackendEntry*>& backends, const std::vector<Precision>& precisions,
                    const std::optional<Extent>& size, const Machine& machine) {
    if (size && size->ny == 1) throw UsageError("--suite semi is for 3D grids: --size N or NXxNYxNZ");
    expect_room_for_layers(size, "semi");
    BenchJobs made;
    LeftOut left_out;
    const std::vector<Extent> grids =
        size ? std::vector<Extent>{*size} : std::vector<Extent>{{900, 900, 900}, {850, 850, 850}};
    std::vector<Case> cases;
    for (const Precision precision : precisions)
        for (const Extent& grid : grids)
            for (const auto make : {star, tilted})
                for (const bool layered : {false, true}) cases.push_back(make(grid, precision, layered));
    for (const Case& one : cases) {
        const StencilProblem problem{one.shape, {}, {}};
        for (const BackendEntry* backend : backends) {
            if (!takes_part(*backend, one)) continue;
            const Proposal proposal = backend->propose(problem, machine);
            std::string reason = proposal.why_not;
            if (reason.empty()) reason = memory_fault(problem, *backend, machine, one.host_besides);
            if (!reason.empty()) {
                left_out.add(reason, backend->name, problem.stencil.name);
                continue;
            }
            std::vector<std::string> tiles = proposal.tiles;
            // Plane sweeps are measured with their default tile only. Some backends have no choice of tiles.
            if (!is_strategy(*backend)) tiles = {tiles.empty() ? "" : tiles.front()};
            for (const std::string& tile : tiles)
                made.jobs.push_back({problem, backend, tile, one.make, steps_per_block});
        }
    }
    made.left_out = left_out.sentences();
    made.then = [jobs = made.jobs](const std::vector<StepTiming>& rows) { return best_again(jobs, rows); };
    return made;
}

}  // namespace wavesim
