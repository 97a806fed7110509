// SPDX-License-Identifier: MIT
#include "stencils/gpu/common/cuda/sparse_passes.hpp"

#include <algorithm>

#include "stencils/gpu/common/face_laws.hpp"

namespace wavesim {

template <class Real>
SparsePasses<Real>::SparsePasses(const StencilProblem& problem, const DeviceLayout& layout,
                                 const KernelLibrary& support, std::int64_t trace_capacity, bool early, NodeTable table)
    : passes_(support.kernel("wavesim_passes")),
      early_(early),
      trace_capacity_(trace_capacity),
      step_(2),
      trace_start_(1) {
    ends_ = std::make_unique<RowEndArrays<Real>>(problem, layout, table.ends, support);
    kept_node_ = std::move(table.kept_node);
    groups_ = DeviceArray<kernels::NodeGroup>(table.groups);
    kinds_ = DeviceArray<kernels::NodeKind>(table.kinds);
    offset_ = DeviceArray<int>(table.offset);
    correction_neighbour_ = DeviceArray<long long>(table.correction_neighbour);
    correction_weight_ =
        DeviceArray<Real>(std::vector<Real>(table.correction_weight.begin(), table.correction_weight.end()));
    faces_ = DeviceArray<kernels::FaceLaw<Real>>(rounded<Real>(table.faces));
    theta_ = DeviceArray<Real>(table.explicit_states);
    branch_state_ = DeviceArray<Real>(table.branch_states);
    for (DeviceArray<Real>& before : before_) before = DeviceArray<Real>(static_cast<std::int64_t>(kept_node_.size()));
    source_first_ = DeviceArray<int>(table.source_first);
    source_ = DeviceArray<int>(table.source);
    source_weight_ = DeviceArray<double>(table.source_weight);
    theta_.clear();
    branch_state_.clear();
    for (DeviceArray<Real>& before : before_) before.clear();
    trace_start_.clear();
    set_step(0);

    arguments_.courant = static_cast<Real>(problem.courant);
    arguments_.groups = static_cast<int>(groups_.size());
    arguments_.end_blocks = ends_->blocks();
    arguments_.group = groups_.data();
    arguments_.kind = kinds_.data();
    arguments_.offset = offset_.data();
    arguments_.correction_neighbour = correction_neighbour_.data();
    arguments_.correction_weight = correction_weight_.data();
    arguments_.faces = faces_.data();
    arguments_.theta = theta_.data();
    arguments_.branch_state = branch_state_.data();
    arguments_.source_first = source_first_.data();
    arguments_.source = source_.data();
    arguments_.source_weight = source_weight_.data();
    place_signals(problem.sources);
    place_receivers(problem.receivers, layout);
}

template <class Real>
void SparsePasses<Real>::place_signals(const std::vector<Injection>& sources) {
    std::size_t steps = 0;
    for (const Injection& source : sources) steps = std::max(steps, source.signal.size());
    std::vector<double> signals(sources.size() * steps, 0.0);
    for (std::size_t s = 0; s < sources.size(); ++s)
        std::copy(sources[s].signal.begin(), sources[s].signal.end(),
                  signals.begin() + static_cast<std::ptrdiff_t>(s * steps));
    signals_ = DeviceArray<double>(signals);
    arguments_.signals = signals_.data();
    arguments_.signal_steps = static_cast<long long>(steps);
}

template <class Real>
void SparsePasses<Real>::place_receivers(const std::vector<PointWeights>& receivers, const DeviceLayout& layout) {
    std::vector<int> first{0};
    std::vector<long long> nodes;
    std::vector<double> weights;
    for (const PointWeights& receiver : receivers) {
        for (const std::int64_t node : receiver.nodes) nodes.push_back(layout.offset(node));
        weights.insert(weights.end(), receiver.weights.begin(), receiver.weights.end());
        first.push_back(static_cast<int>(nodes.size()));
    }
    receiver_first_ = DeviceArray<int>(first);
    receiver_node_ = DeviceArray<long long>(nodes);
    receiver_weight_ = DeviceArray<double>(weights);
    traces_ = DeviceArray<double>(trace_capacity_ * static_cast<std::int64_t>(receivers.size()));
    arguments_.receivers = static_cast<int>(receivers.size());
    arguments_.receiver_first = receiver_first_.data();
    arguments_.receiver_node = receiver_node_.data();
    arguments_.receiver_weight = receiver_weight_.data();
    arguments_.traces = traces_.data();
    arguments_.trace_start = trace_start_.data();
}

template <class Real>
kernels::PassArguments<Real> SparsePasses<Real>::arguments(std::int64_t parity, const Real* now, Real* next) const {
    kernels::PassArguments<Real> arguments = arguments_;
    arguments.now = now;
    arguments.next = next;
    arguments.before = before_[static_cast<std::size_t>(parity)].data();
    arguments.step = step_.data() + parity;
    arguments.next_step = step_.data() + (1 - parity);
    arguments.ends = ends_->arguments(parity);
    return arguments;
}

template <class Real>
void SparsePasses<Real>::launch_on(cudaStream_t stream, std::int64_t parity, const Real* now, Real* next) const {
    const int blocks = arguments_.receivers + arguments_.end_blocks +
                       (arguments_.groups + kernels::pass_warps - 1) / kernels::pass_warps;
    if (blocks == 0) return;
    launch_next(early_, passes_, dim3(static_cast<unsigned>(blocks)), kernels::pass_threads,
                kernels::pass_threads * static_cast<int>(sizeof(double)), stream, arguments(parity, now, next));
}

template <class Real>
void SparsePasses<Real>::keep_level(std::int64_t parity, const std::vector<Real>& field) {
    std::vector<Real> kept;
    kept.reserve(kept_node_.size());
    for (const long long node : kept_node_) kept.push_back(node < 0 ? Real(0) : field[static_cast<std::size_t>(node)]);
    DeviceArray<Real>& before = before_[static_cast<std::size_t>(parity)];
    if (before.size() > 0) before.upload(kept.data(), before.size());
}

template <class Real>
void SparsePasses<Real>::set_step(std::int64_t step) {
    const long long value = step;
    step_.upload(&value, 1, step % 2);
    trace_start_.upload(&value, 1);
    trace_start_value_ = step;
}

template <class Real>
void SparsePasses<Real>::take_traces(std::vector<double>& traces, std::int64_t steps) {
    const std::int64_t values = steps * arguments_.receivers;
    const std::size_t old = traces.size();
    traces.resize(old + static_cast<std::size_t>(values));
    if (values > 0) traces_.download(traces.data() + old, values);
    if (others_ != nullptr) {
        std::vector<double> added;
        others_->take_traces(added, steps);
        for (std::size_t i = 0; i < added.size(); ++i) traces[old + i] += added[i];
    }
    trace_start_value_ += steps;
    const long long value = trace_start_value_;
    trace_start_.upload(&value, 1);
}

template class SparsePasses<float>;
template class SparsePasses<double>;

}  // namespace wavesim
