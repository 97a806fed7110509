// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/port_table.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "stencils/problem/wall_coefficients.hpp"

namespace wavesim {

namespace {

std::size_t nth(std::int64_t i) { return static_cast<std::size_t>(i); }

std::int64_t count_reads(const WallPorts& ports) {
    std::int64_t sum = 0;
    for (const std::uint16_t row : ports.rows) sum += std::ssize(ports.row[row].steps);
    return sum;
}

/// Entries [first, first + count) of a list, all of one kind; they have the order of the field.
struct Cut {
    std::size_t first, count;
};

/// Appends the groups of entries [from, to). Entries are sorted by kind, and by position within a kind.
template <class Place, class Same>
void cut_groups(std::size_t from, std::size_t to, const Place& place, const Same& same, std::vector<Cut>& cuts) {
    for (std::size_t i = from, count = 0; i < to; i += count) {
        count = 1;
        while (i + count < to && same(i, i + count) && joins_group(place(i), static_cast<int>(count), place(i + count)))
            ++count;
        cuts.push_back({i, count});
    }
}

template <class Place>
void sort_by_place(std::vector<Cut>& cuts, const Place& place) {
    std::stable_sort(cuts.begin(), cuts.end(),
                     [&](const Cut& a, const Cut& b) { return place(a.first) < place(b.first); });
}

template <class T>
void align_to_line(std::vector<T>& list) {
    list.resize(nth(whole_lines(std::ssize(list))));
}

class PortMerger {
  public:
    PortMerger(const WallPorts& ports, double courant, const DeviceLayout& layout)
        : ports_(ports), courant_(courant), layout_(layout), place_of_(ports.nodes.size()) {}

    PortTable table() && {
        for (std::size_t l = 0; l < ports_.law.size(); ++l) add_law(l);
        group_ports();
        group_pushes();
        return std::move(table_);
    }

  private:
    long long place(std::size_t port) const { return layout_.offset(ports_.nodes[port]); }

    std::size_t law_of(std::size_t port) const {
        const auto after = std::upper_bound(ports_.first.begin(), ports_.first.end(), static_cast<std::int64_t>(port));
        return nth(after - ports_.first.begin() - 1);
    }

    void add_law(std::size_t l) {
        const PortLaw& law = ports_.law[l];
        const auto first = static_cast<int>(table_.branches.size());
        int springs = 0;
        for (const PortBranch& branch : law.branches) {
            const PortBranchCoefficients c = port_branch_coefficients(branch, courant_);
            table_.branches.push_back(
                {c.state_weight, c.stiffness, c.conductance, branch.stiffness > 0 ? springs++ : -1});
        }
        laws_.push_back({law.air_mass, port_share(law, courant_), courant_ * courant_ * law.area,
                         static_cast<int>(law.branches.size()), first, 0, 0});
        springs_.push_back(springs);
    }

    int kind_of(std::size_t law, std::uint16_t row) {
        const auto [found, is_new] = kinds_.try_emplace({law, row}, static_cast<int>(table_.kinds.size()));
        if (is_new) {
            if (!rows_.contains(row)) {
                rows_[row] = static_cast<int>(table_.step.size());
                for (const Node& step : ports_.row[row].steps) table_.step.push_back(layout_.offset(step));
                const std::vector<double>& weights = ports_.row[row].weights;
                table_.weight.insert(table_.weight.end(), weights.begin(), weights.end());
            }
            kernels::PortKind<double> kind = laws_[law];
            kind.nodes = static_cast<int>(ports_.row[row].steps.size());
            kind.node_first = rows_[row];
            table_.kinds.push_back(kind);
        }
        return found->second;
    }

    void group_ports() {
        std::vector<std::uint32_t> order(ports_.nodes.size());
        std::iota(order.begin(), order.end(), 0U);
        const auto place_at = [&](std::size_t i) { return place(order[i]); };
        const auto row_at = [&](std::size_t i) { return ports_.rows[order[i]]; };
        std::vector<Cut> cuts;
        for (std::size_t l = 0; l < ports_.law.size(); ++l) {
            const std::int64_t from = ports_.first[l], to = ports_.first[l + 1];
            std::stable_sort(order.begin() + from, order.begin() + to,
                             [&](std::uint32_t a, std::uint32_t b) { return ports_.rows[a] < ports_.rows[b]; });
            cut_groups(
                nth(from), nth(to), place_at, [&](std::size_t a, std::size_t b) { return row_at(a) == row_at(b); },
                cuts);
        }
        sort_by_place(cuts, place_at);
        for (const Cut& cut : cuts) {
            const std::size_t law = law_of(cut.first);
            const auto count = static_cast<std::int64_t>(cut.count);
            const kernels::PortGroup group{
                place_at(cut.first),         kind_of(law, row_at(cut.first)), expect_int(std::ssize(table_.offset)),
                static_cast<int>(cut.count), expect_int(table_.theta),        expect_int(table_.springs)};
            table_.groups.push_back(group);
            for (std::size_t i = cut.first; i < cut.first + cut.count; ++i) {
                place_of_[order[i]] = static_cast<int>(table_.offset.size());
                table_.offset.push_back(static_cast<int>(place_at(i) - group.base));
            }
            align_to_line(table_.offset);
            table_.theta += whole_lines(count * laws_[law].branches);
            table_.springs += whole_lines(count * springs_[law]);
        }
        expect_int(table_.theta);
        expect_int(std::ssize(table_.offset));
    }

