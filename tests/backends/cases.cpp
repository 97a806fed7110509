// SPDX-License-Identifier: MIT
#include "cases.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace wavesim::testing {

namespace {

double points_of(const Shell& shell, int dims) { return static_cast<double>(shell_points(shell, dims).size()); }

/// Ascending nodes, each taken with the given probability; solid nodes are left out.
std::vector<std::int64_t> random_nodes(const ScalarProblem& problem, double share, std::mt19937& random) {
    std::set<std::int64_t> solid;
    for (const SolidSpan& span : problem.walls.solids) {
        for (std::int64_t i = 0; i < span.count; ++i) solid.insert(span.node + i);
    }
    std::bernoulli_distribution take(share);
    std::vector<std::int64_t> nodes;
    for (std::int64_t i = 0; i < problem.extent.nodes(); ++i) {
        if (take(random) && !solid.contains(i)) nodes.push_back(i);
    }
    return nodes;
}

PointWeights random_point(const ScalarProblem& problem, std::mt19937& random) {
    PointWeights point;
    point.nodes = random_nodes(problem, 0.05, random);
    if (point.nodes.empty()) point.nodes = {problem.extent.nodes() / 2};
    for (std::size_t i = 0; i < point.nodes.size(); ++i) {
        point.weights.push_back(std::uniform_real_distribution(-0.2, 0.3)(random));
    }
    return point;
}

std::int64_t random_neighbour(const ScalarProblem& problem, std::int64_t of, bool anywhere, std::mt19937& random) {
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    const Extent& e = problem.extent;
    if (anywhere) return static_cast<std::int64_t>(unit(random) * static_cast<double>(e.nodes()));
    const Node node = node_at(e, of);
    const std::int64_t reach = radius(problem.stencil);
    const auto near = [&](std::int64_t at, std::int64_t n) {
        const auto moved = at - reach + static_cast<std::int64_t>(unit(random) * static_cast<double>(2 * reach + 1));
        return std::clamp<std::int64_t>(moved, 0, n - 1);
    };
    return e.index(near(node.x, e.nx), near(node.y, e.ny), near(node.z, e.nz));
}

}  // namespace

Stencil random_stencil(const std::vector<Shell>& shells, int dims, unsigned seed) {
    std::mt19937 random(seed);
    Stencil stencil;
    stencil.dims = dims;
    stencil.shells = shells;
    double sum = 0;
    for (const Shell& shell : shells) {
        stencil.a.push_back(std::uniform_real_distribution(0.2, 1.0)(random) / shell.norm2());
        sum += stencil.a.back() * points_of(shell, dims) * shell.norm2() / (2 * dims);
    }
    for (double& a : stencil.a) a /= sum;
    return stencil;
}

double safe_courant(const Stencil& stencil) {
    double sum = 0;
    for (std::size_t p = 0; p < stencil.shells.size(); ++p) {
        sum += std::abs(stencil.a[p]) * points_of(stencil.shells[p], stencil.dims);
    }
    return 0.9 * std::sqrt(2 / sum);
}

ScalarProblem bare_problem(const Extent& extent, const Stencil& stencil, Precision precision) {
    ScalarProblem problem;
    problem.extent = extent;
    problem.precision = precision;
    problem.stencil = stencil;
    problem.courant = safe_courant(stencil);
    problem.halo.fill(HaloRule::mirror_half);
    return problem;
}

