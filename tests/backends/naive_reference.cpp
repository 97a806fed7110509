// SPDX-License-Identifier: MIT
#include "naive_reference.hpp"

namespace wavesim::testing {

namespace {

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace

NaiveReference::NaiveReference(ScalarProblem problem)
    : problem_(std::move(problem)),
      previous_(at(problem_.extent.nodes())),
      current_(at(problem_.extent.nodes())),
      theta_(problem_.walls.explicit_walls.nodes.size()),
      velocity_(problem_.walls.branch_walls.laws.size()) {
    for (std::size_t p = 0; p < problem_.stencil.shells.size(); ++p) {
        points_.push_back(shell_points(problem_.stencil.shells[p], problem_.stencil.dims));
        const double weight = problem_.courant * problem_.courant * problem_.stencil.a[p];
        weights_.push_back(problem_.precision == Precision::float32 ? static_cast<float>(weight) : weight);
    }
    AbsorbingLayers& layers = problem_.layers;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!layers.along(static_cast<int>(axis))) continue;
        psi_[axis].resize(current_.size());
        zeta_[axis].resize(current_.size());
        if (problem_.precision == Precision::float64) continue;
        for (double& b : layers.decay[axis]) b = static_cast<float>(b);
        for (double& a : layers.gain[axis]) a = static_cast<float>(a);
    }
    const auto& rules = problem_.halo;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t n = problem_.extent.along(static_cast<int>(axis));
        for (std::int64_t t = -reach_; t < n + reach_; ++t) {
            images_[axis].push_back(test::image_of(t, n, rules[2 * axis], rules[2 * axis + 1]));
        }
    }
}

double NaiveReference::value_at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const test::Image& ix = images_[0][at(x + reach_)];
    const test::Image& iy = images_[1][at(y + reach_)];
    const test::Image& iz = images_[2][at(z + reach_)];
    return ix.sign * iy.sign * iz.sign * current_[at(problem_.extent.index(ix.node, iy.node, iz.node))];
}

double NaiveReference::change(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const double centre = current_[at(problem_.extent.index(x, y, z))];
    double sum = 0;
    for (std::size_t p = 0; p < points_.size(); ++p) {
        double shell = 0;
        for (const Offset& o : points_[p]) shell += value_at(x + o.x, y + o.y, z + o.z) - centre;
        sum += weights_[p] * shell;
    }
    return sum;
}

double NaiveReference::factor(std::size_t node) const {
    return problem_.speed.varies ? problem_.factors.of_node[node] : 1.0;
}

double NaiveReference::layer_value(int axis, Node n) const {
    if (!problem_.layers.averaged) return value_at(n.x, n.y, n.z);
    const auto range = [&](int other) { return other == axis || (other == 1 && problem_.stencil.dims == 2) ? 0 : 1; };
    const auto weight = [&](int other, std::int64_t d) { return range(other) == 0 ? 1.0 : d == 0 ? 0.5 : 0.25; };
    double sum = 0;
    for (std::int64_t z = -range(2); z <= range(2); ++z)
        for (std::int64_t y = -range(1); y <= range(1); ++y)
            for (std::int64_t x = -range(0); x <= range(0); ++x)
                sum += weight(0, x) * weight(1, y) * weight(2, z) * value_at(n.x + x, n.y + y, n.z + z);
    return sum;
}

void NaiveReference::step_layers(std::vector<double>& next) {
    const AbsorbingLayers& layers = problem_.layers;
    const Extent& e = problem_.extent;
    const std::vector<double> first = test::first_difference(layers.half_order);
    const std::vector<double> second = test::second_difference(layers.half_order);
    for (int axis = 0; axis < 3; ++axis) {
        const auto d = at(axis);
        if (psi_[d].empty()) continue;
        const auto moved = [&](Node n, std::int64_t by) {
            (axis == 0 ? n.x : axis == 1 ? n.y : n.z) += by;
            return n;
        };
        const auto along = [&](const Node& n) { return at(axis == 0 ? n.x : axis == 1 ? n.y : n.z); };
        const auto psi_at = [&](const Node& n) {
            return e.contains(n.x, n.y, n.z) ? psi_[d][at(e.index(n.x, n.y, n.z))] : 0.0;
        };
        for (std::int64_t i = 0; i < e.nodes(); ++i) {
            const Node n = node_at(e, i);
            double slope = 0;
            for (std::size_t m = 1; m <= first.size(); ++m) {
                const auto by = static_cast<std::int64_t>(m);
                slope += first[m - 1] * (layer_value(axis, moved(n, by)) - layer_value(axis, moved(n, -by)));
            }
            psi_[d][at(i)] = layers.decay[d][along(n)] * psi_[d][at(i)] + layers.gain[d][along(n)] * slope;
        }
        for (std::int64_t i = 0; i < e.nodes(); ++i) {
            const Node n = node_at(e, i);
            double bend = 0;
            double slope = 0;
            for (std::size_t m = 1; m <= first.size(); ++m) {
                const auto by = static_cast<std::int64_t>(m);
                bend += second[m - 1] *
                        (layer_value(axis, moved(n, by)) + layer_value(axis, moved(n, -by)) - 2 * layer_value(axis, n));
                slope += first[m - 1] * (psi_at(moved(n, by)) - psi_at(moved(n, -by)));
            }
            double& zeta = zeta_[d][at(i)];
            zeta = layers.decay[d][along(n)] * zeta + layers.gain[d][along(n)] * (bend + slope);
            next[at(i)] += problem_.courant * problem_.courant * factor(at(i)) * (slope + zeta);
        }
    }
}

