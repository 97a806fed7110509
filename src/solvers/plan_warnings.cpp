// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "solvers/plan_draft.hpp"

namespace wavesim {

namespace {

/// Frequency above which a signal has little left (about -40 dB); infinite when it has no limit.
double highest_frequency(const SignalRequest& signal) {
    switch (signal.kind) {
        case SignalKind::ricker: return 2.5 * signal.frequency_hz;
        case SignalKind::gaussian: return 0.483 / signal.width_s;
        case SignalKind::dgauss: return 0.62 / signal.width_s;
        case SignalKind::sine: return signal.frequency_hz;
        case SignalKind::impulse: return std::numeric_limits<double>::infinity();
        case SignalKind::samples: return 0;  // not analysed
    }
    return 0;
}

void warn_about_source(const PlanDraft& draft, const SourceRequest& source, std::vector<std::string>& warnings) {
    const double limit = draft.plan.dispersion.frequency_hz;
    const double highest = highest_frequency(source.signal);
    if (std::isinf(highest))
        warnings.push_back(
            fmt::format("source '{}' is an impulse and excites every frequency: trust the result up to "
                        "{:.4g} Hz only",
                        source.name, limit));
    else if (highest > 1.001 * limit)
        warnings.push_back(fmt::format("source '{}' sounds up to about {:.4g} Hz, the grid is made for {:.4g} Hz",
                                       source.name, highest, limit));
    if (source.signal.kind == SignalKind::gaussian || source.signal.kind == SignalKind::impulse)
        warnings.push_back(
            fmt::format("source '{}' adds a net volume of air: in a closed room the mean pressure grows; "
                        "filter below the first room mode or use ricker",
                        source.name));
}

}  // namespace

std::vector<std::string> draft_warnings(const PlanDraft& draft) {
    const Plan& plan = draft.plan;
    std::vector<std::string> warnings;
    for (std::size_t i = 0; i < plan.scene.solids.size(); ++i) {
        const auto box = box_nodes(draft.grid, plan.scene.dims, plan.scene.solids[i]);
        const std::string name = plan.scene.solids[i].name.empty() ? fmt::format("solids[{}]", i)
                                                                   : "solid '" + plan.scene.solids[i].name + "'";
        if (!box)
            warnings.push_back(name + " lies outside the grid and is left out");
        else if (box->thickened)
            warnings.push_back(
                fmt::format("{} is thinner than a cell and was thickened to {:.3g} m", name, plan.spacing_m));
    }
    if (std::abs(plan.dispersion.worst) > 0.05)
        warnings.push_back(
            fmt::format("waves of {:.4g} Hz travel {:+.1f} % off their speed: use more points per "
                        "wavelength or another stencil",
                        plan.dispersion.frequency_hz, 100 * plan.dispersion.worst));
    for (const SourceRequest& source : plan.scene.sources) warn_about_source(draft, source, warnings);
    return warnings;
}

}  // namespace wavesim
