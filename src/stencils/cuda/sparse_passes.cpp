// SPDX-License-Identifier: MIT
#include "stencils/cuda/sparse_passes.hpp"

#include <algorithm>
#include <map>

namespace wavesim {

template <class Real>
SparsePasses<Real>::SparsePasses(const StencilProblem& problem, const DeviceLayout& layout,
                                 const KernelLibrary& support, std::int64_t trace_capacity)
    : nodes_(support.kernel("wavesim_nodes")),
      points_(support.kernel("wavesim_points")),
      solids_(support.kernel("wavesim_solids")),
      step_kernel_(support.kernel("wavesim_step")),
      trace_capacity_(trace_capacity),
      step_(1),
      trace_start_(1) {
    const WallPasses& walls = problem.walls;
    NodeTable table = merge_nodes(walls, layout);
    node_ = DeviceArray<long long>(table.node);
    const bool corrections = !walls.corrections.nodes.empty();
    const bool faces = !walls.explicit_walls.nodes.empty();
    const bool branches = !walls.branch_walls.nodes.empty();
    if (corrections) {
        correction_first_ = DeviceArray<int>(table.correction_first);
        neighbour_ = DeviceArray<long long>(table.neighbour);
        weight_ = DeviceArray<Real>(std::vector<Real>(table.weight.begin(), table.weight.end()));
    }
    if (faces) {
        explicit_first_ = DeviceArray<int>(table.explicit_first);
        explicit_law_ = DeviceArray<unsigned short>(walls.explicit_walls.laws);
        explicit_laws_ =
            DeviceArray<kernels::Law<Real>>(explicit_laws<Real>(walls.explicit_walls.law, problem.courant));
        theta_ = DeviceArray<Real>(static_cast<std::int64_t>(walls.explicit_walls.nodes.size()));
        theta_.clear();
    }
    if (branches) {
        branch_first_ = DeviceArray<int>(table.branch_first);
        branch_law_ = DeviceArray<unsigned short>(walls.branch_walls.laws);
        branch_laws_ = DeviceArray<kernels::Law<Real>>(branch_laws<Real>(walls.branch_walls.law, problem.courant));
        branch_state_ = DeviceArray<Real>(static_cast<std::int64_t>(walls.branch_walls.laws.size()));
        branch_state_.clear();
        before_ = DeviceArray<Real>(static_cast<std::int64_t>(table.node.size()));
        before_.clear();
        host_nodes_ = table.node;
    }
    node_arguments_ = {nullptr,
                       nullptr,
                       node_.size(),
                       node_.data(),
                       correction_first_.data(),
                       neighbour_.data(),
                       weight_.data(),
                       explicit_first_.data(),
                       explicit_law_.data(),
                       explicit_laws_.data(),
                       theta_.data(),
                       branch_first_.data(),
                       branch_law_.data(),
                       branch_laws_.data(),
                       branch_state_.data(),
                       before_.data(),
                       static_cast<Real>(problem.courant)};

    std::vector<long long> span_node;
    std::vector<int> span_count;
    for (const SolidSpan& span : walls.solids) {
        span_node.push_back(layout.offset(span.node));
        span_count.push_back(span.count);
    }
    solid_spans_ = static_cast<int>(span_node.size());
    solid_node_ = DeviceArray<long long>(span_node);
    solid_count_ = DeviceArray<int>(span_count);
    solid_arguments_ = {nullptr, solid_node_.data(), solid_count_.data()};

    std::vector<int> receiver_first{0};
    std::vector<long long> receiver_node;
    std::vector<double> receiver_weight;
    for (const PointWeights& receiver : problem.receivers) {
        for (std::size_t k = 0; k < receiver.nodes.size(); ++k) {
            receiver_node.push_back(layout.offset(receiver.nodes[k]));
            receiver_weight.push_back(receiver.weights[k]);
        }
        receiver_first.push_back(static_cast<int>(receiver_node.size()));
    }
    // Sources gathered by node, so that sources that share nodes add up in a fixed order.
    std::map<long long, std::vector<std::pair<int, double>>> acting;
    std::int64_t signal_steps = 0;
    for (std::size_t s = 0; s < problem.sources.size(); ++s) {
        const Injection& source = problem.sources[s];
        for (std::size_t k = 0; k < source.at.nodes.size(); ++k)
            acting[layout.offset(source.at.nodes[k])].push_back({static_cast<int>(s), source.at.weights[k]});
        signal_steps = std::max(signal_steps, static_cast<std::int64_t>(source.signal.size()));
    }
    std::vector<long long> source_node;
    std::vector<int> source_first{0};
    std::vector<int> source;
    std::vector<double> source_weight;
    for (const auto& [node, list] : acting) {
        source_node.push_back(node);
        for (const auto& [index, weight] : list) source.push_back(index), source_weight.push_back(weight);
        source_first.push_back(static_cast<int>(source.size()));
    }
    std::vector<double> signals(problem.sources.size() * static_cast<std::size_t>(signal_steps), 0.0);
    for (std::size_t s = 0; s < problem.sources.size(); ++s)
        std::copy(problem.sources[s].signal.begin(), problem.sources[s].signal.end(),
                  signals.begin() + static_cast<std::ptrdiff_t>(s) * signal_steps);
    receiver_first_ = DeviceArray<int>(receiver_first);
    receiver_node_ = DeviceArray<long long>(receiver_node);
    receiver_weight_ = DeviceArray<double>(receiver_weight);
    source_node_ = DeviceArray<long long>(source_node);
    source_first_ = DeviceArray<int>(source_first);
    source_ = DeviceArray<int>(source);
    source_weight_ = DeviceArray<double>(source_weight);
    signals_ = DeviceArray<double>(signals);
    traces_ = DeviceArray<double>(trace_capacity * static_cast<std::int64_t>(problem.receivers.size()));
    step_.clear();
    trace_start_.clear();
    point_arguments_ = {nullptr,
                        nullptr,
                        step_.data(),
                        static_cast<int>(problem.receivers.size()),
                        receiver_first_.data(),
                        receiver_node_.data(),
                        receiver_weight_.data(),
                        traces_.data(),
                        trace_start_.data(),
                        static_cast<int>(source_node.size()),
                        source_node_.data(),
                        source_first_.data(),
                        source_.data(),
                        source_weight_.data(),
                        signals_.data(),
                        signal_steps};
}

template <class Real>
void SparsePasses<Real>::launch_on(cudaStream_t stream, const Real* now, Real* next) const {
    const auto blocks = [](std::int64_t items, std::int64_t threads) {
        return static_cast<unsigned>((items + threads - 1) / threads);
    };
    const unsigned point_blocks = static_cast<unsigned>(point_arguments_.receivers) +
                                  blocks(point_arguments_.source_nodes, kernels::point_threads);
    if (point_blocks > 0) {
        kernels::PointArguments<Real> arguments = point_arguments_;
        arguments.now = now;
        arguments.next = next;
        launch(points_, dim3(point_blocks), kernels::point_threads, kernels::point_threads * sizeof(double), stream,
               arguments);
    }
    if (node_arguments_.count > 0) {
        kernels::NodeArguments<Real> arguments = node_arguments_;
        arguments.now = now;
        arguments.next = next;
        launch(nodes_, dim3(blocks(arguments.count, 256)), 256, 0, stream, arguments);
    }
    if (solid_spans_ > 0) {
        kernels::SolidArguments<Real> arguments = solid_arguments_;
        arguments.next = next;
        launch(solids_, dim3(static_cast<unsigned>(solid_spans_)), 128, 0, stream, arguments);
    }
    launch(step_kernel_, dim3(1), 32, 0, stream, step_.data());
}

template <class Real>
void SparsePasses<Real>::keep_previous(const std::vector<Real>& field) {
    if (before_.size() == 0) return;
    std::vector<Real> before;
    before.reserve(host_nodes_.size());
    for (const long long node : host_nodes_) before.push_back(field[static_cast<std::size_t>(node)]);
    before_.upload(before.data(), before_.size());
}

template <class Real>
void SparsePasses<Real>::set_step(std::int64_t step) {
    const long long value = step;
    step_.upload(&value, 1);
    trace_start_.upload(&value, 1);
    trace_start_value_ = step;
}

template <class Real>
void SparsePasses<Real>::take_traces(std::vector<double>& traces, std::int64_t steps) {
    const std::int64_t values = steps * point_arguments_.receivers;
    const std::size_t old = traces.size();
    traces.resize(old + static_cast<std::size_t>(values));
    if (values > 0) traces_.download(traces.data() + old, values);
    trace_start_value_ += steps;
    const long long value = trace_start_value_;
    trace_start_.upload(&value, 1);
}

template class SparsePasses<float>;
template class SparsePasses<double>;

}  // namespace wavesim
