// SPDX-License-Identifier: MIT
#include "solvers/ways/program_sponge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/medium/anisotropy.hpp"
#include "solvers/ways/open_sides.hpp"
#include "stencils/grid/words.hpp"

namespace wavesim {

namespace {

/// Echo above which a plan warns, dB.
constexpr double loud_db = -30;

std::array<std::vector<float>, 3> damping_of(const PlanOutline& plan) {
    return sponge(plan.grid(), plan.scene.boundaries.layer_cells(), plan.courant());
}

SpongeWaves waves_of(const PlanOutline& plan) {
    const auto& fields = plan.scene.medium.physics->program->declared.fields;
    return std::ranges::any_of(fields, [](const equations::Field& field) { return field.levels == 2; })
               ? SpongeWaves::second_order
               : SpongeWaves::first_order;
}

}  // namespace

bool has_program_sponge(const Scene& scene) { return scene.medium.physics && scene.boundaries.any_absorbing(); }

std::vector<double> sponge_factors(const PlanOutline& plan) {
    const std::array<std::vector<float>, 3> damping = damping_of(plan);
    const Extent& n = plan.grid();
    std::vector<double> factors;
    factors.reserve(static_cast<std::size_t>(n.nodes()));
    for (const float z : damping[2])
        for (const float y : damping[1])
            for (const float x : damping[0])
                factors.push_back(
                    std::exp(-(static_cast<double>(x) + static_cast<double>(y) + static_cast<double>(z))));
    return factors;
}

std::vector<double> grow_into_sponge(const PlanOutline& plan, const std::vector<double>& values) {
    if (values.size() <= 1) return values;
    const Extent domain = domain_grid(plan).extent;
    const auto cells = plan.scene.boundaries.layer_cells();
    const Extent& grid = plan.grid();
    std::vector<double> grown(static_cast<std::size_t>(grid.nodes()));
    for (std::int64_t i = 0; i < grid.nodes(); ++i) {
        const Node n = node_at(grid, i);
        const std::int64_t from = domain.index(std::clamp<std::int64_t>(n.x - cells[0], 0, domain.nx - 1),
                                               std::clamp<std::int64_t>(n.y - cells[2], 0, domain.ny - 1),
                                               std::clamp<std::int64_t>(n.z - cells[4], 0, domain.nz - 1));
        grown[static_cast<std::size_t>(i)] = values[static_cast<std::size_t>(from)];
    }
    return grown;
}

double sponge_echo(const std::vector<double>& damping, double cells_per_step, double turn_per_step, SpongeWaves waves) {
    using Complex = std::complex<double>;
    Complex back = 1;  // at the end of the sponge
    for (std::size_t i = damping.size(); i-- > 0;) {
        const Complex here = Complex(turn_per_step, -damping[i]) / cells_per_step;
        back *= std::exp(Complex(0, -2) * here);  // through the cell and back
        if (waves == SpongeWaves::first_order) continue;
        const Complex before = Complex(turn_per_step, i > 0 ? -damping[i - 1] : 0) / cells_per_step;
        const Complex face = (before - here) / (before + here);
        back = (face + back) / (1.0 + face * back);
    }
    return std::abs(back);
}

double sponge_echo_db(const PlanOutline& plan, Side side) {
    const auto axis = static_cast<std::size_t>(axis_of(side));
    const auto cells = static_cast<std::size_t>(plan.scene.boundaries.layer_cells()[static_cast<std::size_t>(side)]);
    const std::array<std::vector<float>, 3> damping = damping_of(plan);
    std::vector<double> outwards;
    for (std::size_t i = 0; i < cells; ++i) {
        const std::size_t from_end = cells - 1 - i;
        outwards.push_back(
            static_cast<double>(damping[axis][is_max(side) ? damping[axis].size() - 1 - from_end : from_end]));
    }
    const double turn = 2 * std::numbers::pi * layer_frequency(plan) * plan.decision.time_step_s;
    double most = 0;
    for (const double speed : {plan.decision.slowest_m_s, plan.decision.fastest_m_s})
        most = std::max(most, sponge_echo(outwards, speed * plan.decision.time_step_s / plan.decision.spacing_m, turn,
                                          waves_of(plan)));
    return 20 * std::log10(std::max(most, 1e-15));
}

std::vector<std::string> sponge_warnings(const PlanOutline& plan) {
    if (!has_program_sponge(plan.scene)) return {};
    double most_db = -1e3;
    Side worst = Side::x_min;
    for (const Side side : all_sides) {
        if (plan.scene.boundaries.kind[static_cast<std::size_t>(side)] != SideKind::absorbing) continue;
        if (const double db = sponge_echo_db(plan, side); db > most_db) {
            most_db = db;
            worst = side;
        }
    }
    if (!(most_db > loud_db)) return {};
    return {fmt::format(
        "the sponge at {} sends back {:.0f} dB of waves of {:.3g} Hz that meet it head-on; more cells send back "
        "less",
        word_of(plan.scene.frame.users(worst)), most_db, layer_frequency(plan))};
}

}  // namespace wavesim
