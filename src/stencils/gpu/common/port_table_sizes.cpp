// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/port_table_sizes.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <stdexcept>
#include <unordered_set>

namespace wavesim {

namespace {

std::size_t to_index(std::int64_t i) { return static_cast<std::size_t>(i); }

/// The last group of a kind.
struct OpenGroup {
    long long first = 0;
    int count = 0;

    /// Adds an entry; if it does not join the group, calls close(count) first.
    template <class Close>
    void add(long long place, const Close& close) {
        if (count > 0 && !joins_group(first, count, place)) end(close);
        if (count == 0) first = place;
        ++count;
    }
    template <class Close>
    void end(const Close& close) {
        if (count > 0) close(count);
        count = 0;
    }
};

/// Number of ports of each node on which ports act, for a part of the field that moves along it.
class PushWindow {
  public:
    explicit PushWindow(std::int64_t places)
        : counts_(std::bit_ceil(to_index(places))), touched_(counts_.size() / 64), mask_(counts_.size() - 1) {}

    void add(long long place) {
        const std::size_t at = to_index(place) & mask_;
        ++counts_[at];
        touched_[at / 64] |= std::uint64_t{1} << at % 64;
    }
    /// Calls take(place, ports) for nodes in [from, to), in their order, and forgets them. Limits are multiples of 64.
    template <class Take>
    void take(long long from, long long to, const Take& take) {
        for (long long begin = from; begin < to; begin += 64) {
            const std::size_t at = to_index(begin) & mask_;
            for (std::uint64_t& bits = touched_[at / 64]; bits != 0; bits &= bits - 1) {
                const int bit = std::countr_zero(bits);
                std::uint32_t& count = counts_[at + to_index(bit)];
                take(begin + bit, count);
                count = 0;
            }
        }
    }

  private:
    std::vector<std::uint32_t> counts_;   ///< of a place: at the place modulo the size
    std::vector<std::uint64_t> touched_;  ///< a bit per place with ports
    std::size_t mask_;
};

class PortCounter {
  public:
    PortCounter(const WallPorts& ports, const DeviceLayout& layout) : ports_(ports), layout_(layout) {
        for (const PortRow& row : ports.row) {
            std::vector<long long>& steps = steps_.emplace_back();
            for (const Node& step : row.steps) {
                steps.push_back(layout.offset(step));
                reach_ = std::max(reach_, std::abs(steps.back()));
            }
        }
    }

    PortTableSizes sizes() && {
        if (ports_.empty()) return sizes_;
        std::vector<bool> used(ports_.row.size());
        for (std::size_t l = 0; l < ports_.law.size(); ++l) count_groups(l, used);
        for (std::size_t r = 0; r < used.size(); ++r)
            if (used[r]) sizes_.steps += std::ssize(steps_[r]);
        count_pushes();
        count_weights();
        for (const std::int64_t length : {sizes_.theta, sizes_.offsets, sizes_.pushes}) expect_int(length);
        return sizes_;
    }

  private:
    void count_groups(std::size_t law, std::vector<bool>& used) {
        const std::vector<PortBranch>& branches = ports_.law[law].branches;
        const auto springs = std::ranges::count_if(branches, [](const PortBranch& b) { return b.stiffness > 0; });
        sizes_.branches += std::ssize(branches);
        const auto close = [&](std::int64_t count) {
            ++sizes_.groups;
            sizes_.offsets += whole_lines(count);
            sizes_.theta += whole_lines(count * std::ssize(branches));
            sizes_.springs += whole_lines(count * springs);
        };
        open_.resize(ports_.row.size());
        std::vector<std::uint16_t> met;
        for (std::size_t p = to_index(ports_.first[law]); p < to_index(ports_.first[law + 1]); ++p) {
            const std::uint16_t row = ports_.rows[p];
            if (open_[row].count == 0) met.push_back(row);
            open_[row].add(layout_.offset(ports_.nodes[p]), close);
        }
        sizes_.kinds += std::ssize(met);
        for (const std::uint16_t row : met) {
            used[row] = true;
            open_[row].end(close);
        }
    }

