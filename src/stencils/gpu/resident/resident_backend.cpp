// SPDX-License-Identifier: MIT
#include "stencils/gpu/resident/resident_backend.hpp"

#include "stencils/gpu/resident/resident_maker.hpp"
#include "stencils/gpu/resident/resident_plan.hpp"
#include "stencils/gpu/resident/resident_source.hpp"
#include "stencils/gpu/single/single_backend.hpp"

namespace wavesim {

namespace {

Proposal propose_resident(const Inquiry& asked) {
    const StencilProblem& problem = asked.problem;
    const Gpu& gpu = asked.machine.gpu;
    if (std::string reason = resident_why_not(problem, gpu); !reason.empty())
        return Proposal::refused(std::move(reason));
    const ResidentTiling tiling = resident_tiling(problem, gpu).value();
    const DeviceLayout layout = device_layout(problem.extent, problem.precision);
    const auto made = std::make_shared<const NodeTable>(resident_table(nullptr, problem, tiling));
    NodeTable table = *made;  // that of the proposal stays in the order of the field
    if (std::string reason = corrections_why_not(table, layout, tiling.corners); !reason.empty())
        return Proposal::refused(std::move(reason));
    deal_groups(table, tiling);
    Proposal proposal{.regions = regions_of(cut_grid(problem.extent, {}), 1),
                      .host_bytes = single_kept_bytes(problem) + host_bytes(*made),
                      .making_bytes = single_table_bytes(problem),
                      .device_bytes = resident_bytes(problem, tiling, table),
                      .ctpn_s = resident_ctpn(problem, tiling, table, asked.steps_between_looks, gpu),
                      .texts = resident_texts(problem, gpu),
                      .decided = DecidedResident{tiling, made}};
    proposal.regions.front().tile = to_string(tiling);
    return proposal;
}

}  // namespace

BackendEntry resident_backend() {
    return {"resident",
            "GPU: many steps of a small grid in one launch, with the field in shared memory",
            {{.is_kind = is_kind<ScalarShape>,
              .propose = propose_resident,
              .open =
                  [](const Problem& problem, const BackendOptions& options, const Proposal& proposal) {
                      return make_resident_cuda_backend(common_part(problem), options,
                                                        std::any_cast<DecidedResident>(&proposal.decided));
                  },
              .work =
                  [](const StencilProblem& problem) {
                      return NodeWork{point_count(problem.stencil), 3 * bytes_of(problem.precision)};
                  },
              .compile = compile_resident_cuda_kernels}},
            "a field on chip is for media of one density",
            true,
            "stream25.sweep"};
}

}  // namespace wavesim
