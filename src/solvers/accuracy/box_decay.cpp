// SPDX-License-Identifier: MIT
#include "solvers/accuracy/box_decay.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "solvers/space/modal_density.hpp"
#include "stencils/scheme/stencil_symbol.hpp"

namespace wavesim {

namespace {

using Direction = std::array<double, 3>;

/// Directions of one symmetric part of the sphere (2D: circle), of equal weight.
std::vector<Direction> directions_of(int dims) {
    constexpr int angles = 8, heights = 6, turns = 4;
    std::vector<Direction> found;
    if (dims == 2) {
        for (int n = 0; n < angles; ++n) {
            const double turn = (n + 0.5) / angles * std::numbers::pi / 4;
            found.push_back({std::cos(turn), 0, std::sin(turn)});
        }
        return found;
    }
    for (int m = 0; m < heights; ++m)
        for (int n = 0; n < turns; ++n) {
            const double up = (m + 0.5) / heights, level = std::sqrt(1 - up * up);
            const double turn = (n + 0.5) / turns * std::numbers::pi / 4;
            found.push_back({level * std::cos(turn), level * std::sin(turn), up});
        }
    return found;
}

/// Waves of one direction, as many of them as have a frequency in a narrow band.
struct Waves {
    double number = 1;
    double rate = 0;  ///< of their decay
};

/// Time from -5 to -20 dB of the sum of their energies.
double decay_time(const std::vector<Waves>& waves) {
    const auto energy = [&](double t) {
        double sum = 0;
        for (const Waves& one : waves) sum += one.number * std::exp(-one.rate * t);
        return sum;
    };
    const auto time_at = [&](double level_db) {
        double low = 0, high = 1;
        const double wanted = energy(0) * std::pow(10, level_db / 10);
        while (energy(high) > wanted) high *= 2;
        for (int i = 0; i < 50; ++i) (energy((low + high) / 2) > wanted ? low : high) = (low + high) / 2;
        return low;
    };
    return time_at(-20) - time_at(-5);
}

}  // namespace

double box_reverberation(const WallScheme& scheme, double admittance, double omega_t) {
    const StencilSymbol symbol(scheme.stencil);
    const bool flat = scheme.stencil.dims == 2;
    const double in_steps = omega_in_steps(scheme.traces, omega_t, 1);
    const double longer = scheme.traces == TraceTime::corrected ? 1 / std::cos(in_steps / 2) : 1;
    std::vector<Waves> waves, exact;
    for (const Direction& u : directions_of(scheme.stencil.dims)) {
        const double k = wave_number(scheme.stencil, u, scheme.courant, in_steps);
        Waves own, of_air;
        double radial = 0;  // d omega/dk relative to the speed of sound
        for (std::size_t d = 0; d < 3; ++d) {
            if (u[d] == 0) continue;
            constexpr double step = 1e-4;
            Direction less{k * u[0], k * u[1], k * u[2]}, more = less;
            less[d] -= step;
            more[d] += step;
            const double rise = (symbol(more) - symbol(less)) / (2 * step);
            const double speed = rise * scheme.courant / (2 * std::sin(in_steps)) / longer;
            radial += speed * u[d];
            const double y = k * u[(d + 1) % 3], z = k * u[(d + 2) % 3];
            const WallWave wave{omega_t, flat ? 0 : y, flat ? y + z : z};  // in 2D waves along a wall are those along z
            own.rate -= speed * std::log(std::norm(reflection_at(scheme, admittance, wave).coefficient));
            of_air.rate -= u[d] * std::log(std::norm(exact_reflection(scheme, admittance, u[d], omega_t)));
        }
        own.number = std::pow(k, scheme.stencil.dims - 1) / radial;
        waves.push_back(own);
        exact.push_back(of_air);
    }
    return decay_time(waves) / decay_time(exact) - 1;
}

}  // namespace wavesim
