// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/problem/memory_state.hpp"
#include "stencils/registry/backend_registry.hpp"
#include "stencils/scheme/shell.hpp"
#include "stencils/scheme/weights.hpp"
#include "stencils/tti/operator_weights.hpp"

namespace wavesim::test {

using Field = std::vector<double>;
using TwoFields = std::array<Field, 2>;

/// A problem without parameters, at a share of the Courant limit for `most_epsilon`.
inline TtiProblem bare_tti_problem(Extent extent, TtiForm form, double most_epsilon, double fraction = 0.99) {
    TtiProblem problem;
    problem.extent = extent;
    problem.precision = Precision::float64;
    problem.stencil.name = "leggy-4";
    problem.stencil.dims = extent.ny == 1 ? 2 : 3;
    problem.stencil.shells = leggy_shells(4);
    problem.stencil.a = leggy_weights(4);
    problem.courant = fraction * tti_courant_limit(problem.stencil.dims, most_epsilon);
    problem.halo.fill(HaloRule::zero);
    problem.kind().form = form;
    return problem;
}

struct Tilt {
    double theta = 0;
    double phi = 0;
    std::array<double, 3> axis() const {
        return {std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)};
    }
};

inline TtiProblem uniform_tti(Extent extent, TtiForm form, double epsilon, double delta, Tilt tilt,
                              double fraction = 0.99) {
    TtiProblem problem = bare_tti_problem(extent, form, epsilon, fraction);
    const auto nodes = static_cast<std::size_t>(extent.nodes());
    problem.tti.epsilon.assign(nodes, static_cast<float>(epsilon));
    problem.tti.delta.assign(nodes, static_cast<float>(delta));
    for (std::size_t d = 0; d < 3; ++d) problem.tti.axis[d].assign(nodes, static_cast<float>(tilt.axis()[d]));
    return problem;
}

/// Every node with a speed and an axis of its own and epsilon > delta; in the self-adjoint form with what layers make
/// of the speed, too.
inline TtiProblem random_tti(Extent extent, TtiForm form, unsigned seed, double fraction = 0.99) {
    TtiProblem problem = bare_tti_problem(extent, form, 0.3, fraction);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> share(0, 1);
    problem.speed.varies = true;
    for (std::int64_t i = 0; i < extent.nodes(); ++i) {
        problem.factors.of_node.push_back(static_cast<float>(0.3 + 0.7 * share(random)));
        const double delta = -0.1 + 0.25 * share(random);
        problem.tti.delta.push_back(static_cast<float>(delta));
        problem.tti.epsilon.push_back(static_cast<float>(delta + 0.03 + 0.12 * share(random)));
        const Tilt tilt{6.3 * share(random), extent.ny == 1 ? 0 : 6.3 * share(random)};
        for (std::size_t d = 0; d < 3; ++d) problem.tti.axis[d].push_back(static_cast<float>(tilt.axis()[d]));
    }
    if (form == TtiForm::k73) return problem;
    for (std::int64_t i = 0; i < extent.nodes(); ++i)
        problem.tti.layer_speed.push_back(static_cast<float>(0.8 + 0.2 * share(random)));
    return problem;
}

/// What the square of the speed of a node is, relative to the fastest.
inline double speed_factor(const TtiProblem& problem, std::size_t i) {
    const double medium = problem.speed.varies ? static_cast<double>(problem.factors.of_node[i]) : 1;
    return problem.tti.layer_speed.empty() ? medium : medium * static_cast<double>(problem.tti.layer_speed[i]);
}

/// Any share of the tilt is left in layers of these widths, which turn to any axis; the axes stay as they are.
inline void taper_at_random(TtiProblem& problem, unsigned seed, const std::array<std::int64_t, 6>& width) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> share(0, 1);
    for (std::size_t d = 0; d < 3; ++d) {
        const std::int64_t n = problem.extent.along(static_cast<int>(d));
        for (std::int64_t i = 0; i < n; ++i)
            problem.tti.kept[d].push_back(i < width[2 * d] || i >= n - width[2 * d + 1] ? share(random) : 1);
    }
    problem.tti.layer_axis = problem.extent.ny == 1 ? 2 * (seed % 2) : seed % 3;
}

