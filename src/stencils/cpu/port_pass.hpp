// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <vector>

#include "stencils/cpu/field_layout.hpp"
#include "stencils/cpu/row_starts.hpp"
#include "stencils/cpu/thread_team.hpp"
#include "stencils/problem/passes.hpp"

namespace wavesim::cpu {

/// Wall ports with their states, in the precision of the problem. A port reads nodes of several rows, so all ports are
/// updated before any row; then the fluxes of the ports are added to the rows.
template <class T>
class PortPass {
  public:
    PortPass(const WallPorts& ports, const FieldLayout& layout, double courant);

    bool empty() const { return row_of_.empty(); }
    /// Called by every thread of a team: advances its part of the ports by a step. `current` is the array of u^n.
    void move(const TeamMember& member, const T* current);
    /// Adds the increments of the ports to rows [row, end) of `next`, the array of u*.
    void apply(std::int64_t row, std::int64_t end, T* next) const;
    void fetch(std::int64_t row, std::int64_t end) const { node_rows_.fetch_next(row, end, nodes_); }

    /// theta in the order of port_state_starts(), and y of the branches with springs in the same order.
    std::vector<T>& states() { return theta_; }
    std::vector<T>& springs() { return y_; }

  private:
    struct Branch {
        T state_weight;  ///< as in PortBranchCoefficients
        T stiffness;
        T conductance;
        std::int64_t theta;  ///< state of the first port
        std::int64_t y;      ///< the same; -1 without a spring
    };
    struct Law {
        T air_mass;
        T share;  ///< see port_share
        std::int64_t first;
        std::int64_t end;
        std::vector<Branch> branches;
    };
    /// Nodes that a port row reads: [from, to) of steps_ and weights_.
    struct Row {
        std::int32_t from;
        std::int32_t to;
    };
    struct PushedNode {
        std::int64_t position;  ///< in the field array
        std::int64_t first;     ///< first index into pushes_
    };
    struct Push {
        std::uint32_t port;
        T weight;  ///< T^2 A b
    };

    void read_ports(const WallPorts& ports, const FieldLayout& layout, double courant);
    void list_pushes(const WallPorts& ports, const FieldLayout& layout, double courant);
    void move_some(const Law& law, std::int64_t from, std::int64_t to, const T* current);

    T courant_;
    std::vector<Law> laws_;
    std::vector<std::int64_t> positions_;
    std::vector<std::uint16_t> row_of_;
    std::vector<Row> rows_;
    std::vector<std::int64_t> steps_;
    std::vector<T> weights_;
    std::vector<T> theta_;
    std::vector<T> y_;
    std::vector<T> flux_;

    RowStarts node_rows_;
    std::vector<PushedNode> nodes_;  ///< one more than nodes: the end of the pushes of the last node
    std::vector<Push> pushes_;
};

/// Bytes that a PortPass allocates for a grid of that extent.
std::int64_t port_pass_bytes(const WallPorts& ports, const Extent& extent, std::int64_t value_bytes);

}  // namespace wavesim::cpu
