// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cmath>
#include <cstdint>

#include "stencils/problem/problem.hpp"

namespace wavesim::tti {

/// Parameters of one node for the operators.
template <class T>
struct NodeParameters {
    T factor;               ///< courant^2 (c_i / c)^2, in layers times layer_speed
    T horizontal;           ///< 1 + 2 epsilon
    T vertical;             ///< k73: 1 + 2 delta; self-adjoint: its square root
    std::array<T, 3> axis;  ///< n_d
};

/// The square root of 1 + 2 delta, rounded such that its square is at most `horizontal`. If delta = epsilon, a root
/// rounded up would make the second wave grow.
template <class T>
T root_within(double vertical, T horizontal) {
    T root = static_cast<T>(std::sqrt(vertical));
    while (std::fma(root, root, -horizontal) > 0) root = std::nextafter(root, T(0));
    return root;
}

template <class T>
NodeParameters<T> node_parameters(const TtiProblem& problem, std::int64_t node) {
    const auto i = static_cast<std::size_t>(node);
    const TiltedMedium& tti = problem.tti;
    const double vertical = 1 + 2 * static_cast<double>(tti.delta[i]);
    double share = problem.speed.varies ? static_cast<double>(problem.factors.of_node[i]) : 1;
    if (!tti.layer_speed.empty()) share *= static_cast<double>(tti.layer_speed[i]);
    NodeParameters<T> p{};
    p.factor = static_cast<T>(problem.courant * problem.courant * share);
    p.horizontal = static_cast<T>(1 + 2 * static_cast<double>(tti.epsilon[i]));
    p.vertical = tti_form(problem) == TtiForm::k73 ? static_cast<T>(vertical) : root_within(vertical, p.horizontal);
    for (std::size_t d = 0; d < 3; ++d) p.axis[d] = static_cast<T>(tti.axis[d][i]);
    return p;
}

/// What a source adds to the second field at a node if it adds 1 to the first field. k73: the source acts on p alone,
/// which is part of s = p + q. Self-adjoint form: sqrt(1 + 2 delta) / (1 + 2 epsilon), for which source and receiver of
/// the pressure are reciprocal. In elliptical media sigma_V = p / sqrt(1 + 2 epsilon).
template <class T>
T second_field_share(const TtiProblem& problem, std::int64_t node) {
    if (tti_form(problem) == TtiForm::k73) return T(1);
    const auto i = static_cast<std::size_t>(node);
    const NodeParameters<T> p = node_parameters<T>(problem, node);
    const bool elliptical = problem.tti.epsilon[i] == problem.tti.delta[i];
    return elliptical ? 1 / std::sqrt(p.horizontal) : p.vertical / p.horizontal;
}

/// The value that a source of weight 1 adds to the second field at the i-th of its nodes.
template <class T>
double second_weight(const TtiProblem& problem, const PointWeights& source, std::size_t i) {
    if (!source.second_weights.empty()) return source.second_weights[i];
    return source.weights[i] * static_cast<double>(second_field_share<T>(problem, source.nodes[i]));
}

}  // namespace wavesim::tti