/// Layers of different widths on all sides, or of those given, with tables of their own in every node of them.
inline void add_random_layers(TtiProblem& problem, unsigned seed,
                              const std::array<std::int64_t, 6>& width = {5, 9, 4, 6, 7, 3}) {
    AbsorbingLayers& layers = problem.layers;
    layers.width = width;
    if (problem.extent.ny == 1) layers.width[2] = layers.width[3] = 0;
    layers.half_order = 4;
    if (problem.kind().form == TtiForm::self_adjoint) taper_at_random(problem, seed + 1, layers.width);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> share(0, 1);
    for (int d = 0; d < 3; ++d) {
        if (!layers.along(d)) continue;
        const std::int64_t n = problem.extent.along(d);
        const auto axis = static_cast<std::size_t>(d);
        for (std::int64_t i = 0; i < n; ++i) {
            const bool inside = i < layers.of(d, false) || i >= n - layers.of(d, true);
            layers.decay[axis].push_back(inside ? 0.5 + 0.45 * share(random) : 0.9);
            layers.gain[axis].push_back(inside ? (layers.decay[axis].back() - 1) * share(random) : 0);
        }
    }
}

inline Field random_field(const Extent& extent, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> value(-1, 1);
    Field field(static_cast<std::size_t>(extent.nodes()));
    for (double& u : field) u = value(random);
    return field;
}

/// A backend with access to both fields of a level.
class TtiRun {
  public:
    explicit TtiRun(const TtiProblem& problem, int threads = 1, const std::string& isa = {})
        : TtiRun(problem, "cpu", {threads, isa}) {}
    TtiRun(const TtiProblem& problem, const std::string& backend, const BackendOptions& options)
        : problem_(problem), backend_(find_backend(backend)->open(problem, options)) {}

    StencilBackend& backend() { return *backend_; }
    void advance(std::int64_t steps) { backend_->advance(steps); }

    TwoFields read(FieldLevel level) {
        TwoFields fields;
        for (std::size_t f = 0; f < 2; ++f)
            access(level, f, [&](auto& value, std::size_t) { fields[f].push_back(static_cast<double>(value)); });
        return fields;
    }
    void write(FieldLevel level, const TwoFields& fields) {
        for (std::size_t f = 0; f < 2; ++f)
            backend_->load(access(level, f, [&](auto& value, std::size_t i) {
                value = static_cast<std::remove_reference_t<decltype(value)>>(fields[f][i]);
            }));
    }

  private:
    /// The state, after act(value, index) on every node of a field.
    template <class Act>
    MemoryState& access(FieldLevel level, std::size_t f, const Act& act) {
        const bool even = (backend_->step() % 2 == 0) == (level == FieldLevel::current);
        const std::string name = std::string(f == 0 ? "pressure" : "second") + (even ? "_even" : "_odd");
        state_ = {};
        backend_->save(state_);
        const auto act_on_all = [&act](auto values) {
            for (std::size_t i = 0; i < values.size(); ++i) act(values[i], i);
        };
        if (problem_.precision == Precision::float64)
            act_on_all(state_.values<double>(name));
        else
            act_on_all(state_.values<float>(name));
        return state_;
    }

    TtiProblem problem_;
    std::unique_ptr<StencilBackend> backend_;
    MemoryState state_;
};

/// psi and xi of absorbing layers, by field and axis, at every node.
struct TtiLayerMemory {
    explicit TtiLayerMemory(const TtiProblem& problem) {
        for (auto* kind : {&psi, &xi})
            for (auto& field : *kind) field.fill(Field(static_cast<std::size_t>(problem.extent.nodes())));
    }
    std::array<std::array<Field, 3>, 2> psi;
    std::array<std::array<Field, 3>, 2> xi;
};

/// The operators written out node by node, from the formulas and not from the backend; slow.
class TtiOperators {
  public:
    explicit TtiOperators(const TtiProblem& problem) : problem_(problem) {}

