// SPDX-License-Identifier: MIT
// A problem with everything that acts on single nodes, and its lists as kernels take them.
#pragma once
#include <random>
#include <set>

#include "emulated_case.hpp"
#include "stencils/gpu/common/face_laws.hpp"
#include "stencils/gpu/common/node_table.hpp"

namespace wavesim {

/// A room of random walls around a solid block three nodes thick.
inline ScalarProblem furnished(const Extent& n, const Stencil& stencil, std::mt19937_64& random) {
    ScalarProblem problem;
    problem.extent = n;
    problem.precision = Precision::float64;
    problem.stencil = stencil;
    problem.courant = 1;  // the weights of TestSpec include it
    problem.halo = mirrors;
    std::set<std::int64_t> solid;
    for (std::int64_t z = 2; z < 7; ++z)
        for (std::int64_t y = 3; y < 8; ++y) {
            problem.walls.solids.push_back({n.index(4, y, z), 5});
            for (std::int64_t x = 4; x < 9; ++x) solid.insert(n.index(x, y, z));
        }
    std::uniform_real_distribution<double> unit(0, 1);
    const auto draw_nodes = [&](double share) {
        std::vector<std::int64_t> nodes;
        for (std::int64_t i = 0; i < n.nodes(); ++i)
            if (unit(random) < share && !solid.contains(i)) nodes.push_back(i);
        return nodes;
    };
    WallPasses& walls = problem.walls;
    for (const std::int64_t node : draw_nodes(0.1)) {
        std::array<Corrections::Term, 2> terms;
        for (Corrections::Term& term : terms) {
            const std::int64_t neighbour = node + (unit(random) < 0.5 ? -1 : 1) * n.nx;
            term.offset = neighbour < 0 || neighbour >= n.nodes() ? 0 : neighbour - node;
            term.weight = unit(random) < 0.5 ? 0.001 : -0.002;
        }
        walls.corrections.add(node, terms);
    }
    const std::vector<WallLaw> laws{{2.0, 0.5, 1.0, 1.0}, {0.7, 0.55, 0.5, 0.5}};
    walls.explicit_walls.law = laws;
    for (const std::int64_t node : draw_nodes(0.3))
        for (int face = 0; face < (unit(random) < 0.3 ? 2 : 1); ++face) {
            walls.explicit_walls.nodes.push_back(node);
            walls.explicit_walls.laws.push_back(unit(random) < 0.5 ? 0 : 1);
        }
    walls.branch_walls.law = laws;
    walls.branch_walls.nodes = draw_nodes(0.3);
    for (std::size_t i = 0; i < walls.branch_walls.nodes.size(); ++i) {
        const std::uint16_t law = unit(random) < 0.5 ? 0 : 1;
        for (int face = 0; face < (unit(random) < 0.3 ? 2 : 1); ++face) walls.branch_walls.laws.push_back(law);
        walls.branch_walls.first.push_back(static_cast<std::int64_t>(walls.branch_walls.laws.size()));
    }
    for (int s = 0; s < 2; ++s) {
        Injection source{{{n.index(5, 5, 5)}, {3.0}}, {}};  // the first node is solid: no sound from there
        for (const std::int64_t node : draw_nodes(0.1)) {
            source.at.nodes.push_back(node);
            source.at.weights.push_back(unit(random));
        }
        std::sort(source.at.nodes.begin(), source.at.nodes.end());
        for (int k = 0; k < 4; ++k) source.signal.push_back(unit(random));
        problem.sources.push_back(source);
    }
    for (int r = 0; r < 2; ++r) {
        problem.receivers.push_back({draw_nodes(0.1), {}});
        for (std::size_t i = 0; i < problem.receivers.back().nodes.size(); ++i)
            problem.receivers.back().weights.push_back(unit(random));
    }
    return problem;
}

/// The lists of a problem in memory, with states and traces, and the arguments that point to them.
template <class Real>
class EmulatedLists {
  public:
    EmulatedLists(const StencilProblem& problem, const DeviceLayout& layout, NodeTable made, int steps)
        : table(std::move(made)),
          faces_(rounded<Real>(table.faces)),
          weights_(table.correction_weight.begin(), table.correction_weight.end()),
          theta_(static_cast<std::size_t>(table.explicit_states)),
          branch_state_(static_cast<std::size_t>(table.branch_states)),
          traces(static_cast<std::size_t>(steps) * problem.receivers.size(), NAN) {
        for (std::vector<Real>& level : before_) level.assign(table.kept_node.size(), 0);
        for (const Injection& source : problem.sources)
            signals_.insert(signals_.end(), source.signal.begin(), source.signal.end());
        for (const PointWeights& receiver : problem.receivers) {
            for (const std::int64_t node : receiver.nodes) receiver_node_.push_back(layout.offset(node));
            receiver_weight_.insert(receiver_weight_.end(), receiver.weights.begin(), receiver.weights.end());
            receiver_first_.push_back(static_cast<int>(receiver_node_.size()));
        }
        arguments_.courant = static_cast<Real>(problem.courant);
        arguments_.groups = static_cast<int>(table.groups.size());
        arguments_.group = table.groups.data();
        arguments_.kind = table.kinds.data();
        arguments_.offset = table.offset.data();
        arguments_.correction_neighbour = table.correction_neighbour.data();
        arguments_.correction_weight = weights_.data();
        arguments_.faces = faces_.data();
        arguments_.theta = theta_.data();
        arguments_.branch_state = branch_state_.data();
        arguments_.source_first = table.source_first.data();
        arguments_.source = table.source.data();
        arguments_.source_weight = table.source_weight.data();
        arguments_.signals = signals_.data();
        arguments_.signal_steps =
            problem.sources.empty() ? 0 : static_cast<long long>(problem.sources[0].signal.size());
        arguments_.receivers = static_cast<int>(problem.receivers.size());
        arguments_.receiver_first = receiver_first_.data();
        arguments_.receiver_node = receiver_node_.data();
        arguments_.receiver_weight = receiver_weight_.data();
        arguments_.traces = traces.data();
        arguments_.trace_start = &trace_start_;
    }
    EmulatedLists(const EmulatedLists&) = delete;
    EmulatedLists& operator=(const EmulatedLists&) = delete;

    /// Takes u^n of the first step, whose nodes at branch walls the step after it reads.
    void keep(const std::vector<Real>& field) {
        for (std::size_t i = 0; i < table.kept_node.size(); ++i)
            if (table.kept_node[i] >= 0) before_[1][i] = field[static_cast<std::size_t>(table.kept_node[i])];
    }
    kernels::PassArguments<Real> at(std::size_t parity, const Real* now, Real* next) {
        kernels::PassArguments<Real> passes = arguments_;
        passes.now = now;
        passes.next = next;
        passes.before = before_[parity].data();
        passes.step = &step_[parity];
        passes.next_step = &step_[1 - parity];
        return passes;
    }

    NodeTable table;

  private:
    std::vector<kernels::FaceLaw<Real>> faces_;
    std::vector<Real> weights_, theta_, branch_state_;
    std::array<std::vector<Real>, 2> before_;
    std::vector<double> signals_, receiver_weight_;
    std::vector<long long> receiver_node_;
    std::vector<int> receiver_first_{0};
    long long step_[2] = {0, 0};
    long long trace_start_ = 0;
    kernels::PassArguments<Real> arguments_{};

  public:
    std::vector<double> traces;
};

}  // namespace wavesim
