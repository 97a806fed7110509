// SPDX-License-Identifier: MIT
#include "solvers/planned_points.hpp"

#include <cmath>
#include <tuple>
#include <utility>

#include "solvers/interpolation.hpp"
#include "solvers/medium_part.hpp"
#include "solvers/open_sides.hpp"
#include "solvers/p_wave_points.hpp"
#include "solvers/time_correction.hpp"

namespace wavesim {

namespace {

/// What a source takes at a node: (c_i / c)^2, and kappa_i / c^2 where the density varies.
double share_at(const StencilProblem& problem, std::int64_t node) {
    return problem.speed.varies ? static_cast<double>(problem.factors.factor(node)) : 1;
}
double share_at(const DensityProblem& problem, std::int64_t node) {
    return static_cast<double>(problem.fluid.modulus[static_cast<std::size_t>(node)]);
}

/// What the shares of a source at a node are counted in, 1 or kg/m3.
double share_unit(const PlanDraft& draft, const Node& n) {
    const std::vector<float> density = density_of_part(draft, {n, {n.x + 1, n.y + 1, n.z + 1}});
    return density.empty() ? 1 : static_cast<double>(density.front());
}

/// Whether sources act so that the pressure at B of one at A is that at A of one at B. Along the axis their level is
/// that of an isotropic medium then. The elliptical medium around sources keeps neither.
bool is_reciprocal(const Scene& scene) {
    return scene.tti && scene.tti->form == TtiForm::self_adjoint && !has_elliptical_sources(scene);
}

/// A force of weights r per field acts as C r, C of the node (TiltedMedium): so that it is answered as r reads.
void act_as_force(const TiltedMedium& tti, PointWeights& source) {
    for (std::size_t i = 0; i < source.nodes.size(); ++i) {
        const auto node = static_cast<std::size_t>(source.nodes[i]);
        const double h = 1 + 2 * static_cast<double>(tti.epsilon[node]);
        double& first = source.weights[i];
        if (source.second_weights.empty()) {
            first *= h;
            continue;
        }
        const double root_a = std::sqrt(1 + 2 * static_cast<double>(tti.delta[node]));
        double& second = source.second_weights[i];
        std::tie(first, second) = std::pair(h * first + root_a * second, root_a * first + second);
    }
}

void fit_to_medium(const PlanDraft& draft, const Problem& problem, const Point& in_grid, PointWeights& source) {
    const PlanOutline& plan = draft.plan;
    const Node near = nearest_node(plan.grid(), plan.decision.shape.halo, plan.decision.spacing_m, in_grid);
    const double unit = share_unit(draft, near);
    std::visit(
        [&](const auto& medium) {
            for (std::size_t i = 0; i < source.nodes.size(); ++i)
                for (std::vector<double>* weights : {&source.weights, &source.second_weights})
                    if (!weights->empty()) (*weights)[i] *= share_at(medium, source.nodes[i]) / unit;
        },
        problem);
    if (is_reciprocal(plan.scene)) act_as_force(std::get<TtiProblem>(problem).tti, source);
}

}  // namespace

void add_points(PlanDraft& draft, const std::function<bool(const Node&)>& is_air, StencilProblem& problem) {
    PlanOutline& plan = draft.plan;
    const Scene& scene = plan.scene;
    const auto& halo = plan.decision.shape.halo;
    const double x = plan.decision.spacing_m;
    // u+ += (c_i^2 T^2 / X^3) W_i s in 3D; a line source in 2D has X^2.
    const double scale = plan.courant() * plan.courant() / (scene.dims == 2 ? 1 : x);
    PWavePoints p_waves(draft);
    const auto place = [&](const Point& at, Placement placement, PointRole role, std::vector<PlannedPoint>& points) {
        const Point in_grid = from_grid_corner(scene, x, at);
        PlacedPoint placed = place_point(plan.grid(), scene.dims, is_air, halo, x, in_grid, placement, role);
        Point used = at;
        if (placement == Placement::nearest_node)
            used = from_domain_corner(scene, x, node_position(halo, x, placed.home, scene.dims));
        points.push_back({used, placed.half_width});
        if (has_p_wave_points(scene)) p_waves.make(in_grid, placed);
        return std::move(placed.weights);
    };
    for (const SourceRequest& source : scene.sources) {
        Injection injection;
        injection.at = place(source.position, source.placement, PointRole::source, plan.decision.sources);
        injection.signal = signal_in_steps(plan, source);
        for (double& s : injection.signal) s *= scale;
        problem.sources.push_back(std::move(injection));
    }
    for (const ReceiverRequest& receiver : scene.receivers)
        problem.receivers.push_back(
            place(receiver.position, receiver.placement, PointRole::receiver, plan.decision.receivers));
    note_p_wave_points(draft);
    for (const Injection& source : problem.sources) problem.receivers.push_back(source.at);
}

void fit_sources_to_medium(const PlanDraft& draft, Problem& problem) {
    const PlanOutline& plan = draft.plan;
    std::vector<Injection>& sources = common_part(problem).sources;
    for (std::size_t s = 0; s < sources.size(); ++s)
        fit_to_medium(draft, problem,
                      from_grid_corner(plan.scene, plan.decision.spacing_m, plan.scene.sources[s].position),
                      sources[s].at);
}

}  // namespace wavesim
