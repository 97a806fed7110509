// SPDX-License-Identifier: MIT
#include "stencils/gpu/stub_row/stub_row.hpp"

#include <stdexcept>

#include "stencils/registry/backend_registry.hpp"

namespace wavesim {

namespace {

Proposal propose(const Inquiry& asked) {
    if (std::string reason = asked.machine.gpu.why_not(); !reason.empty()) return Proposal::refused(std::move(reason));
    if (asked.problem.stencil.dims != 3) return Proposal::refused("the stub is for 3D");
    const std::int64_t nodes = asked.problem.extent.nodes();
    return {.regions = regions_of(cut_grid(asked.problem.extent, {}), 3),
            .device_bytes = 8 * nodes,
            .ctpn_s = 5e-15,
            .texts = {{"stub-row", "// no kernel", asked.machine.gpu.architecture(), {1 << 20, 3 << 20}}},
            .decided = StubDecision{nodes}};
}

std::unique_ptr<StencilBackend> open(const Problem& problem, const BackendOptions& options, const Proposal& proposal) {
    const auto* const decision = std::any_cast<StubDecision>(&proposal.decided);
    if (decision == nullptr || decision->nodes != common_part(problem).extent.nodes())
        throw std::logic_error("the stub is opened without its own proposal");
    return find_backend("cpu")->open(problem, options);
}

BackendEntry row(const std::string& name) {
    return {name,
            "GPU: a family of the tests with launches of its own",
            {{.is_kind = is_kind<ScalarShape>,
              .propose = propose,
              .open = open,
              .work =
                  [](const StencilProblem& problem) {
                      return NodeWork{point_count(problem.stencil), 12};
                  }}},
            "the stub is for media of one density",
            true};
}

}  // namespace

BackendEntry stub_row() { return row("stub.row"); }
BackendEntry stub_shown() { return row("stub.shown"); }

}  // namespace wavesim