void add_random_passes(ScalarProblem& problem, unsigned seed, bool anywhere) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    const Extent& e = problem.extent;
    WallPasses& walls = problem.walls;
    problem.courant *= 0.6;  // explicit walls on any node and any stencil need a reserve
    for (std::int64_t row = 0; row < e.ny * e.nz; ++row) {
        if (e.nx < 4 || unit(random) > 0.4) continue;
        const auto x = static_cast<std::int64_t>(unit(random) * static_cast<double>(e.nx - 2));
        walls.solids.push_back({row * e.nx + x, 2});
    }

    for (const std::int64_t node : random_nodes(problem, 0.1, random)) {
        std::array<Corrections::Term, 3> terms;
        for (Corrections::Term& term : terms) {
            term.offset = random_neighbour(problem, node, anywhere, random) - node;
            term.weight = 0.004 * (unit(random) - 0.5);
        }
        walls.corrections.add(node, terms);
    }

    const std::vector<WallLaw> laws{{2.0, 0.5, 1.0, 1.0}, {0.7, 0.55, 0.5, 0.5}, {20.0, 0.577, 1.0, 0.25}};
    walls.explicit_walls.law = laws;
    for (const std::int64_t node : random_nodes(problem, 0.2, random)) {
        const int faces = 1 + static_cast<int>(2 * unit(random));
        for (int f = 0; f < faces; ++f) {
            walls.explicit_walls.nodes.push_back(node);
            walls.explicit_walls.laws.push_back(static_cast<std::uint16_t>(3 * unit(random)));
        }
    }

    walls.branch_walls.law = laws;
    walls.branch_walls.law.push_back({1.5, 0.0, 1.0, 1.0});
    walls.branch_walls.nodes = random_nodes(problem, 0.2, random);
    for (std::size_t i = 0; i < walls.branch_walls.nodes.size(); ++i) {
        const int faces = 1 + static_cast<int>(2 * unit(random));
        const auto law = static_cast<std::uint16_t>(4 * unit(random));
        for (int f = 0; f < faces; ++f) walls.branch_walls.laws.push_back(law);
        walls.branch_walls.first.push_back(static_cast<std::int64_t>(walls.branch_walls.laws.size()));
    }

    for (int s = 0; s < 2; ++s) {
        Injection source{random_point(problem, random), {}};
        for (int n = 0; n < 40; ++n) source.signal.push_back(std::sin(0.3 * n + s));
        problem.sources.push_back(source);
    }
    for (int r = 0; r < 3; ++r) problem.receivers.push_back(random_point(problem, random));
}

void add_walls_on_all_sides(ScalarProblem& problem, bool explicit_form) {
    const Extent& e = problem.extent;
    problem.courant *= 0.6;  // explicit walls on any stencil need a reserve
    ExplicitWalls& faces = problem.walls.explicit_walls;
    BranchWalls& branches = problem.walls.branch_walls;
    for (int k = 0; k < 20; ++k) (explicit_form ? faces.law : branches.law).push_back({0.5 + 0.6 * k, 0.5, 1.0, 1.0});
    for (std::int64_t node = 0; node < e.nodes(); ++node) {
        const Node at = node_at(e, node);
        const int sides = (at.x == 0) + (at.x == e.nx - 1) + (at.z == 0) + (at.z == e.nz - 1) +
                          (e.ny > 1 ? (at.y == 0) + (at.y == e.ny - 1) : 0);
        for (int face = 0; face < sides; ++face) {
            const auto law = static_cast<std::uint16_t>((at.x + 3 * at.y + 5 * at.z + face) % 20);
            if (explicit_form) faces.nodes.push_back(node);
            (explicit_form ? faces.laws : branches.laws).push_back(law);
        }
        if (explicit_form || sides == 0) continue;
        branches.nodes.push_back(node);
        branches.first.push_back(static_cast<std::int64_t>(branches.laws.size()));
    }
}

void add_random_ports(ScalarProblem& problem, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    const Extent& e = problem.extent;
    problem.courant *= 0.6;  // ports anywhere need a reserve
    WallPorts& ports = problem.walls.ports;
    for (int r = 0; r < 5; ++r) {
        PortRow row{{{0, 0, 0}}, {0.1 + unit(random)}};
        for (std::int64_t corner = 1; corner < 8; ++corner)
            if (unit(random) < 0.4) {
                row.steps.push_back({corner & 1, corner >> 1 & 1, corner >> 2});
                row.weights.push_back(0.1 + unit(random));
            }
        double sum = 0;
        for (const double weight : row.weights) sum += weight;
        for (double& weight : row.weights) weight /= sum;
        ports.row.push_back(row);
    }
    for (int l = 0; l < 4; ++l) {
        PortLaw law{0.25 + 0.5 * unit(random), 1 + unit(random), {}};
        for (int m = 0; m <= l; ++m)
            law.branches.push_back({m == 1 ? 0.0 : unit(random), 0.3 + 3 * unit(random), m == 2 ? 0.0 : unit(random)});
        for (std::int64_t node = 0; node < e.nodes(); ++node) {
            const Node at = node_at(e, node);
            if (unit(random) > 0.1 || at.x + 1 >= e.nx || at.y + 1 >= e.ny || at.z + 1 >= e.nz) continue;
            ports.nodes.push_back(node);
            ports.rows.push_back(static_cast<std::uint16_t>(5 * unit(random)));
        }
        ports.law.push_back(std::move(law));
        ports.first.push_back(std::ssize(ports.nodes));
    }
}

