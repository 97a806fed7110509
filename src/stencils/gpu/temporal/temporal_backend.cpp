// SPDX-License-Identifier: MIT
#include "stencils/gpu/temporal/temporal_backend.hpp"

#include <algorithm>

#include "stencils/backend/pass_share.hpp"
#include "stencils/gpu/common/counted_nodes.hpp"
#include "stencils/gpu/single/single_backend.hpp"
#include "stencils/gpu/sweep/sweep_forms.hpp"
#include "stencils/gpu/temporal/pass_times.hpp"
#include "stencils/gpu/temporal/strip_plan.hpp"
#include "stencils/gpu/temporal/temporal_maker.hpp"
#include "stencils/gpu/temporal/temporal_model.hpp"
#include "stencils/gpu/temporal/temporal_plan.hpp"
#include "stencils/gpu/temporal/temporal_texts.hpp"

namespace wavesim {

namespace {

bool flat(const ProblemShape& shape) { return shape.stencil.dims == 2; }

/// Forms for the single steps that remain between passes of several steps.
RegionForms single_steps(const ProblemShape& shape) {
    return flat(shape) ? single_steps_in_2d() : RegionForms{&forms::sweep_between_passes, &forms::sweep_between_passes};
}

Proposal propose_strips(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    if (std::string reason = strips_why_not(problem, asked.machine.gpu); !reason.empty())
        return Proposal::refused(std::move(reason));
    const StripTiling tiling = strip_tiling(problem, asked.machine.gpu);
    return {.regions = strip_regions(problem, tiling),
            .making_bytes = single_table_bytes(problem),
            .device_bytes = strip_bytes(problem, tiling, actions_on_nodes(asked).sources)};
}

Proposal propose_tiles(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    const Gpu& gpu = asked.machine.gpu;
    if (std::string reason = temporal_why_not(problem, gpu); !reason.empty())
        return Proposal::refused(std::move(reason));
    const NodeTableSizes& table = node_tables(asked).by_passes;
    const NodeActions& actions = actions_on_nodes(asked);
    const TemporalTiling tiling = temporal_tiling(problem, gpu, actions, table);
    if (std::string reason = tiling_why_not(tiling, gpu); !reason.empty()) return Proposal::refused(std::move(reason));
    return {.regions = temporal_regions(problem, tiling),
            .making_bytes = std::max(single_table_bytes(problem), tiling.walls.making_bytes),
            .device_bytes = temporal_bytes(problem, tiling, actions.sources),
            .decided = DecidedPasses{tiling, gpu.multiprocessors, gpu.shared_per_block}};
}

/// The passes of a proposal; null if it has none.
const DecidedPasses* decided_passes(const Proposal& proposal) {
    return std::any_cast<DecidedPasses>(&proposal.decided);
}

Proposal propose_passes(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    if (std::string reason = asked.machine.gpu.why_not(); !reason.empty()) return Proposal::refused(std::move(reason));
    Proposal proposal = flat(problem) ? propose_strips(asked) : propose_tiles(asked);
    if (!proposal.why_not.empty()) return proposal;
    const RegionForms single = single_steps(problem);
    proposal.host_bytes = single_kept_bytes(problem);
    proposal.device_bytes += single_device_bytes(single, asked);
    proposal.ctpn_s = gpu_temporal_ctpn(problem, asked.machine, asked.steps_between_looks);
    proposal.setup_s = pass_setup.seconds(wall_faces(problem));
    proposal.texts = temporal_texts(problem, asked.machine.gpu, decided_passes(proposal));
    return proposal;
}

}  // namespace

BackendEntry temporal_backend() {
    BackendEntry row{
        "temporal",
        "GPU: several steps per pass over memory, by tiles that walk along z",
        {{.is_kind = is_kind<ScalarShape>,
          .propose = propose_passes,
          .open =
              [](const Problem& problem, const BackendOptions& options, const Proposal& proposal) {
                  return make_temporal_cuda_backend(common_part(problem), options, decided_passes(proposal));
              },
          .work = [](const StencilProblem& problem) { return single_work(*single_steps(problem).inner, problem); },
          .compile = compile_temporal_cuda_kernels}},
        "several steps per pass are for media of one density",
        true};
    row.half_walls = true;
    return row;
}

}  // namespace wavesim
