// SPDX-License-Identifier: MIT
#include "solvers/plan/program_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "solvers/medium/program_parameters.hpp"
#include "stencils/equations/side_image.hpp"
#include "stencils/equations/step_limit.hpp"
#include "stencils/scheme/memo.hpp"

namespace wavesim {

namespace {

constexpr const char* stencil_without_a_name = "leggy-4";

using Values = std::vector<std::vector<double>>;

/// Time step in units of spacing / speed that exceeds all limits. What does not grow with it never grows.
constexpr double beyond_all_limits = 1e3;

/// Whether the growth at a limit is physical and is smaller per step only because the steps are short: half a step then
/// has half of the growth.
bool grows_by_itself(const equations::Symbol& symbol, const equations::StepLimit& limit, double spacing_m) {
    constexpr double share = 0.35;
    return symbol.growth(limit.wave, {limit.time_step / 2, spacing_m, limit.parameters}) >
           1 + share * equations::growth_of_rounding;
}

/// The largest stable time step, s; 0 if there is none. It is kept, since plans of many shots need the same.
double step_limit_of(const Medium::Physics& physics, const Stencil& stencil, double spacing_m, const Values& sets,
                     double most_s) {
    static Memo<double> known;
    std::vector<double> key = numbers_of(stencil);
    key.push_back(static_cast<double>(std::hash<std::string>{}(physics.text) >> 12U));
    key.insert(key.end(), {static_cast<double>(stencil.dims), spacing_m, most_s});
    for (const std::vector<double>& set : sets) key.insert(key.end(), set.begin(), set.end());
    return known.of(std::move(key), [&] {
        const equations::Symbol symbol(*physics.program, stencil);
        const equations::StepLimit limit = equations::step_limit(symbol, spacing_m, sets, most_s);
        return limit.time_step < most_s && grows_by_itself(symbol, limit, spacing_m) ? 0.0 : limit.time_step;
    });
}

/// Number of axes with a side at which differences become one-sided.
int one_sided_axes(const Scene& scene, const Stencil& stencil) {
    const equations::Declarations& declared = scene.medium.physics->program->declared;
    const int order = equations::Differences(stencil, declared.order).order();
    const auto any = [&](std::size_t side) {
        const bool free = scene.boundaries.kind[side] == SideKind::free_surface;
        if (scene.dims == 2 && side / 2 == 1) return false;
        return std::ranges::any_of(declared.fields, [&](const equations::Field& field) {
            const equations::Mirror image = free ? field.release[side / 2] : field.rigid[side / 2];
            return equations::is_one_sided(equations::image_of_order(image, order));
        });
    };
    int count = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) count += any(2 * axis) || any(2 * axis + 1) ? 1 : 0;
    return count;
}

}  // namespace

std::optional<Stencil> program_stencil(const Scene& scene, std::vector<Fault>& faults) {
    const StencilRequest& request = scene.grid.stencil;
    try {
        if (request.name == "explicit") return make_explicit_stencil(request.shells, request.weights, scene.dims);
        return make_stencil(request.name == "auto" ? stencil_without_a_name : request.name, scene.dims);
    } catch (const std::out_of_range&) {
        faults.push_back({"grid.stencil", "there is no stencil '" + request.name + "'", "see `wavesim stencils`"});
    } catch (const std::invalid_argument& error) {
        faults.push_back({"grid.stencil", error.what(), ""});
    }
    return std::nullopt;
}

std::optional<StencilChoice> choose_program_stencil(const PlanDraft& draft, std::vector<Fault>& faults) {
    const Scene& scene = draft.plan.scene;
    const std::optional<double>& fraction = scene.grid.courant_fraction;
    if (fraction && !(*fraction > 0 && *fraction <= 1)) {
        faults.push_back(
            {"grid.courant_fraction",
             fmt::format("{:.6g} of the stability limit is {}", *fraction, *fraction > 1 ? "unstable" : "no time step"),
             "use a number above 0 and up to 1"});
        return std::nullopt;
    }
    const std::optional<Stencil> stencil = program_stencil(scene, faults);
    if (!stencil) return std::nullopt;
    const double unit_s = draft.plan.decision.spacing_m / draft.plan.decision.fastest_m_s;
    const double most_s = beyond_all_limits * unit_s;
    const Values sets = ProgramParameters(scene, draft.grid, draft.walls).sets();
    const double limit_s = step_limit_of(*scene.medium.physics, *stencil, draft.plan.decision.spacing_m, sets, most_s);
    if (!(limit_s > 0)) {
        faults.push_back({"medium.program", "its waves grow with every time step, however short",
                          "look at the signs of its statements, and at the values of its parameters"});
        return std::nullopt;
    }
    if (limit_s >= most_s) {
        faults.push_back({"medium.program", "nothing in it grows with any time step, so it moves no wave", ""});
        return std::nullopt;
    }
    StencilChoice choice;
    choice.stencil = *stencil;
    choice.courant_limit = limit_s / unit_s;
    choice.courant_limit /= std::pow(equations::one_sided_frequency, one_sided_axes(scene, *stencil));
    choice.courant = planned_courant(scene, choice.courant_limit, 0);
    choice.reason = scene.grid.stencil.name == "auto" ? "that of programs where the scene names none" : "asked for";
    return choice;
}

}  // namespace wavesim
