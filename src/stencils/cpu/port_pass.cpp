// SPDX-License-Identifier: MIT
#include "stencils/cpu/port_pass.hpp"

#include <algorithm>
#include <stdexcept>

#include "stencils/problem/wall_coefficients.hpp"

namespace wavesim::cpu {

namespace {

std::size_t nth(std::int64_t i) { return static_cast<std::size_t>(i); }

std::int64_t step_index(const Extent& extent, const Node& step) { return extent.index(step.x, step.y, step.z); }

/// All nodes on which ports act, ascending.
std::vector<std::int64_t> pushed_nodes(const WallPorts& ports, const Extent& extent) {
    std::vector<std::int64_t> nodes;
    for (std::size_t p = 0; p < ports.nodes.size(); ++p)
        for (const Node& step : ports.row[ports.rows[p]].steps)
            nodes.push_back(ports.nodes[p] + step_index(extent, step));
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

std::int64_t read_nodes(const WallPorts& ports) {
    std::int64_t sum = 0;
    for (const std::uint16_t row : ports.rows) sum += std::ssize(ports.row[row].steps);
    return sum;
}

}  // namespace

template <class T>
PortPass<T>::PortPass(const WallPorts& ports, const FieldLayout& layout, double courant)
    : courant_(static_cast<T>(courant)) {
    if (ports.empty()) return;
    if (ports.nodes.size() > UINT32_MAX) throw std::invalid_argument("a room may have at most 2^32 - 1 wall ports");
    read_ports(ports, layout, courant);
    list_pushes(ports, layout, courant);
}

template <class T>
void PortPass<T>::read_ports(const WallPorts& ports, const FieldLayout& layout, double courant) {
    row_of_ = ports.rows;
    positions_.resize(ports.nodes.size());
    std::ranges::transform(ports.nodes, positions_.begin(), [&](std::int64_t node) { return layout.of(node); });
    for (const PortRow& row : ports.row) {
        const auto from = static_cast<std::int32_t>(steps_.size());
        for (const Node& step : row.steps)
            steps_.push_back(step.x + step.y * layout.row_pitch + step.z * layout.plane_pitch);
        for (const double weight : row.weights) weights_.push_back(static_cast<T>(weight));
        rows_.push_back({from, static_cast<std::int32_t>(steps_.size())});
    }
    std::int64_t theta = 0;
    std::int64_t y = 0;
    for (std::size_t l = 0; l < ports.law.size(); ++l) {
        const PortLaw& from = ports.law[l];
        const std::int64_t count = ports.first[l + 1] - ports.first[l];
        Law law{static_cast<T>(from.air_mass),
                static_cast<T>(port_share(from, courant)),
                ports.first[l],
                ports.first[l + 1],
                {}};
        for (const PortBranch& branch : from.branches) {
            const PortBranchCoefficients c = port_branch_coefficients(branch, courant);
            const bool spring = branch.stiffness > 0;
            law.branches.push_back({static_cast<T>(c.state_weight), static_cast<T>(c.stiffness),
                                    static_cast<T>(c.conductance), theta, spring ? y : -1});
            theta += count;
            if (spring) y += count;
        }
        laws_.push_back(std::move(law));
    }
    theta_.resize(nth(theta));
    y_.resize(nth(y));
    flux_.resize(ports.nodes.size());
}

template <class T>
void PortPass<T>::list_pushes(const WallPorts& ports, const FieldLayout& layout, double courant) {
    const Extent& extent = layout.extent;
    const std::vector<std::int64_t> nodes = pushed_nodes(ports, extent);
    const auto for_each = [&](const auto& act) {
        for (std::size_t l = 0; l < ports.law.size(); ++l)
            for (std::int64_t p = ports.first[l]; p < ports.first[l + 1]; ++p) {
                const PortRow& row = ports.row[row_of_[nth(p)]];
                for (std::size_t i = 0; i < row.steps.size(); ++i) {
                    const std::int64_t node = ports.nodes[nth(p)] + step_index(extent, row.steps[i]);
                    const auto found = std::ranges::lower_bound(nodes, node);
                    act(p, static_cast<std::size_t>(found - nodes.begin()),
                        ports.law[l].area * row.weights[i] / ports.mass_of(node));
                }
            }
    };
    nodes_.resize(nodes.size() + 1);
    for (std::size_t n = 0; n < nodes.size(); ++n) nodes_[n].position = layout.of(nodes[n]);
    for_each([&](std::int64_t, std::size_t node, double) { ++nodes_[node + 1].first; });
    for (std::size_t n = 0; n < nodes.size(); ++n) nodes_[n + 1].first += nodes_[n].first;
    pushes_.resize(nth(nodes_.back().first));
    std::vector<std::uint8_t> filled(nodes.size());
    for_each([&](std::int64_t port, std::size_t node, double share) {
        pushes_[nth(nodes_[node].first + filled[node]++)] = {static_cast<std::uint32_t>(port),
                                                             static_cast<T>(courant * courant * share)};
    });
    node_rows_ = RowStarts(extent, std::ssize(nodes), [&](std::int64_t i) { return nodes[nth(i)]; });
}

template <class T>
void PortPass<T>::move(const TeamMember& member, const T* current) {
    const auto all = static_cast<std::int64_t>(flux_.size());
    const std::int64_t from = all * member.number() / member.size();
    const std::int64_t to = all * (member.number() + 1) / member.size();
    for (const Law& law : laws_) move_some(law, std::max(from, law.first), std::min(to, law.end), current);
}

template <class T>
void PortPass<T>::move_some(const Law& law, std::int64_t from, std::int64_t to, const T* current) {
    const T courant = courant_;
    const T half_square = courant * courant / 2;
    for (std::int64_t p = from; p < to; ++p) {
        const Row row = rows_[row_of_[nth(p)]];
        const T* const u = current + positions_[nth(p)];
        T pressure = 0;
        for (std::int32_t i = row.from; i < row.to; ++i) pressure += weights_[nth(i)] * u[steps_[nth(i)]];
        const std::int64_t k = p - law.first;
        const auto back_pressure = [&](const Branch& branch) {
            const T resisted = branch.state_weight * theta_[nth(branch.theta + k)];
            return branch.y < 0 ? resisted : resisted + branch.stiffness * y_[nth(branch.y + k)];
        };
        T sum = 0;
        for (const Branch& branch : law.branches) sum += branch.conductance * back_pressure(branch);
        const T wall = (pressure + law.air_mass * sum) * law.share;
        T flux = 0;
        for (const Branch& branch : law.branches) {
            T& theta = theta_[nth(branch.theta + k)];
            const T own = branch.conductance * (wall - back_pressure(branch));
            if (branch.y >= 0) y_[nth(branch.y + k)] += courant * theta + half_square * own;
            theta += courant * own;
            flux += own;
        }
        flux_[nth(p)] = flux;
    }
}

template <class T>
void PortPass<T>::apply(std::int64_t row, std::int64_t end, T* next) const {
    const EntryRange nodes = node_rows_.of(row, end);
    for (std::int64_t n = nodes.from; n < nodes.to; ++n) {
        T sum = 0;
        for (std::int64_t i = nodes_[nth(n)].first; i < nodes_[nth(n + 1)].first; ++i)
            sum += pushes_[nth(i)].weight * flux_[pushes_[nth(i)].port];
        next[nodes_[nth(n)].position] -= sum;
    }
}

std::int64_t port_pass_bytes(const WallPorts& ports, const Extent& extent, std::int64_t value_bytes) {
    if (ports.empty()) return 0;
    std::int64_t values = std::ssize(ports.nodes);  // fluxes
    for (std::size_t l = 0; l < ports.law.size(); ++l)
        for (const PortBranch& branch : ports.law[l].branches)
            values += (ports.first[l + 1] - ports.first[l]) * (branch.stiffness > 0 ? 2 : 1);
    const std::int64_t starts = 8 * (extent.ny * extent.nz + 1);
    return starts + 10 * std::ssize(ports.nodes) + value_bytes * values + 16 * std::ssize(pushed_nodes(ports, extent)) +
           2 * value_bytes * read_nodes(ports);
}

template class PortPass<float>;
template class PortPass<double>;

}  // namespace wavesim::cpu