void NaiveReference::step_ports(std::vector<double>& next) {
    const WallPorts& ports = problem_.walls.ports;
    const double t = problem_.courant;
    port_theta_.resize(ports.nodes.size());
    port_y_.resize(ports.nodes.size());
    for (std::size_t l = 0; l < ports.law.size(); ++l)
        for (std::size_t port = at(ports.first[l]); port < at(ports.first[l + 1]); ++port) {
            const PortLaw& law = ports.law[l];
            const PortRow& row = ports.row[ports.rows[port]];
            std::vector<double>&theta = port_theta_[port], &y = port_y_[port];
            theta.resize(law.branches.size());
            y.resize(law.branches.size());
            const auto node = [&](std::size_t i) {
                return at(ports.nodes[port] + problem_.extent.index(row.steps[i].x, row.steps[i].y, row.steps[i].z));
            };
            const auto beta = [&](const PortBranch& b) {
                return 1 / (b.mass + b.resistance * t / 2 + b.stiffness * t * t / 4);
            };
            const auto h = [&](std::size_t m) {
                const PortBranch& b = law.branches[m];
                return b.resistance * theta[m] + b.stiffness * (y[m] + t * theta[m] / 2);
            };
            double p = 0, betas = 0, held = 0;
            for (std::size_t i = 0; i < row.steps.size(); ++i) p += row.weights[i] * current_[node(i)];
            for (std::size_t m = 0; m < theta.size(); ++m) {
                betas += beta(law.branches[m]);
                held += beta(law.branches[m]) * h(m);
            }
            const double wall = (p + law.air_mass * held) / (1 + law.air_mass * betas);
            double flux = 0;
            for (std::size_t m = 0; m < theta.size(); ++m) {
                const double own = beta(law.branches[m]) * (wall - h(m));
                y[m] += t * theta[m] + t * t * own / 2;
                theta[m] += t * own;
                flux += own;
            }
            for (std::size_t i = 0; i < row.steps.size(); ++i)
                next[node(i)] -=
                    t * t * law.area * row.weights[i] / ports.mass_of(static_cast<std::int64_t>(node(i))) * flux;
        }
}

void NaiveReference::step() {
    const Extent& e = problem_.extent;
    const double courant = problem_.courant;
    const double courant2 = courant * courant;
    for (const PointWeights& receiver : problem_.receivers) {
        double sum = 0;
        for (std::size_t i = 0; i < receiver.nodes.size(); ++i) {
            sum += receiver.weights[i] * current_[at(receiver.nodes[i])];
        }
        traces_.push_back(sum);
    }

    std::vector<double> next(current_.size());
    for (std::int64_t i = 0; i < e.nodes(); ++i) {
        const Node n = node_at(e, i);
        next[at(i)] = 2 * current_[at(i)] - previous_[at(i)] + factor(at(i)) * change(n.x, n.y, n.z);
    }
    step_layers(next);
    const Corrections& corrections = problem_.walls.corrections;
    for (std::size_t i = 0; i < corrections.size(); ++i)
        corrections.for_each_term(i, [&](std::int64_t neighbour, double weight) {
            next[at(corrections.node(i))] += weight * current_[at(neighbour)];
        });
    for (const Injection& source : problem_.sources) {
        if (step_ >= static_cast<std::int64_t>(source.signal.size())) continue;
        for (std::size_t i = 0; i < source.at.nodes.size(); ++i) {
            next[at(source.at.nodes[i])] += source.at.weights[i] * source.signal[at(step_)];
        }
    }
    const ExplicitWalls& walls = problem_.walls.explicit_walls;
    for (std::size_t f = 0; f < walls.nodes.size(); ++f) {
        const WallLaw& law = walls.law[walls.laws[f]];
        const double flux =
            (current_[at(walls.nodes[f])] - law.resistance * theta_[f]) / (law.air_mass + law.resistance * courant / 2);
        theta_[f] += courant * flux;
        next[at(walls.nodes[f])] -= courant2 * law.area * flux;
    }
    step_ports(next);
    const BranchWalls& branches = problem_.walls.branch_walls;
    for (std::size_t i = 0; i < branches.nodes.size(); ++i) {
        const std::size_t node = at(branches.nodes[i]);
        double b = 0;
        double h = 0;
        double mass = 1;
        for (std::int64_t f = branches.first[i]; f < branches.first[i + 1]; ++f) {
            const WallLaw& law = branches.law[branches.laws[at(f)]];
            const double beta = 1 / (2 * law.air_mass / courant + law.resistance);
            b += law.area * beta;
            h += law.area * beta * (2 * law.air_mass / courant) * velocity_[at(f)];
            mass = law.mass;
        }
        const double after =
            (mass * next[node] + courant * b / 2 * previous_[node] - courant2 * h) / (mass + courant * b / 2);
        for (std::int64_t f = branches.first[i]; f < branches.first[i + 1]; ++f) {
            const WallLaw& law = branches.law[branches.laws[at(f)]];
            const double beta = 1 / (2 * law.air_mass / courant + law.resistance);
            const double mean =
                beta * (2 * law.air_mass / courant * velocity_[at(f)] + (after - previous_[node]) / (2 * courant));
            velocity_[at(f)] = 2 * mean - velocity_[at(f)];
        }
        next[node] = after;
    }
    for (const SolidSpan& span : problem_.walls.solids) {
        for (std::int64_t i = 0; i < span.count; ++i) next[at(span.node + i)] = 0;
    }
    previous_.swap(current_);
    current_.swap(next);
    ++step_;
}

}  // namespace wavesim::testing