    /// Visits ports part by part of the field. Nodes further back than the reach of a port have all their ports then.
    void count_pushes() {
        const std::int64_t reach = (reach_ + 63) / 64 * 64;
        const std::int64_t part = std::max<std::int64_t>(reach, 4096);
        PushWindow window(part + 2 * reach);
        std::vector<std::int64_t> next(ports_.first.begin(), ports_.first.end() - 1);
        std::vector<OpenGroup> groups;  // by the number of ports
        const auto close = [this](std::int64_t ports, std::int64_t count) {
            ++sizes_.push_groups;
            sizes_.push_offsets += whole_lines(count);
            sizes_.pushes += whole_lines(ports * count);
        };
        const auto take = [&](long long place, std::uint32_t ports) {
            if (ports >= groups.size()) groups.resize(std::size_t{ports} + 1);
            groups[ports].add(place, [&](std::int64_t count) { close(ports, count); });
        };
        const std::int64_t last = layout_.offset(*std::ranges::max_element(ports_.nodes));
        std::int64_t begin = 0;
        for (; begin <= last; begin += part) {
            for (std::size_t l = 0; l < next.size(); ++l)
                add_pushes(next[l], ports_.first[l + 1], begin + part, window);
            window.take(begin - reach, begin + part - reach, take);
        }
        window.take(begin - reach, begin + reach, take);
        for (std::size_t k = 0; k < groups.size(); ++k)
            groups[k].end([&](std::int64_t count) { close(static_cast<std::int64_t>(k), count); });
    }

    /// Adds the pushes of ports from `port` on that lie before place `end`, and moves `port` past them.
    void add_pushes(std::int64_t& port, std::int64_t past, std::int64_t end, PushWindow& window) const {
        for (; port < past; ++port) {
            const std::int64_t place = layout_.offset(ports_.nodes[to_index(port)]);
            if (place >= end) return;
            for (const long long step : steps_[ports_.rows[to_index(port)]]) window.add(place + step);
        }
    }

    /// Counts distinct weights b / m. Nodes of mass 1 need no look at their ports, but each row needs one such node.
    void count_weights() {
        std::unordered_set<double> weights;
        std::vector<std::vector<bool>> unit(ports_.row.size());
        for (std::size_t r = 0; r < unit.size(); ++r) unit[r].resize(steps_[r].size());
        std::vector<bool> done(ports_.row.size());
        for (std::size_t p = 0; p < ports_.nodes.size(); ++p) {
            const std::uint16_t r = ports_.rows[p];
            if (done[r]) continue;
            const PortRow& row = ports_.row[r];
            for (std::size_t i = 0; i < row.steps.size(); ++i) {
                const Node& step = row.steps[i];
                const double mass = ports_.mass_of(ports_.nodes[p] + layout_.extent.index(step.x, step.y, step.z));
                if (mass == 1 && unit[r][i]) continue;
                if (mass == 1) unit[r][i] = true;
                weights.insert(row.weights[i] / mass);
            }
            done[r] = ports_.masses.empty();
        }
        sizes_.push_weights = std::ssize(weights);
        if (sizes_.push_weights > most_port_weights)
            throw std::length_error("a GPU takes at most 65536 weights of wall ports");
    }

    const WallPorts& ports_;
    const DeviceLayout& layout_;
    std::vector<std::vector<long long>> steps_;  ///< of each row, in device memory
    long long reach_ = 0;                        ///< largest distance from a port to a node on which it acts
    std::vector<OpenGroup> open_;                ///< of the rows of one law
    PortTableSizes sizes_;
};

}  // namespace

std::vector<std::int64_t> PortTableSizes::device_bytes(std::int64_t value_bytes) const {
    const std::int64_t kind_bytes =
        value_bytes == 4 ? sizeof(kernels::PortKind<float>) : sizeof(kernels::PortKind<double>);
    const std::int64_t branch_bytes =
        value_bytes == 4 ? sizeof(kernels::PortBranchLaw<float>) : sizeof(kernels::PortBranchLaw<double>);
    return {static_cast<std::int64_t>(sizeof(kernels::PortGroup)) * groups,
            kind_bytes * kinds,
            branch_bytes * branches,
            4 * offsets,
            8 * steps,
            value_bytes * steps,
            value_bytes * theta,
            value_bytes * springs,
            value_bytes * offsets,  // fluxes
            static_cast<std::int64_t>(sizeof(kernels::PushGroup)) * push_groups,
            4 * push_offsets,
            4 * pushes,
            2 * pushes,
            value_bytes * push_weights};
}

PortTableSizes sizes_of(const PortTable& table) {
    return {.groups = std::ssize(table.groups),
            .kinds = std::ssize(table.kinds),
            .branches = std::ssize(table.branches),
            .offsets = std::ssize(table.offset),
            .steps = std::ssize(table.step),
            .theta = table.theta,
            .springs = table.springs,
            .push_groups = std::ssize(table.push_groups),
            .push_offsets = std::ssize(table.push_offset),
            .pushes = std::ssize(table.port),
            .push_weights = std::ssize(table.push_weight)};
}

PortTableSizes forecast_port_table(const WallPorts& ports, const DeviceLayout& layout) {
    return PortCounter(ports, layout).sizes();
}

}  // namespace wavesim
