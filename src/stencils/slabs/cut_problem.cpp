// SPDX-License-Identifier: MIT
#include "stencils/slabs/cut_problem.hpp"

#include <utility>

#include "stencils/slabs/cut_lists.hpp"
#include "stencils/slabs/cutter.hpp"
#include "stencils/tti/hourglass_weights.hpp"

namespace wavesim {

namespace {

NodeFactors cut_factors(const NodeFactors& whole, const Cutter& cut, const Extent& part) {
    if (whole.stored.size() == 0) return {cut.nodes(whole.of_node), {}};
    // A factor that has an exact code gets this code again.
    StoredFactors stored(whole.stored.code(), part.nodes());
    std::vector<float> plane(static_cast<std::size_t>(part.nx * part.ny));
    for (std::int64_t z = 0; z < part.nz; ++z) {
        for (std::size_t i = 0; i < plane.size(); ++i) {
            const std::int64_t node = z * part.nx * part.ny + static_cast<std::int64_t>(i) - cut.here(0);
            plane[i] = whole.stored[static_cast<std::size_t>(node)];
        }
        stored.append(plane);
    }
    return {{}, std::move(stored)};
}

void cut_medium(const ScalarProblem&, const Slab&, const Cutter&, ScalarProblem&) {}

void cut_medium(const DensityProblem& whole, const Slab& slab, const Cutter& cut, DensityProblem& part) {
    const Extent& n = whole.extent;
    const std::int64_t plane = n.nx * n.ny;
    part.code = whole.code;
    part.fluid.modulus = cut.nodes(whole.fluid.modulus);
    for (std::size_t d = 0; d < 3; ++d) part.fluid.buoyancy[d] = cut.nodes(whole.fluid.buoyancy[d]);
    part.fluid.low_side[0] = cut.planes(whole.fluid.low_side[0], n.ny);
    part.fluid.low_side[1] = cut.planes(whole.fluid.low_side[1], n.nx);
    part.fluid.low_side[2] = whole.fluid.low_side[2];
    if (slab.first() > 0) {
        const auto before = whole.fluid.buoyancy[2].begin() + (slab.first() - 1) * plane;
        part.fluid.low_side[2].assign(before, before + plane);
    }
}

void cut_medium(const TtiProblem& whole, const Slab&, const Cutter& cut, TtiProblem& part) {
    const TiltedMedium& from = whole.tti;
    TiltedMedium& to = part.tti;
    to.epsilon = cut.nodes(from.epsilon);
    to.delta = cut.nodes(from.delta);
    to.layer_speed = cut.nodes(from.layer_speed);
    for (std::size_t d = 0; d < 3; ++d) to.axis[d] = cut.nodes(from.axis[d]);
    to.kept = from.kept;
    to.damping = from.damping;
    to.kept[2] = cut.planes(from.kept[2], 1);
    to.damping[2] = cut.planes(from.damping[2], 1);
    to.layer_axis = from.layer_axis;
    to.turned_far = from.turned_far;
    to.mean_axis = from.mean_axis ? *from.mean_axis : tti::mean_axis(from, whole.extent);
}

void cut_medium(const ProgramProblem& whole, const Slab&, const Cutter& cut, ProgramProblem& part) {
    part.parameters.clear();
    for (const std::vector<double>& values : whole.parameters)
        part.parameters.push_back(values.size() == 1 ? values : cut.nodes(values));
}

template <class MediumProblem>
MediumProblem cut_part(const MediumProblem& whole, const Slab& slab, std::int64_t steps) {
    const Cutter cut(whole.extent, slab);
    StencilProblem lists = cut_lists(whole, slab, steps);
    MediumProblem part(static_cast<const ProblemShape&>(lists));
    static_cast<PassLists&>(part) = std::move(static_cast<PassLists&>(lists));
    part.factors = cut_factors(whole.factors, cut, part.extent);
    cut_medium(whole, slab, cut, part);
    return part;
}

}  // namespace

Problem cut_problem(const Problem& whole, const Slab& slab, std::int64_t steps) {
    return std::visit([&](const auto& one) -> Problem { return cut_part(one, slab, steps); }, whole);
}

}  // namespace wavesim
