// SPDX-License-Identifier: MIT
#include "solvers/accuracy/error_shares.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wavesim {

namespace {

using std::numbers::pi;

/// Largest difference between a tone and the same tone delayed by `delay_s`, relative to its amplitude.
double error_of_delay(double frequency_hz, double delay_s) {
    return 2 * std::sin(std::min(pi, 2 * pi * frequency_hz * std::abs(delay_s)) / 2);
}

}  // namespace

std::vector<ErrorShare> error_shares(const ErrorBudget& budget) {
    const ErrorBudget::Heard& heard = budget.heard;
    const double points = std::numbers::sqrt2;  // both the source and the receiver may lie between nodes
    const auto of_medium = budget.finer_medium ? "medium finer than the grid" : "interfaces within cells";
    const auto of_tilted = "interfaces between nodes of a TTI medium";
    std::vector<ErrorShare> shares{
        {"speed of waves", budget.waves.direct},
        {"level of waves", budget.waves.level},
        {"speed of waves that walls keep", budget.waves.reflected, true},
        {"walls off their places", budget.waves.walls, true},
        {"losses of walls", budget.wall_echo_error, true},
        {"solids off their places", budget.solid_error, true},
        {"echoes between facing solids", budget.facing_error, true},
        {"sound around edges of solids", budget.edges.hidden},
        {"waves from edges of solids", budget.edges.visible, true},
        {budget.isotropic ? of_medium : of_tilted, budget.medium.most()},
        {"medium made elliptical around sources", error_of_delay(heard.frequency_hz, budget.taper_lead.seconds)},
        {"absorbing layers", sent_back(budget)},
        {"level of points of P waves", std::abs(budget.p_wave_points.level)},
        {"slow second wave of sources", budget.slow_wave.error},
        {"points between nodes", points * budget.interpolation_error},
        {"points beside steps, surfaces and solids", points * budget.beside_steps_error},
        {"rounding", budget.rounding}};
    std::erase_if(shares, [](const ErrorShare& share) { return share.error == 0; });
    return shares;
}

double sent_back(const ErrorBudget& budget) {
    return budget.layer_reflection_db ? std::pow(10, *budget.layer_reflection_db / 20) : 0;
}

double combined_direct_error(const std::vector<ErrorShare>& shares) {
    std::vector<ErrorShare> direct = shares;
    std::erase_if(direct, [](const ErrorShare& share) { return share.reflected; });
    return combined_error(direct);
}

double error_beside_source(const ErrorBudget& budget) {
    if (budget.near_source.error == 0) return 0;
    std::vector<ErrorShare> echoes = error_shares(budget);
    std::erase_if(echoes, [](const ErrorShare& share) { return !share.reflected; });
    return budget.near_source.error + combined_error(echoes);
}

double combined_error(const std::vector<ErrorShare>& shares) {
    double squares = 0;
    for (const ErrorShare& share : shares) squares += share.error * share.error;
    return std::sqrt(squares);
}

std::optional<double> verdict_number(const ErrorBudget& budget) {
    if (budget.may_grow || budget.slow_wave.unknown || budget.aliased_share > mostly_aliased || budget.run_s == 0)
        return {};
    return std::max(combined_error(error_shares(budget)), error_beside_source(budget));
}

}  // namespace wavesim
