// SPDX-License-Identifier: MIT
#include "solvers/accuracy/wall_loss.hpp"

#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>
#include <utility>
#include <vector>

#include "boundary/port_branches.hpp"
#include "boundary/port_fit.hpp"
#include "solvers/accuracy/box_decay.hpp"
#include "solvers/space/modal_density.hpp"
#include "stencils/scheme/memo.hpp"

namespace wavesim {

namespace {

using std::numbers::pi;

constexpr double hardly = 0.05;  // |R| of walls between which nothing reverberates

/// Absorption in a diffuse field from the half space (2D: half plane): that of the scheme and the exact one.
struct Absorption {
    double scheme = 0;
    double exact = 0;
    /// How much sound of the scheme reaches a wall: the area of its wave numbers along the wall, relative to that of
    /// the exact k (2D: their length).
    double sound = 0;
};
Absorption of_random_sound(const WallScheme& scheme, double admittance, double omega_t) {
    constexpr int angles = 24;
    const bool flat = scheme.stencil.dims == 2;
    const std::vector<double> turns = flat ? std::vector{0.0} : std::vector{0.0, pi / 4};
    const double in_steps = omega_in_steps(scheme.traces, omega_t, 1);
    Absorption sum;
    double all = 0;
    for (const double turn : turns) {
        const double y = std::sin(turn), z = std::cos(turn);
        const double grazing = wave_number(scheme.stencil, {0, y, z}, scheme.courant, in_steps);
        const double share = std::pow(grazing * scheme.courant / omega_t, scheme.stencil.dims - 1);
        sum.sound += share / static_cast<double>(turns.size());
        for (int n = 0; n < angles; ++n) {
            const double angle = (n + 0.5) * pi / 2 / angles, along = grazing * std::sin(angle);
            const double weight = share * (flat ? std::cos(angle) : std::sin(2 * angle));
            try {
                const WallReflection found = reflection_at(scheme, admittance, {omega_t, along * y, along * z});
                sum.scheme += weight * (1 - std::norm(found.coefficient));
            } catch (const std::domain_error&) {
                continue;  // the scheme has a second wave at this angle
            }
            sum.exact += weight * (1 - std::norm(exact_reflection(scheme, admittance, std::cos(angle), omega_t)));
            all += weight;
        }
    }
    return {sum.scheme / all, sum.exact / all, sum.sound};
}

WallLoss find_loss(const WallScheme& scheme, double admittance, double omega_t) {
    const auto head_on = [&](double w) { return reflection_at(scheme, admittance, {w, 0, 0}); };
    constexpr double step = 1e-3;
    const double slope = (head_on(omega_t * (1 + step)).kx - head_on(omega_t * (1 - step)).kx) / (2 * step * omega_t);
    const double group_speed = 1 / (scheme.courant * slope);  // relative to the speed of sound
    const double reflected = std::abs(head_on(omega_t).coefficient);
    const double exact = std::abs(exact_reflection(scheme, admittance, 1, omega_t));
    const Absorption random = of_random_sound(scheme, admittance, omega_t);
    const double in_steps = omega_in_steps(scheme.traces, omega_t, 1);
    const double longer = scheme.traces == TraceTime::corrected ? 1 / std::cos(in_steps / 2) : 1;  // d in_steps/d omega
    const double density = longer * std::pow(in_steps / omega_t, scheme.stencil.dims - 1) *
                           modal_density(scheme.stencil, scheme.courant, in_steps);
    WallLoss loss;
    loss.normal_absorption = (1 - reflected * reflected) / (1 - exact * exact) - 1;
    if (exact > hardly && reflected > hardly) {
        loss.normal_reverberation = std::log(exact) / (std::log(reflected) * group_speed) - 1;
        loss.box_reverberation = box_reverberation(scheme, admittance, omega_t);
    }
    loss.random_absorption = random.scheme / random.exact - 1;
    loss.random_reverberation = random.exact / (random.scheme * random.sound) * density - 1;
    return loss;
}

}  // namespace

WallReflection reflection_at(const WallScheme& scheme, double admittance, const WallWave& in_traces) {
    WallWave wave = in_traces;
    wave.omega_t = omega_in_steps(scheme.traces, in_traces.omega_t, 1);
    if (scheme.time == WallTime::ports)
        return wall_reflection(scheme.stencil, scheme.courant,
                               PortLaw{1, scheme.air_mass, branches_of(scheme.branches, admittance)}, wave);
    return wall_reflection(scheme.stencil, scheme.courant, {1 / admittance, scheme.air_mass, 1, 1}, scheme.time,
                           scheme.position, wave);
}

std::complex<double> exact_reflection(const WallScheme& scheme, double admittance, double cosine, double omega_t) {
    if (scheme.exact.empty()) return (cosine - admittance) / (cosine + admittance);
    const std::complex<double> impedance = impedance_of(scheme.exact, {0, omega_t / scheme.courant});
    return (impedance * cosine - 1.0) / (impedance * cosine + 1.0);
}

std::vector<double> numbers_of(const WallScheme& scheme) {
    std::vector<double> numbers = numbers_of(scheme.stencil);
    const auto time = static_cast<double>(scheme.time), position = static_cast<double>(scheme.position);
    const auto traces = static_cast<double>(scheme.traces);
    numbers.insert(numbers.end(), {scheme.courant, time, position, traces, scheme.air_mass});
    for (const auto& branches : {scheme.branches, scheme.exact})
        for (const PortBranch& branch : branches)
            numbers.insert(numbers.end(), {branch.mass, branch.resistance, branch.stiffness});
    return numbers;
}

WallLoss wall_loss(const WallScheme& scheme, double admittance, double omega_t) {
    static Memo<WallLoss> known;  // the walls of a room are often alike
    std::vector<double> key = numbers_of(scheme);
    key.insert(key.end(), {admittance, omega_t});
    return known.of(std::move(key), [&] { return find_loss(scheme, admittance, omega_t); });
}

}  // namespace wavesim
