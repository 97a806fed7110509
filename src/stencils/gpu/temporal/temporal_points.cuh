// SPDX-License-Identifier: MIT
// Sources and receivers of a pass of several steps (temporal.cuh), before and after it.
#pragma once
#include "stencils/gpu/common/field.cuh"
#include "stencils/gpu/temporal/temporal_arguments.cuh"

namespace wavesim::kernels {

/// Increments of the sources at every level, summed like single steps (nodes.cuh): one thread per level and node.
template <class Real>
WAVESIM_DEVICE void prepare_pushes(const PushArguments<Real>& a) {
    const int item = block_x() * pass_threads + thread_index();
    if (item >= a.levels * a.count) return;
    const int level = item / a.count;
    const Int64 step = a.step + level;
    if (step >= a.signal_steps) return;
    const Push push = a.push[item % a.count];
    double sum = 0;
    for (int j = a.source_first[push.node]; j < a.source_first[push.node + 1]; ++j)
        sum = fused(a.source_weight[j], a.signals[a.source[j] * a.signal_steps + step], sum);
    a.pushes[push.to + level * a.level_values] = static_cast<Real>(sum);
}

/// Traces of a pass, summed like the passes of single steps (points.cuh): one block per receiver and level.
template <class Real>
WAVESIM_DEVICE void record_samples(const SampleArguments<Real>& a) {
    const int receiver = block_x() % a.receivers;
    const int level = block_x() / a.receivers;
    double* partial = shared_memory<double>();
    double sum = 0;
    for (int k = a.receiver_first[receiver] + thread_index(); k < a.receiver_first[receiver + 1]; k += pass_threads)
        sum = fused(a.receiver_weight[k],
                    static_cast<double>(a.samples[static_cast<Int64>(level) * a.receiver_nodes + k]), sum);
    partial[thread_index()] = sum;
    barrier();
    for (int half = pass_threads / 2; half > 0; half /= 2) {
        if (thread_index() < half) partial[thread_index()] += partial[thread_index() + half];
        barrier();
    }
    if (thread_index() == 0) a.traces[(a.step + level - *a.trace_start) * a.receivers + receiver] = partial[0];
}

/// Thread 0 of the launch sets both counters. Without receivers there is nothing else to do.
template <class Real>
WAVESIM_DEVICE void finish_pass(const SampleArguments<Real>& a) {
    if (block_x() == 0 && thread_index() == 0) a.counts[0] = a.counts[1] = a.step + a.levels;
    if (a.receivers > 0) record_samples(a);
}

}  // namespace wavesim::kernels