    /// H w and L w - H w of the 73-point form.
    Field k73_along(const Field& w) const {
        Field sum(w.size());
        for (int d = 0; d < 3; ++d) {
            add(sum, times(times(second(w, d), n(d)), n(d)));
            for (int e = 0; e < d; ++e) {
                const Field mixed = odd(odd(w, d, tti::mixed_difference, 2), e, tti::mixed_difference, 2);
                add(sum, times(times(mixed, n(d)), n(e)), 2);
            }
        }
        return sum;
    }
    Field k73_across(const Field& w) const {
        Field sum(w.size());
        for (int d = 0; d < 3; ++d) add(sum, second(w, d));
        add(sum, k73_along(w), -1);
        return sum;
    }
    /// G_1 w (f = 0) and G_3 w (f = 1) of the self-adjoint form; with layers, of which it advances the memory.
    Field stiffness(const Field& w, int f, TtiLayerMemory* layers = nullptr) const {
        std::array<Field, 3> g;
        Field q(w.size());
        for (int d = 0; d < 3; ++d) {
            g[at(d)] = odd(w, d, tti::first_difference, 4);
            if (layers != nullptr) absorb(layers->psi[at(f)][at(d)], g[at(d)], d);
            add(q, times(g[at(d)], n(d)));
        }
        Field sum(w.size());
        const bool merged = !problem_.layers.any();  // R = D D - S with one weight, its first part in the fluxes
        for (int d = 0; d < 3; ++d) {
            Field flux = times(q, n(d));
            if (f == 0) {
                Field rest = g[at(d)];
                add(rest, flux, -1);
                flux = rest;
            }
            const Field weight = hourglass_weight(f, d);
            if (merged) add(flux, times(times(g[at(d)], weight), weight), -1);
            Field flow = odd(flux, d, tti::first_difference, 4);
            if (layers != nullptr) absorb(layers->xi[at(f)][at(d)], flow, d);
            add(sum, flow, -1);
            const Field rest = merged ? second(times(w, weight), d) : wide(times(w, weight), d);
            add(sum, times(rest, weight), merged ? -1 : 1);
        }
        return sum;
    }

    /// u+ from u and u-.
    TwoFields step(const TwoFields& now, const TwoFields& before, TtiLayerMemory* layers = nullptr) const {
        const bool k73 = problem_.kind().form == TtiForm::k73;
        const Field first = k73 ? k73_across(now[0]) : stiffness(now[0], 0, layers);
        const Field second = k73 ? k73_along(now[1]) : stiffness(now[1], 1, layers);
        TwoFields next = now;
        const double courant2 = problem_.courant * problem_.courant;
        for (std::size_t i = 0; i < first.size(); ++i) {
            const double h = 1 + 2 * static_cast<double>(problem_.tti.epsilon[i]);
            const double v = 1 + 2 * static_cast<double>(problem_.tti.delta[i]);
            const double r = std::sqrt(v);
            const std::array<double, 2> change =
                k73 ? std::array<double, 2>{h * first[i] + second[i], v * first[i] + second[i]}
                    : std::array<double, 2>{-h * first[i] - r * second[i], -r * first[i] - second[i]};
            for (std::size_t f = 0; f < 2; ++f)
                next[f][i] = 2 * now[f][i] - before[f][i] + courant2 * speed_factor(problem_, i) * change[f];
        }
        return next;
    }