    /// The increment of a node from one port.
    struct Push {
        long long place;
        std::uint32_t port;
        std::uint32_t number;  ///< index among the nodes of its row
    };
    /// A node on which ports act: its first push, and their number.
    struct Pushed {
        std::size_t push;
        int ports;
    };

    void group_pushes() {
        std::vector<Push> pushes;
        pushes.reserve(nth(count_reads(ports_)));
        for (std::size_t p = 0; p < ports_.nodes.size(); ++p) {
            const std::vector<Node>& steps = ports_.row[ports_.rows[p]].steps;
            for (std::size_t i = 0; i < steps.size(); ++i)
                pushes.push_back({place(p) + layout_.offset(steps[i]), static_cast<std::uint32_t>(p),
                                  static_cast<std::uint32_t>(i)});
        }
        std::sort(pushes.begin(), pushes.end(), [](const Push& a, const Push& b) {
            return std::tie(a.place, a.port, a.number) < std::tie(b.place, b.port, b.number);
        });
        std::vector<Pushed> nodes;
        for (std::size_t from = 0, to = 0; from < pushes.size(); from = to) {
            while (to < pushes.size() && pushes[to].place == pushes[from].place) ++to;
            nodes.push_back({from, static_cast<int>(to - from)});
        }
        std::stable_sort(nodes.begin(), nodes.end(),
                         [](const Pushed& a, const Pushed& b) { return a.ports < b.ports; });
        const auto place_at = [&](std::size_t i) { return pushes[nodes[i].push].place; };
        const auto same = [&](std::size_t a, std::size_t b) { return nodes[a].ports == nodes[b].ports; };
        std::vector<Cut> cuts;
        cut_groups(0, nodes.size(), place_at, same, cuts);
        sort_by_place(cuts, place_at);
        for (const Cut& cut : cuts) {
            const int ports = nodes[cut.first].ports;
            const kernels::PushGroup group{place_at(cut.first), expect_int(std::ssize(table_.push_offset)),
                                           static_cast<int>(cut.count), ports, expect_int(std::ssize(table_.port))};
            table_.push_groups.push_back(group);
            for (std::size_t i = 0; i < cut.count; ++i)
                table_.push_offset.push_back(static_cast<int>(place_at(cut.first + i) - group.base));
            for (std::size_t k = 0; k < nth(ports); ++k)
                for (std::size_t i = 0; i < cut.count; ++i) {
                    const Push& push = pushes[nodes[cut.first + i].push + k];
                    table_.port.push_back(place_of_[push.port]);
                    table_.weight_of.push_back(weight_number(push));
                }
            align_to_line(table_.push_offset);
            align_to_line(table_.port);
            align_to_line(table_.weight_of);
        }
        expect_int(std::ssize(table_.port));
    }

    /// Index of the weight of a push among the distinct weights.
    unsigned short weight_number(const Push& push) {
        const PortRow& row = ports_.row[ports_.rows[push.port]];
        const Node& step = row.steps[push.number];
        const std::int64_t node = ports_.nodes[push.port] + layout_.extent.index(step.x, step.y, step.z);
        const double weight = row.weights[push.number] / ports_.mass_of(node);
        const auto [found, is_new] = weights_.try_emplace(weight, table_.push_weight.size());
        if (is_new) table_.push_weight.push_back(weight);
        if (std::ssize(weights_) > most_port_weights)
            throw std::length_error("a GPU takes at most 65536 weights of wall ports");
        return static_cast<unsigned short>(found->second);
    }

    const WallPorts& ports_;
    double courant_;
    const DeviceLayout& layout_;
    PortTable table_;
    std::vector<kernels::PortKind<double>> laws_;  ///< distinct laws, without rows
    std::vector<int> springs_;                     ///< springs of each law
    std::map<std::pair<std::size_t, std::uint16_t>, int> kinds_;
    std::map<std::uint16_t, int> rows_;  ///< index of the offsets of each row
    std::map<double, std::size_t> weights_;
    std::vector<int> place_of_;  ///< index of each port in flux
};

}  // namespace

PortTable merge_ports(const WallPorts& ports, double courant, const DeviceLayout& layout) {
    return PortMerger(ports, courant, layout).table();
}

std::int64_t port_table_bytes(const WallPorts& ports) {
    return 24 * std::ssize(ports.nodes) + (16 + 16 + 6) * count_reads(ports);
}

}  // namespace wavesim
