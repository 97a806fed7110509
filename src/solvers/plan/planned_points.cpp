// SPDX-License-Identifier: MIT
#include "solvers/plan/planned_points.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "boundary/surface.hpp"
#include "boundary/walls.hpp"
#include "solvers/accuracy/time_correction.hpp"
#include "solvers/medium/density_lines.hpp"
#include "solvers/medium/medium.hpp"
#include "solvers/medium/medium_density.hpp"
#include "solvers/medium/source_share.hpp"
#include "solvers/plan/directed_points.hpp"
#include "solvers/plan/field_points.hpp"
#include "solvers/signal/signal.hpp"
#include "solvers/space/interpolation.hpp"
#include "solvers/ways/open_sides.hpp"
#include "solvers/ways/p_wave_points.hpp"
#include "solvers/ways/point_grid.hpp"
#include "stencils/problem/receiver_nodes.hpp"

namespace wavesim {

namespace {

/// Whether sources act on fields with one time level.
bool acts_on_rate(const Medium::Physics& physics) {
    return std::ranges::any_of(physics.program->declared.fields,
                               [](const equations::Field& field) { return field.source && field.levels == 1; });
}

/// Unit of the weights of a source at a position, 1 or kg/m3.
double share_unit(const PlanOutline& plan, const Point& at) {
    if (!density_varies(plan.scene.medium)) return 1;
    return DensityLines(plan.scene, plan.decision.spacing_m, plan.decision.slowest_m_s).density_at(at);
}

/// Whether sources are reciprocal: the pressure at B from a source at A equals that at A from the same source at B. The
/// level along the axis is then that of an isotropic medium. An elliptical medium around sources violates both.
bool is_reciprocal(const Scene& scene) {
    return scene.tti && scene.tti->form == TtiForm::self_adjoint && !has_elliptical_sources(scene);
}

/// A force with the weights r per field acts as C r, C of the node (TiltedMedium), which makes it reciprocal to a
/// receiver with the weights r.
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

/// Whether the work of sources is recorded in the second field of k73.
bool hears_second_field(const Scene& scene) {
    return scene.tti && scene.tti->form == TtiForm::k73 && !has_elliptical_sources(scene);
}

/// A source of k73 acts on p, which has the weight 1 / (1 + 2 delta) (SourceWork). In elliptical media the pressure is
/// p, else it is the second field.
void hear_work(const TiltedMedium& tti, bool elliptical, PointWeights& at) {
    for (std::size_t i = 0; i < at.nodes.size(); ++i)
        at.weights[i] /= 1 + 2 * static_cast<double>(tti.delta[static_cast<std::size_t>(at.nodes[i])]);
    if (elliptical) return;
    at.second_weights = at.weights;
    std::ranges::fill(at.weights, 0.0);
}

/// u+ += (c_i^2 T^2 / X^3) W_i s in 3D, with c_i^2 relative to that of the fastest medium; a line source in 2D has X^2.
/// In fields of a program with one time level the factor is (T / X^3) W_i s.
double source_scale(const PlanOutline& plan) {
    const double x = plan.decision.spacing_m;
    const double volume = plan.scene.dims == 2 ? 1 : x;  // volume divided by X^2
    if (!plan.scene.medium.physics) return plan.courant() * plan.courant() / volume;
    const double per_cell = plan.decision.time_step_s / (x * x * volume);
    if (acts_on_rate(*plan.scene.medium.physics)) return per_cell;
    const double fastest = speed_range(plan.scene.medium).fastest;
    return fastest * fastest * plan.decision.time_step_s * per_cell;
}

void fit_to_medium(const PlanOutline& plan, const Problem& problem, const Point& at, PointWeights& source) {
    if (const auto& physics = plan.scene.medium.physics; physics && acts_on_rate(*physics)) return;
    const double unit = share_unit(plan, at);
    std::visit(
        [&](const auto& medium) {
            for (std::size_t i = 0; i < source.nodes.size(); ++i)
                for (std::vector<double>* weights : {&source.weights, &source.second_weights})
                    if (!weights->empty()) (*weights)[i] *= source_share(medium, source.nodes[i]) / unit;
        },
        problem);
    if (is_reciprocal(plan.scene)) act_as_force(std::get<TtiProblem>(problem).tti, source);
}

/// Nodes of cut cells have a mass below or above that of a cell. Their source weights are the receiver weights divided
/// by it.
void divide_by_masses(const PlanDraft& draft, PointWeights& source) {
    if (!draft.grid.mesh || draft.grid.mesh->cut().empty()) return;
    const auto layers = draft.plan.scene.boundaries.layer_cells();
    for (std::size_t i = 0; i < source.nodes.size(); ++i) {
        const Node n = node_at(draft.plan.grid(), source.nodes[i]);
        source.weights[i] /= draft.grid.mesh->mass({n.x - layers[0], n.y - layers[2], n.z - layers[4]});
    }
}

}  // namespace

namespace {

double half(const equations::Field& field, std::size_t axis) { return field.half[axis] ? 0.5 : 0; }

/// A source of fields with one time level acts half a step later: between the levels that its statement connects.
SourceRequest as_it_acts(const PlanOutline& plan, SourceRequest source) {
    if (!plan.scene.medium.physics || !acts_on_rate(*plan.scene.medium.physics)) return source;
    if (source.signal.kind == SignalKind::impulse) return source;
    const double step_s = plan.decision.time_step_s;
    source.signal.delay_s = Signal(source.signal, step_s).delay() - 0.5 * step_s;
    return source;
}

}  // namespace

void add_points(PlanDraft& draft, const std::function<bool(const Node&)>& is_air, StencilProblem& problem,
                ReceiverLists lists) {
    PlanOutline& plan = draft.plan;
    const Scene& scene = plan.scene;
    const auto& halo = plan.decision.shape.halo;
    const double x = plan.decision.spacing_m;
    const double scale = source_scale(plan);
    PWavePoints p_waves(draft);
    PointPlacer placer(point_grid(plan, is_air));
    const equations::Field* const own = field_of_its_own(scene);
    const auto place = [&](const Point& at, Placement placement, PointRole role, std::vector<PlannedPoint>& points) {
        const Point in_grid = from_grid_corner(scene, x, at);
        const bool in_own = own != nullptr && role == PointRole::receiver;
        PlacedPoint placed =
            in_own ? place_in_field(plan, *own, in_grid, placement) : placer.place(in_grid, placement, role);
        Point used = at;
        if (placement == Placement::nearest_node) {
            used = from_domain_corner(scene, x, node_position(halo, x, placed.home, scene.dims));
            if (in_own) used = {used.x + half(*own, 0) * x, used.y + half(*own, 1) * x, used.z + half(*own, 2) * x};
        }
        points.push_back({used, placed.half_width, static_cast<float>(placed.error)});
        if (has_p_wave_points(scene)) p_waves.make(in_grid, placed);
        return std::move(placed.weights);
    };
    const auto signal_of = [&](const SourceRequest& source, double share) {
        std::vector<double> signal = signal_in_steps(plan, as_it_acts(plan, source));
        for (double& s : signal) s *= scale * share;
        return signal;
    };
    for (const SourceRequest& source : scene.sources)
        problem.sources.push_back({place(source.position, source.placement, PointRole::source, plan.decision.sources),
                                   signal_of(source, source.directivity.even)});
    const auto slope = [&](const Point& at, const Point& axis, PointRole role) {
        return place_slope(placer, from_grid_corner(scene, x, at), axis, x, role);
    };
    for (SourceRequest source : scene.sources) {
        const Directivity& pattern = source.directivity;
        if (!pattern.any()) continue;
        source.signal = dipole_signal(source.signal, plan.decision.slowest_m_s);
        problem.sources.push_back(
            {slope(source.position, pattern.axis, PointRole::source).weights, signal_of(source, 1 - pattern.even)});
    }
    problem.receivers.reserve(scene.receivers.size() + scene.sources.size());
    const auto receive = [&](PointWeights at) {
        if (lists == ReceiverLists::boxes)
            add_as_boxes(problem, at, plan.grid());
        else
            problem.receivers.push_back(std::move(at));
    };
    for (const ReceiverRequest& receiver : scene.receivers) {
        PointWeights pressure =
            place(receiver.position, receiver.placement, PointRole::receiver, plan.decision.receivers);
        if (!receiver.eight) {
            receive(std::move(pressure));
            continue;
        }
        PlacedPoint eight = slope(receiver.position, *receiver.eight, PointRole::receiver);
        for (double& weight : eight.weights.weights) weight *= plan.decision.slowest_m_s;
        receive(std::move(eight.weights));
    }
    note_p_wave_points(draft);
    for (const Injection& source : problem.sources) {
        PointWeights heard = source.at;
        if (hears_second_field(scene)) heard.second_weights = heard.weights;  // included for the forecasts
        receive(std::move(heard));
    }
    for (Injection& source : problem.sources) divide_by_masses(draft, source.at);
}

void fit_sources_to_medium(const PlanOutline& plan, Problem& problem) {
    std::vector<Injection>& sources = common_part(problem).sources;
    // Dipoles get the position of the last source. This is harmless: directed sources require constant density.
    for (std::size_t s = 0; s < sources.size(); ++s) {
        const std::size_t of = std::min(s, plan.decision.sources.size() - 1);
        fit_to_medium(plan, problem, plan.decision.sources[of].position, sources[s].at);
    }
    if (!plan.scene.tti || plan.scene.tti->form != TtiForm::k73) return;
    std::vector<PointWeights>& heard = common_part(problem).receivers;
    for (std::size_t r = heard.size() - sources.size(); r < heard.size(); ++r)
        hear_work(std::get<TtiProblem>(problem).tti, !hears_second_field(plan.scene), heard[r]);
}

}  // namespace wavesim