  private:
    static std::size_t at(int d) { return static_cast<std::size_t>(d); }
    Field n(int d) const { return {problem_.tti.axis[at(d)].begin(), problem_.tti.axis[at(d)].end()}; }
    /// How much of the tilt is left at a node.
    double kept(std::size_t i) const {
        const Node node = node_at(problem_.extent, static_cast<std::int64_t>(i));
        const std::array<std::int64_t, 3> place{node.x, node.y, node.z};
        double all = 1;
        for (int d = 0; d < 3; ++d)
            if (const auto& along = problem_.tti.kept[at(d)]; !along.empty())
                all *= along[static_cast<std::size_t>(place[at(d)])];
        return all;
    }
    /// Mean of n_d^2 outside layers, weighted by what makes the medium anisotropic.
    double mean_square(int d) const {
        const TiltedMedium& tti = problem_.tti;
        double sum = 0;
        double weights = 0;
        for (std::size_t i = 0; i < tti.epsilon.size(); ++i) {
            if (kept(i) < 1) continue;
            const double weight =
                std::abs(static_cast<double>(tti.epsilon[i])) + std::abs(static_cast<double>(tti.delta[i]));
            weights += weight;
            sum += weight * std::pow(static_cast<double>(tti.axis[at(d)][i]), 2);
        }
        return weights > 0 ? sum / weights : d == 2 ? 1 : 0;
    }
    /// Of R along d, of every node: of the axis to which layers turn where no tilt is left.
    Field hourglass_weight(int f, int d) const {
        const double mean = mean_square(d);
        const double inner = std::sqrt(f == 1 ? mean : std::max(0.0, 1 - mean));
        const double outer = (at(d) == problem_.tti.layer_axis) == (f == 1) ? 1 : 0;
        Field weight(problem_.tti.epsilon.size());
        for (std::size_t i = 0; i < weight.size(); ++i) {
            const double share = std::pow(kept(i), 2);
            weight[i] = share * inner + (1 - share) * outer;
        }
        return weight;
    }
    static Field times(Field a, const Field& b) {
        for (std::size_t i = 0; i < a.size(); ++i) a[i] *= b[i];
        return a;
    }
    static void add(Field& a, const Field& b, double factor = 1) {
        for (std::size_t i = 0; i < a.size(); ++i) a[i] += factor * b[i];
    }
    double value(const Field& w, Node node, int d, int offset) const {
        (d == 0 ? node.x : d == 1 ? node.y : node.z) += offset;
        const Extent& e = problem_.extent;
        return e.contains(node.x, node.y, node.z) ? w[static_cast<std::size_t>(e.index(node.x, node.y, node.z))] : 0;
    }
    /// memory := b memory + a slope; slope += memory.
    void absorb(Field& memory, Field& slope, int d) const {
        const AbsorbingLayers& layers = problem_.layers;
        if (!layers.along(d)) return;
        for (std::int64_t i = 0; i < problem_.extent.nodes(); ++i) {
            const Node node = node_at(problem_.extent, i);
            const auto k = static_cast<std::size_t>(d == 0 ? node.x : d == 1 ? node.y : node.z);
            double& kept = memory[static_cast<std::size_t>(i)];
            kept = layers.decay[at(d)][k] * kept + layers.gain[at(d)][k] * slope[static_cast<std::size_t>(i)];
            slope[static_cast<std::size_t>(i)] += kept;
        }
    }
    bool lacks(int d) const { return d == 1 && problem_.stencil.dims == 2; }
    /// First difference; what is outside the grid counts as 0.
    Field odd(const Field& w, int d, const double* weights, int count) const {
        return each(w, d, [&](const Node& node) {
            double sum = 0;
            for (int k = 1; k <= count; ++k) sum += weights[k - 1] * (value(w, node, d, k) - value(w, node, d, -k));
            return sum;
        });
    }
    Field even(const Field& w, int d, const double* weights, int count) const {
        return each(w, d, [&](const Node& node) {
            double sum = 0;
            for (int k = 1; k <= count; ++k)
                sum += weights[k - 1] * (value(w, node, d, k) + value(w, node, d, -k) - 2 * value(w, node, d, 0));
            return sum;
        });
    }
    Field second(const Field& w, int d) const { return even(w, d, tti::second_difference, 4); }
    Field wide(const Field& w, int d) const { return even(w, d, tti::hourglass.at, 8); }
    template <class Value>
    Field each(const Field& w, int d, const Value& value_at) const {
        Field out(w.size());
        if (lacks(d)) return out;
        for (std::int64_t i = 0; i < problem_.extent.nodes(); ++i)
            out[static_cast<std::size_t>(i)] = value_at(node_at(problem_.extent, i));
        return out;
    }

    TtiProblem problem_;
};

}  // namespace wavesim::test
