// SPDX-License-Identifier: MIT
#include "solvers/run/stability_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "solvers/medium/anisotropy.hpp"
#include "solvers/scene/fault.hpp"
#include "solvers/space/interpolation.hpp"
#include "solvers/ways/open_sides.hpp"
#include "stencils/problem/state.hpp"
#include "stencils/scheme/stencil_analysis.hpp"

namespace wavesim {

namespace {

/// The node with the largest |u|, found plane by plane.
std::int64_t loudest_node(const StencilBackend& backend, const Extent& extent) {
    std::vector<double> plane(static_cast<std::size_t>(extent.nx * extent.ny));
    double peak = -1;
    std::int64_t loudest = 0;
    for (std::int64_t z = 0; z < extent.nz; ++z) {
        backend.read(FieldLevel::current, {{0, 0, z}, {extent.nx, extent.ny, z + 1}}, plane);
        for (std::size_t i = 0; i < plane.size(); ++i)
            if (std::abs(plane[i]) > peak) {
                peak = std::abs(plane[i]);
                loudest = z * extent.nx * extent.ny + static_cast<std::int64_t>(i);
            }
    }
    return loudest;
}

/// Largest ratio of the kinetic energy to the total energy given by the sources in a stable run. In a single mode it is
/// at most 1 / cos^2(omega T / 2), 2 with four steps per period; in random scenes it was below 0.5
/// (docs/validation.md).
constexpr double most_energy = 2;

/// Larger values of SilentField::growth do not occur in the fluctuations of a decaying field. Of 76 random models 19
/// exceeded this limit, and all 19 grew without bound in longer runs. The others reached at most 1.7
/// (docs/validation.md).
constexpr double most_growth = 2.5;

/// Interference cannot raise the peak by this factor after the sources have become silent.
constexpr double most_peak_growth = 1e3;

/// A source is silent below this fraction of the largest value of its signal.
constexpr double quiet = 1e-4;

/// The step from which all sources are silent.
std::int64_t silent_from(const StencilProblem& problem) {
    std::size_t end = 0;
    for (const Injection& source : problem.sources) {
        double loudest = 0;
        for (const double value : source.signal) loudest = std::max(loudest, std::abs(value));
        for (std::size_t n = 0; n < source.signal.size(); ++n)
            if (std::abs(source.signal[n]) > quiet * loudest) end = std::max(end, n + 1);
    }
    return static_cast<std::int64_t>(end);
}

double loudest_force(const StencilProblem& problem) {
    double loudest = 0;
    for (const Injection& source : problem.sources)
        for (const double s : source.signal) loudest = std::max(loudest, std::abs(s));
    return loudest;
}

std::string likely_cause(const Plan& plan) {
    const StencilProblem& problem = common_part(plan.problem);
    for (const Injection& source : problem.sources)
        for (const double s : source.signal)
            if (!std::isfinite(s)) return "a source signal holds a value that is not a finite number";
    if (plan.scene.medium.physics) {
        const bool same_everywhere = std::get<ProgramShape>(problem.medium).varying == 0;
        return same_everywhere ? "none known, since the time step is within the limit of the program"
                               : "the limit of a program is that of media that are the same everywhere, and this one "
                                 "varies: use a smaller grid.courant_fraction";
    }
    const double limit = StencilAnalysis(problem.stencil).courant_max();
    if (problem.courant > limit * (1 + 1e-9))
        return fmt::format("the Courant number {:.6g} is above the stability limit {:.6g} of {}", problem.courant,
                           limit, problem.stencil.name);
    if (problem.precision == Precision::float32 && loudest_force(problem) > 1e25)
        return "the source amplitude is too large for float; use --precision double or a smaller amplitude";
    if (k73_may_grow(plan.scene)) return "tti.form k73 is not stable where the tilt varies; use tti.form: self_adjoint";
    if (plan.scene.tti && plan.scene.tti->form == TtiForm::k73 && problem.layers.any())
        return "layers beside tti.form k73 may let waves grow; use tti.form: self_adjoint, wider layers or a sponge";
    return fmt::format(
        "none known, since the Courant number {:.6g} is within the limit {:.6g}: this is a defect of "
        "wavesim, please report it with the scene",
        problem.courant, limit);
}

}  // namespace

StabilityWatch::StabilityWatch(const Plan& plan) : plan_(plan), work_(plan), silent_field_(plan) {
    if (plan.scene.medium.physics) silent_from_ = silent_from(common_part(plan.problem));
}

double StabilityWatch::growth_of_program(std::int64_t step, double peak) {
    if (step <= silent_from_) return 0;
    if (silent_peak_ < 0) silent_peak_ = peak;
    return silent_peak_ > 0 ? peak / silent_peak_ : 0;
}

double StabilityWatch::check(const StencilBackend& backend) {
    const FieldHealth health = backend.health();
    const double given = work_.most(backend.step());
    const double kinetic = health.change / 2;
    const bool program = plan_.scene.medium.physics.has_value();
    const bool grown = !program && kinetic > most_energy * given;
    const double growth = health.first_bad ? 0
                          : program        ? growth_of_program(backend.step(), health.peak)
                                           : silent_field_.growth(backend, given).value_or(0);
    if (!health.first_bad && !grown && growth <= (program ? most_peak_growth : most_growth)) {
        last_good_step_ = backend.step();
        return health.peak;
    }
    const std::int64_t index = health.first_bad ? *health.first_bad : loudest_node(backend, plan_.grid());
    const Node node = node_at(plan_.grid(), index);
    const Point at = plan_.scene.frame.users(
        from_domain_corner(plan_.scene, plan_.decision.spacing_m,
                           node_position(plan_.decision.shape.halo, plan_.decision.spacing_m, node, plan_.scene.dims)));
    const auto grew = [&](const std::string& beyond) {
        return fmt::format("grew to {:.3g}{}, {},", health.peak, program ? "" : " Pa", beyond);
    };
    const std::string times = given > 0 ? fmt::format("{:.3g} times", kinetic / given) : "without";
    const std::string what =
        health.first_bad ? std::string("is not a finite number")
        : program        ? grew(fmt::format("{:.3g} times what was left when the sources fell silent", growth))
        : grown          ? grew(times + " the energy that the sources gave the field")
                : grew(fmt::format("with {:.3g} times the energy that was left when the sources fell silent", growth));
    const std::string where = plan_.scene.dims == 2 ? fmt::format("({:.4g}, {:.4g}) m", at.x, at.z)
                                                    : fmt::format("({:.4g}, {:.4g}, {:.4g}) m", at.x, at.y, at.z);
    throw UnstableError(fmt::format(
        "the {} {} at node ({}, {}, {}), {}, between steps {} and {} of {} (Courant number {:.6g}); "
        "likely cause: "
        "{}",
        program ? "field of the program" : "pressure", what, node.x, node.y, node.z, where, last_good_step_,
        backend.step(), plan_.decision.steps_run(), common_part(plan_.problem).courant, likely_cause(plan_)));
}

std::vector<StateArray> StabilityWatch::state() {
    std::vector<StateArray> state = work_.state();
    state.push_back(state_value("last_good_step", last_good_step_));
    std::ranges::move(silent_field_.state(), std::back_inserter(state));
    if (plan_.scene.medium.physics) state.push_back(state_value("silent_peak", silent_peak_));
    return state;
}

}  // namespace wavesim
