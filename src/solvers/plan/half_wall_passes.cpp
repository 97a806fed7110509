// SPDX-License-Identifier: MIT
#include "solvers/plan/half_wall_passes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "boundary/walls.hpp"
#include "stencils/backend/pass_share.hpp"
#include "stencils/registry/backend_registry.hpp"

namespace wavesim {

namespace {

/// As for passes beside the same walls (backend_choice.cpp).
constexpr double worth_saying = 0.9;

/// The problem with walls half a cell beyond the nodes. Its lists are those of a small box with the same walls.
StencilProblem with_half_walls(const ProblemShape& shape, const std::vector<double>& admittance) {
    constexpr std::int64_t side = 8;
    StencilProblem problem{shape, {}, {}};
    VoxelRoom box;
    box.extent = {std::min(shape.extent.nx, side), std::min(shape.extent.ny, side), std::min(shape.extent.nz, side)};
    box.dims = shape.stencil.dims;
    for (std::size_t s = 0; s < 6; ++s) box.side_surface[s] = static_cast<std::uint16_t>(s);
    box.side_kind.fill(SideKind::wall);
    problem.walls = build_walls(shape.stencil, shape.courant, box, admittance, WallForm::automatic).passes;
    return problem;
}

}  // namespace

std::string quicker_with_half_walls(const PlanDraft& draft, const BackendChoice& choice, const StencilProblem& problem,
                                    const Machine& machine, const RunSteps& steps) {
    const Proposal& chosen = choice.proposal;
    if (!draft.half_walls || !choice.entry->on_gpu() || choice.slabs.any() || chosen.regions.front().steps_together > 1)
        return {};
    const auto count = static_cast<double>(std::max<std::int64_t>(steps.all, 1));
    const auto seconds = [count](const Proposal& proposal, const Extent& extent, double setup_s) {
        return proposal.ctpn_s * static_cast<double>(extent.nodes()) * count + setup_s;
    };
    const double single_s = seconds(chosen, problem.extent, chosen.setup_s);
    const StencilProblem half = with_half_walls(*draft.half_walls, draft.admittance);
    const Inquiry asked(half, machine, steps.between_looks);
    for (const BackendEntry& entry : backend_registry()) {
        if (!entry.on_gpu()) continue;
        const Proposal passes = entry.propose(asked);
        if (!passes.why_not.empty() || passes.regions.front().steps_together == 1) continue;
        const double setup_s = passes.setup_s * wall_faces(problem) / std::max(1.0, wall_faces(half));
        const double share = seconds(passes, half.extent, setup_s) / single_s;
        if (passes.ctpn_s > 0 && share < worth_saying)
            return fmt::format(
                "with boundaries.walls: half {} is predicted to take {:.2f} of this time; auto has chosen whole, which "
                "has the more exact reverberation time at {:.4g} Hz",
                entry.name, share, draft.plan.report.dispersion.frequency_hz);
    }
    return {};
}

}  // namespace wavesim
