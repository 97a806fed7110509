// SPDX-License-Identifier: MIT
#include "solvers/error_shares.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace wavesim {

namespace {

using std::numbers::pi;

/// Largest difference between a tone and the same so many seconds later, of its amplitude.
double error_of_delay(double frequency_hz, double delay_s) {
    return 2 * std::sin(std::min(pi, 2 * pi * frequency_hz * std::abs(delay_s)) / 2);
}

}  // namespace

std::vector<ErrorShare> error_shares(const ErrorBudget& budget) {
    const ErrorBudget::Heard& heard = budget.heard;
    std::vector<ErrorShare> shares{
        {"speed of waves", error_of_delay(heard.frequency_hz, heard.direct_delay_s)},
        {"level of waves", std::abs(heard.level_error)},
        {"medium made elliptical around sources", error_of_delay(heard.frequency_hz, budget.taper_lead.seconds)},
        {"absorbing layers", sent_back(budget)},
        {"level of points of P waves", std::abs(budget.p_wave_points.level)},
        // A source and a receiver may lie between nodes.
        {"points between nodes", std::numbers::sqrt2 * budget.interpolation_error},
        {"rounding", budget.rounding}};
    std::erase_if(shares, [](const ErrorShare& share) { return share.error == 0; });
    return shares;
}

double sent_back(const ErrorBudget& budget) {
    return budget.layer_reflection_db ? std::pow(10, *budget.layer_reflection_db / 20) : 0;
}

double combined_error(const std::vector<ErrorShare>& shares) {
    double squares = 0;
    for (const ErrorShare& share : shares) squares += share.error * share.error;
    return std::sqrt(squares);
}

}  // namespace wavesim