void add_random_medium(ScalarProblem& problem, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> factor(0.05F, 1.0F);
    problem.speed.varies = true;
    for (std::int64_t i = 0; i < problem.extent.nodes(); ++i) problem.factors.of_node.push_back(factor(random));
    problem.factors.of_node.back() = 1;
}

void add_random_layers(ScalarProblem& problem, int half_order, bool averaged, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    problem.courant *= 0.6;  // random tables need a reserve
    AbsorbingLayers& layers = problem.layers;
    layers.half_order = half_order;
    layers.averaged = averaged;
    const std::vector<HaloRule> mirrors{HaloRule::mirror_half, HaloRule::mirror_whole, HaloRule::odd_half};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (axis == 1 && problem.stencil.dims == 2) continue;
        const std::int64_t n = problem.extent.along(static_cast<int>(axis));
        layers.decay[axis].resize(static_cast<std::size_t>(n), 1.0);
        layers.gain[axis].resize(static_cast<std::size_t>(n), 0.0);
        for (const std::size_t high : {0U, 1U}) {
            const std::size_t side = 2 * axis + high;
            const auto most = static_cast<double>((n - half_order) / 2);
            const auto width = unit(random) < 0.25 ? 0 : static_cast<std::int64_t>(unit(random) * (most + 1));
            layers.width[side] = width;
            problem.halo[side] = width > 0 ? HaloRule::zero : mirrors[static_cast<std::size_t>(3 * unit(random))];
            for (std::int64_t i = 0; i < width; ++i) {
                const auto node = static_cast<std::size_t>(high == 1 ? n - 1 - i : i);
                layers.decay[axis][node] = 0.5 + 0.45 * unit(random);
                layers.gain[axis][node] = -0.2 * unit(random);
            }
        }
        if (layers.along(static_cast<int>(axis))) continue;
        layers.decay[axis].clear();
        layers.gain[axis].clear();
    }
}

std::vector<double> random_field(const ScalarProblem& problem, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> value(-1.0, 1.0);
    std::vector<double> field(static_cast<std::size_t>(problem.extent.nodes()));
    for (double& v : field) v = static_cast<double>(static_cast<float>(value(random)));
    for (const SolidSpan& span : problem.walls.solids) {
        for (std::int64_t i = 0; i < span.count; ++i) field[static_cast<std::size_t>(span.node + i)] = 0;
    }
    return field;
}

std::vector<NamedStencil> contract_stencils() {
    const auto explicit_stencil = [](std::vector<Shell> shells, std::vector<double> a, int dims) {
        Stencil s;
        s.shells = std::move(shells);
        s.a = std::move(a);
        s.dims = dims;
        return s;
    };
    const Shell s100{1, 0, 0};
    const Shell s110{1, 1, 0};
    const Shell s111{1, 1, 1};
    return {
        {"points7", explicit_stencil({s100}, {1}, 3)},
        {"points13", explicit_stencil({s100, {2, 0, 0}}, {4.0 / 3, -1.0 / 12}, 3)},
        {"points19", random_stencil({s100, s110}, 3, 1)},
        {"points27", random_stencil({s100, s110, s111}, 3, 2)},
        {"diagonals", random_stencil({s110, {3, 1, 0}}, 3, 3)},
        {"leggy5", random_stencil({s100, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}, {5, 0, 0}}, 3, 4)},
        {"leggy20", random_stencil({s100, {20, 0, 0}}, 3, 5)},
        {"points57", random_stencil({s100, s110, s111, {2, 0, 0}, {2, 1, 0}}, 3, 6)},
        {"points33", random_stencil({s100, s110, s111, {2, 0, 0}}, 3, 10)},
        {"points125", random_stencil(box_shells({2, 2, 2}), 3, 11)},
        {"ball6", random_stencil({s100, {3, 2, 1}, {6, 2, 0}}, 3, 12)},
        {"ball4", random_stencil({s100, s110, {2, 1, 1}, {3, 2, 1}, {4, 0, 0}, {4, 2, 1}}, 3, 7)},
        {"flat5", explicit_stencil({s100}, {1}, 2)},
        {"flat9", random_stencil({s100, s110}, 2, 8)},
        {"flat_wide", random_stencil({s100, s110, {3, 1, 0}, {4, 4, 0}}, 2, 9)},
        {"leggy9", random_stencil({s100, {2, 0, 0}, {7, 0, 0}, {9, 0, 0}}, 3, 13)},
    };
}

}  // namespace wavesim::testing
