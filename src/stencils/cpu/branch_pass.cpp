// SPDX-License-Identifier: MIT
#include "stencils/cpu/branch_pass.hpp"

#include <algorithm>
#include <map>

#include "stencils/cpu/at.hpp"
#include "stencils/problem/wall_coefficients.hpp"

namespace wavesim::cpu {

namespace {

/// The laws of the faces of branch node i.
std::vector<std::uint16_t> laws_of(const BranchWalls& branches, std::size_t i) {
    return {branches.laws.begin() + branches.first[i], branches.laws.begin() + branches.first[i + 1]};
}

/// True when node i continues the run of the node before it.
bool continues_run(const BranchWalls& branches, std::size_t i, std::int64_t nx) {
    if (i == 0 || branches.nodes[i - 1] + 1 != branches.nodes[i] || branches.nodes[i] % nx == 0) return false;
    const auto law = branches.laws.begin();
    return std::equal(law + branches.first[i - 1], law + branches.first[i], law + branches.first[i],
                      law + branches.first[i + 1]);
}

/// True if branch node i has one face and no neighbour that could belong to its run.
bool is_single(const BranchWalls& branches, std::size_t i, std::int64_t nx) {
    return branches.first[i + 1] - branches.first[i] == 1 && !continues_run(branches, i, nx) &&
           (i + 1 == branches.nodes.size() || !continues_run(branches, i + 1, nx));
}

struct Counts {
    std::int64_t singles = 0;
    std::int64_t runs = 0;
};

Counts count(const BranchWalls& branches, std::int64_t nx) {
    Counts counts;
    for (std::size_t i = 0; i < branches.nodes.size(); ++i) {
        if (is_single(branches, i, nx))
            ++counts.singles;
        else if (!continues_run(branches, i, nx))
            ++counts.runs;
    }
    return counts;
}

}  // namespace

template <class T>
BranchPass<T>::BranchPass(const BranchWalls& branches, const FieldLayout& layout, double courant)
    : half_rate_(static_cast<T>(1 / (2 * courant))) {
    std::map<std::vector<std::uint16_t>, std::int32_t> known;
    const auto kind_of = [&](std::size_t i) {
        const auto [found, is_new] = known.try_emplace(laws_of(branches, i), static_cast<std::int32_t>(known.size()));
        if (!is_new) return found->second;
        Kind kind{};
        double damping = 0;
        for (const std::uint16_t index : found->first) {
            const BranchCoefficients face = branch_coefficients(branches.law[index], courant);
            damping += face.damping;
            kind.law[kind.faces++] = {static_cast<T>(face.state_weight), static_cast<T>(2 * face.conductance),
                                      static_cast<T>(face.inertia)};
        }
        const double mass = found->first.empty() ? 1 : branches.law[found->first.front()].mass;
        kind.mass = static_cast<T>(mass);
        kind.damping = static_cast<T>(damping);
        kind.inverse = static_cast<T>(1 / (mass + damping));
        kinds_.push_back(std::move(kind));
        return found->second;
    };

    const Extent& extent = layout.extent;
    const Counts counts = count(branches, extent.nx);
    singles_.reserve(at(counts.singles));
    runs_.reserve(at(counts.runs));
    std::vector<std::int64_t> single_nodes;
    std::vector<std::int64_t> run_nodes;
    for (std::size_t i = 0; i < branches.nodes.size(); ++i) {
        const std::int64_t position = layout.of(branches.nodes[i]);
        if (is_single(branches, i, extent.nx)) {
            singles_.push_back({position, branches.first[i], kind_of(i)});
            single_nodes.push_back(branches.nodes[i]);
            continue;
        }
        if (continues_run(branches, i, extent.nx)) {
            ++runs_.back().count;
        } else {
            runs_.push_back({position, branches.first[i], 1, kind_of(i)});
            run_nodes.push_back(branches.nodes[i]);
        }
    }
    single_rows_ = RowStarts(extent, counts.singles, [&](std::int64_t i) { return single_nodes[at(i)]; });
    run_rows_ = RowStarts(extent, counts.runs, [&](std::int64_t i) { return run_nodes[at(i)]; });
    velocity_.resize(branches.laws.size());
    std::vector<std::int64_t> nodes_of_row(at(branches.nodes.empty() ? 0 : extent.ny * extent.nz));
    for (const std::int64_t node : branches.nodes) {
        most_nodes_ = std::max(most_nodes_, ++nodes_of_row[at(node / extent.nx)]);
    }
}

template <class T>
void BranchPass<T>::fetch(std::int64_t row, std::int64_t end) const {
    single_rows_.fetch_next(row, end, singles_);
    run_rows_.fetch_next(row, end, runs_);
    const EntryRange singles = single_rows_.of(row, end);
    for (std::int64_t i = singles.from; i < singles.to; i += 2)  // two at a time, for rows with two of them
        __builtin_prefetch(velocity_.data() + singles_[at(i)].face, 1);
    const EntryRange runs = run_rows_.of(row, end);
    for (std::int64_t i = runs.from; i < runs.to; ++i) __builtin_prefetch(velocity_.data() + runs_[at(i)].face, 1);
}

template <class T>
void BranchPass<T>::save_before(std::int64_t row, std::int64_t end, const T* next, T* before) const {
    const EntryRange singles = single_rows_.of(row, end);
    for (std::int64_t i = singles.from; i < singles.to; ++i) *before++ = next[singles_[at(i)].position];
    const EntryRange runs = run_rows_.of(row, end);
    for (std::int64_t i = runs.from; i < runs.to; ++i) {
        const Run& run = runs_[at(i)];
        before = std::copy_n(next + run.position, run.count, before);
    }
}

template <class T>
void BranchPass<T>::apply(std::int64_t row, std::int64_t end, T* next, const T* before) {
    const EntryRange singles = single_rows_.of(row, end);
    solve_singles(singles, before, next);
    before += singles.to - singles.from;
    const EntryRange runs = run_rows_.of(row, end);
    for (std::int64_t i = runs.from; i < runs.to; ++i) {
        const Run& run = runs_[at(i)];
        const Kind& kind = kinds_[at(run.kind)];
        if (kind.faces == 1) {
            solve_single_faces(run, before, next + run.position);
        } else {
            solve_many_faces(run, before, next + run.position);
        }
        before += run.count;
    }
}

template <class T>
void BranchPass<T>::solve_singles(EntryRange range, const T* __restrict before, T* __restrict v) {
    T* const velocity = velocity_.data();
    for (std::int64_t i = range.from; i < range.to; ++i) {
        const Single& single = singles_[at(i)];
        const Kind& kind = kinds_[at(single.kind)];
        const Law& law = kind.law[0];
        const T old = before[i - range.from];
        const T flow = velocity[single.face];
        const T next = (kind.mass * v[single.position] + kind.damping * old - law.state_weight * flow) * kind.inverse;
        velocity[single.face] = law.twice_conductance * (law.inertia * flow + (next - old) * half_rate_) - flow;
        v[single.position] = next;
    }
}

template <class T>
void BranchPass<T>::solve_single_faces(const Run& run, const T* __restrict before, T* __restrict v) {
    // Scalars, because the compiler must assume that a store changes the law.
    const Kind& kind = kinds_[at(run.kind)];
    const T mass = kind.mass;
    const T damping = kind.damping;
    const T inverse = kind.inverse;
    const T state_weight = kind.law[0].state_weight;
    const T twice_conductance = kind.law[0].twice_conductance;
    const T inertia = kind.law[0].inertia;
    const T half_rate = half_rate_;
    T* __restrict velocity = velocity_.data() + run.face;
    const auto solve = [=](std::int32_t k) __attribute__((always_inline)) {
        const T old = before[k];
        const T next = (mass * v[k] + damping * old - state_weight * velocity[k]) * inverse;
        velocity[k] = twice_conductance * (inertia * velocity[k] + (next - old) * half_rate) - velocity[k];
        v[k] = next;
    };
    for (std::int32_t k = 0; k < run.count; ++k) solve(k);
}

template <class T>
void BranchPass<T>::solve_many_faces(const Run& run, const T* before, T* v) {
    const Kind& kind = kinds_[at(run.kind)];
    T* velocity = velocity_.data() + run.face;
    for (std::int32_t k = 0; k < run.count; ++k) {
        T of_states = 0;
        for (std::int32_t f = 0; f < kind.faces; ++f) of_states += kind.law[f].state_weight * velocity[f];
        const T old = before[k];
        const T next = (kind.mass * v[k] + kind.damping * old - of_states) * kind.inverse;
        for (std::int32_t f = 0; f < kind.faces; ++f) {
            const Law& law = kind.law[f];
            *velocity = law.twice_conductance * (law.inertia * *velocity + (next - old) * half_rate_) - *velocity;
            ++velocity;
        }
        v[k] = next;
    }
}

std::int64_t branch_pass_bytes(const BranchWalls& branches, std::int64_t nx, std::int64_t value_bytes) {
    const Counts counts = count(branches, nx);
    return value_bytes * static_cast<std::int64_t>(branches.laws.size()) + 24 * (counts.singles + counts.runs);
}

template class BranchPass<float>;
template class BranchPass<double>;

}  // namespace wavesim::cpu
