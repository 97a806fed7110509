// SPDX-License-Identifier: MIT
#include "solvers/medium/air.hpp"

#include <cmath>
#include <numbers>

namespace wavesim {

namespace {

constexpr double gas_constant = 8.314'462'618;  // J/(mol K)
constexpr double reference_k = 293.15, triple_point_k = 273.16, reference_pa = 101'325;

double kelvin(const Air& air) { return air.temperature_c + 273.15; }

/// Moles of vapour per mole of air.
double vapour_share(const Air& air) {
    const double saturation = std::pow(10, -6.8346 * std::pow(triple_point_k / kelvin(air), 1.261) + 4.6151);
    return air.humidity * saturation * reference_pa / air.pressure_pa;
}

}  // namespace

double density_of(const Air& air) {
    constexpr double dry = 28.965'46e-3, vapour = 18.015'28e-3;  // kg/mol
    const double share = vapour_share(air);
    return air.pressure_pa * (dry + share * (vapour - dry)) / (gas_constant * kelvin(air));
}

double sound_speed_of(const Air& air) {
    const double heat_capacity = 3.5 + 0.5 * vapour_share(air);  // at constant pressure, divided by the gas constant
    return std::sqrt(heat_capacity / (heat_capacity - 1) * air.pressure_pa / density_of(air));
}

double attenuation_db_per_m(const Air& air, double hz) {
    const double t = kelvin(air) / reference_k, p = air.pressure_pa / reference_pa;
    const double h = 100 * vapour_share(air);
    const double oxygen_hz = p * (24 + 4.04e4 * h * (0.02 + h) / (0.391 + h));
    const double nitrogen_hz = p / std::sqrt(t) * (9 + 280 * h * std::exp(-4.170 * (std::cbrt(1 / t) - 1)));
    const double square = hz * hz;
    const double oxygen = 0.01275 * std::exp(-2239.1 / kelvin(air)) / (oxygen_hz + square / oxygen_hz);
    const double nitrogen = 0.1068 * std::exp(-3352.0 / kelvin(air)) / (nitrogen_hz + square / nitrogen_hz);
    return 8.686 * square * (1.84e-11 / p * std::sqrt(t) + std::pow(t, -2.5) * (oxygen + nitrogen));
}

double absorption_rate(const Air& air, double hz) {
    return attenuation_db_per_m(air, hz) * std::numbers::ln10 / 20 * sound_speed_of(air);
}

}  // namespace wavesim
