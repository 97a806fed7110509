// SPDX-License-Identifier: MIT
#include "solvers/run/source_work.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

#include "solvers/medium/source_share.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

namespace {

/// Inverse mass of a node, up to a factor, for the field on which the sources act.
double lightness(const StencilProblem& problem, std::int64_t node) { return source_share(problem, node); }
double lightness(const DensityProblem& problem, std::int64_t node) { return source_share(problem, node); }
double lightness(const TtiProblem& problem, std::int64_t node) {
    const double share = source_share(problem, node);
    if (tti_form(problem) != TtiForm::k73) return share;
    return share * (1 + 2 * static_cast<double>(problem.tti.delta[static_cast<std::size_t>(node)]));
}

/// The same for the pressure, at the node with the smallest mass.
double most_lightness(const StencilProblem&) { return 1; }
double most_lightness(const DensityProblem& problem) {
    return static_cast<double>(*std::ranges::max_element(problem.fluid.modulus));
}
double most_lightness(const TtiProblem& problem) {
    double most = 1;
    if (tti_form(problem) != TtiForm::k73) return most;
    for (std::size_t i = 0; i < problem.tti.epsilon.size(); ++i)
        most = std::max(most, source_share(problem, static_cast<std::int64_t>(i)) *
                                  (1 + 2 * static_cast<double>(problem.tti.epsilon[i])));
    return most;
}

}  // namespace

SourceWork::SourceWork(const Plan& plan) : plan_(plan), before_(2 * common_part(plan.problem).sources.size()) {
    const StencilProblem& problem = common_part(plan.problem);
    const double most = std::visit([](const auto& kind) { return most_lightness(kind); }, plan.problem);
    const bool k73 = plan.scene.tti && plan.scene.tti->form == TtiForm::k73;
    for (std::size_t s = 0; s < problem.sources.size(); ++s) {
        const PointWeights& force = problem.sources[s].at;
        const PointWeights& heard = problem.receivers[problem.receivers.size() - problem.sources.size() + s];
        Source source;
        double loudest = 0, squares = 0;
        const std::vector<double>& weights =
            k73 && !heard.second_weights.empty() ? heard.second_weights : heard.weights;
        for (std::size_t i = 0; i < force.nodes.size(); ++i) {
            const double m =
                most / std::visit([&](const auto& kind) { return lightness(kind, force.nodes[i]); }, plan.problem);
            squares += m * force.weights[i] * force.weights[i];
            // The same at all nodes of a source, except for rounding.
            if (std::abs(weights[i]) <= loudest) continue;
            loudest = std::abs(weights[i]);
            source.per_change = m * force.weights[i] / weights[i];
        }
        source.norm = std::sqrt(squares);
        sources_.push_back(source);
    }
}

double SourceWork::force(std::size_t source, std::int64_t step) const {
    const std::vector<double>& signal = common_part(plan_.problem).sources[source].signal;
    return step >= 0 && step < static_cast<std::int64_t>(signal.size()) ? signal[static_cast<std::size_t>(step)] : 0;
}

void SourceWork::add(std::int64_t first_step, std::int64_t steps, std::span<const double> at_sources) {
    const std::size_t count = sources_.size();
    for (std::int64_t n = 0; n < steps; ++n) {
        const double* const now = at_sources.data() + static_cast<std::size_t>(n) * count;
        for (std::size_t s = 0; s < count; ++s) {
            work_ += force(s, first_step + n - 1) * sources_[s].per_change * (now[s] - before_[s]) / 2;
            before_[s] = before_[count + s];
            before_[count + s] = now[s];
        }
        most_ = std::max(most_, work_);
    }
}

double SourceWork::most(std::int64_t step) const {
    double last = 0;
    for (std::size_t s = 0; s < sources_.size(); ++s) last += std::abs(force(s, step - 1)) * sources_[s].norm;
    return std::pow(std::sqrt(most_) + last / std::sqrt(2.0), 2);
}

std::vector<StateArray> SourceWork::state() {
    return {state_value("work", work_), state_value("most_work", most_),
            state_array("at_sources", std::span<double>(before_))};
}

}  // namespace wavesim
