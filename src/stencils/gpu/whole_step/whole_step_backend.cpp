// SPDX-License-Identifier: MIT
#include "stencils/gpu/whole_step/whole_step_backend.hpp"

#include "stencils/gpu/single/single_backend.hpp"
#include "stencils/gpu/whole_step/whole_step_maker.hpp"
#include "stencils/gpu/whole_step/whole_step_plan.hpp"
#include "stencils/gpu/whole_step/whole_step_source.hpp"

namespace wavesim {

namespace {

Proposal propose_whole_steps(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    if (std::string reason = whole_step_why_not(problem, asked.machine.gpu); !reason.empty())
        return Proposal::refused(std::move(reason));
    const std::vector<KernelTile> tiles = whole_step_tiles(problem);
    const DecidedTable& decided = asked.counted<DecidedTable>([&] {
        const KernelTile& tile = tiles.front();
        return DecidedTable{to_string(tile),
                            std::make_shared<const NodeTable>(whole_step_table(nullptr, problem, tile))};
    });
    Proposal proposal{.regions = regions_of(cut_grid(problem.extent, {}), 1),
                      .host_bytes = single_kept_bytes(problem) + host_bytes(*decided.table),
                      .making_bytes = single_table_bytes(problem),
                      .device_bytes = whole_step_bytes(problem, tiles.front(), *decided.table),
                      .ctpn_s = whole_step_ctpn(problem, asked.machine.gpu),
                      .texts = whole_step_texts(problem, asked.machine.gpu, ""),
                      .decided = decided};
    proposal.regions.front().tile = to_string(tiles.front());
    for (const KernelTile& tile : tiles) proposal.tiles.push_back(to_string(tile));
    return proposal;
}

}  // namespace

BackendEntry whole_step_backend() {
    return {"whole_step",
            "GPU: a whole step of a small grid in one launch, with walls, solids, sources and receivers",
            {{.is_kind = is_kind<ScalarShape>,
              .propose = propose_whole_steps,
              .open =
                  [](const Problem& problem, const BackendOptions& options, const Proposal& proposal) {
                      return make_whole_step_cuda_backend(common_part(problem), options,
                                                          std::any_cast<DecidedTable>(&proposal.decided));
                  },
              .work =
                  [](const StencilProblem& problem) {
                      return NodeWork{point_count(problem.stencil),
                                      3 * bytes_of(problem.precision) + problem.speed.bytes_per_node()};
                  },
              .compile = compile_whole_step_cuda_kernels}},
            "one launch per step is for media of one density",
            true,
            "stream25.sweep"};
}

}  // namespace wavesim
