// SPDX-License-Identifier: MIT
#include "solvers/run/silent_field.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

#include "solvers/medium/anisotropy.hpp"
#include "solvers/medium/source_share.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

namespace {

/// A source is silent below this fraction of the largest value of its signal so far, as in the tails of pulses.
constexpr double silence = 1e-4;
/// Fraction of the energy given by the sources. Smaller energies change no trace by more than a tenth of the loudest
/// sound.
constexpr double least_share = 0.01;

/// Inverse mass of a node for the pressure, as in SourceWork.
double pressure_lightness(const TtiProblem& problem, std::int64_t node) {
    return source_share(problem, node) *
           (1 + 2 * static_cast<double>(problem.tti.epsilon[static_cast<std::size_t>(node)]));
}

}  // namespace

SilentField::SilentField(const Plan& plan) : plan_(plan), watched_(k73_may_grow(plan.scene)) {
    if (!watched_) return;
    const auto& problem = std::get<TtiProblem>(plan.problem);
    for (std::int64_t node = 0; node < plan.grid().nodes(); ++node)
        most_lightness_ = std::max(most_lightness_, pressure_lightness(problem, node));
}

bool SilentField::silent_since_last_look(std::int64_t step) const {
    return std::ranges::all_of(common_part(plan_.problem).sources, [&](const Injection& source) {
        double loudest = 0, late = 0;
        const std::int64_t end = std::min(step, static_cast<std::int64_t>(source.signal.size()));
        for (std::int64_t n = 0; n < end; ++n) {
            const double value = std::abs(source.signal[static_cast<std::size_t>(n)]);
            loudest = std::max(loudest, value);
            if (n >= last_look_ - 1) late = std::max(late, value);
        }
        return loudest > 0 && late <= silence * loudest;
    });
}

double SilentField::kinetic(const StencilBackend& backend) const {
    const auto& problem = std::get<TtiProblem>(plan_.problem);
    const Extent& extent = plan_.grid();
    std::vector<double> now(static_cast<std::size_t>(extent.nx * extent.ny)), before(now.size());
    double sum = 0;
    for (std::int64_t z = 0; z < extent.nz; ++z) {
        const NodeBox plane{{0, 0, z}, {extent.nx, extent.ny, z + 1}};
        backend.read(FieldLevel::current, plane, now);
        backend.read(FieldLevel::previous, plane, before);
        std::int64_t node = z * extent.nx * extent.ny;
        for (std::size_t i = 0; i < now.size(); ++i, ++node)
            sum += std::pow(now[i] - before[i], 2) * most_lightness_ / pressure_lightness(problem, node);
    }
    return sum / 2;
}

std::optional<double> SilentField::growth(const StencilBackend& backend, double given) {
    if (!watched_) return {};
    const bool silent = silent_since_last_look(backend.step());
    last_look_ = backend.step();
    if (!silent) {
        left_ = -1;
        return {};
    }
    const double now = kinetic(backend);
    if (left_ < 0) left_ = now;
    return now / std::max(left_, least_share * given);
}

std::vector<StateArray> SilentField::state() {
    return {state_value("last_look", last_look_), state_value("energy_left", left_)};
}

}  // namespace wavesim
