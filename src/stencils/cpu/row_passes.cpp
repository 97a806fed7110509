// SPDX-License-Identifier: MIT
#include "stencils/cpu/row_passes.hpp"

#include <algorithm>

#include "stencils/cpu/at.hpp"
#include "stencils/problem/state.hpp"
#include "stencils/problem/wall_coefficients.hpp"

namespace wavesim::cpu {

namespace {

std::int64_t count_of(const auto& list) { return static_cast<std::int64_t>(list.size()); }

/// True when a face continues the run of the face before it.
bool continues_run(const ExplicitWalls& walls, std::size_t face, std::int64_t nx) {
    return face > 0 && walls.nodes[face - 1] + 1 == walls.nodes[face] && walls.nodes[face] % nx != 0 &&
           walls.laws[face - 1] == walls.laws[face];
}

std::int64_t count_runs(const ExplicitWalls& walls, std::int64_t nx) {
    std::int64_t runs = 0;
    for (std::size_t face = 0; face < walls.nodes.size(); ++face) runs += continues_run(walls, face, nx) ? 0 : 1;
    return runs;
}

/// Index of the first face of each plane in a list that ascends by node. first_face(i): first face of entry i, or the
/// end.
template <class FirstFace>
std::vector<std::int64_t> planes_of(const Extent& extent, const std::vector<std::int64_t>& nodes,
                                    const FirstFace& first_face) {
    std::vector<std::int64_t> planes;
    auto entry = nodes.begin();
    for (std::int64_t z = 0; z <= extent.nz; ++z) {
        entry = std::lower_bound(entry, nodes.end(), extent.index(0, 0, z));
        planes.push_back(first_face(static_cast<std::size_t>(entry - nodes.begin())));
    }
    return planes;
}

}  // namespace

template <class T>
RowPasses<T>::RowPasses(const StencilProblem& problem, const FieldLayout& layout)
    : courant_(static_cast<T>(problem.courant)),
      correction_pass_(problem.walls.corrections, layout),
      ports_(problem.walls.ports, layout, problem.courant),
      branch_pass_(problem.walls.branch_walls, layout, problem.courant) {
    const Extent& extent = problem.extent;

    for (std::size_t s = 0; s < problem.sources.size(); ++s) {
        const PointWeights& where = problem.sources[s].at;
        for (std::size_t i = 0; i < where.nodes.size(); ++i) {
            injections_.push_back(
                {where.nodes[i], layout.of(where.nodes[i]), static_cast<std::int32_t>(s), where.weights[i]});
        }
        signals_.push_back(problem.sources[s].signal);
    }
    std::stable_sort(injections_.begin(), injections_.end(),
                     [](const InjectionEntry& a, const InjectionEntry& b) { return a.node < b.node; });
    injection_rows_ = RowStarts(extent, count_of(injections_), [&](std::int64_t i) { return injections_[at(i)].node; });

    const ExplicitWalls& walls = problem.walls.explicit_walls;
    explicit_runs_.reserve(at(count_runs(walls, extent.nx)));
    for (std::int64_t face = 0; face < count_of(walls.nodes); ++face) {
        const std::int64_t node = walls.nodes[at(face)];
        if (continues_run(walls, at(face), extent.nx)) {
            ++explicit_runs_.back().count;
        } else {
            explicit_runs_.push_back({layout.of(node), face, 1, walls.laws[at(face)]});
        }
    }
    explicit_rows_ = RowStarts(extent, count_of(explicit_runs_),
                               [&](std::int64_t i) { return walls.nodes[at(explicit_runs_[at(i)].face)]; });
    for (const WallLaw& law : walls.law) {
        const ExplicitCoefficients face = explicit_coefficients(law, problem.courant);
        explicit_law_.push_back(
            {static_cast<T>(face.resistance), static_cast<T>(face.conductance), static_cast<T>(face.push)});
    }
    theta_.resize(walls.nodes.size());

    const std::vector<SolidSpan>& spans = problem.walls.solids;
    solid_rows_ = RowStarts(extent, count_of(spans), [&](std::int64_t i) { return spans[at(i)].node; });
    for (const SolidSpan& span : spans) solids_.push_back({layout.of(span.node), span.count});

    explicit_planes_ = planes_of(extent, walls.nodes, [](std::size_t i) { return static_cast<std::int64_t>(i); });
    const BranchWalls& branches = problem.walls.branch_walls;
    branch_planes_ = planes_of(extent, branches.nodes, [&branches](std::size_t i) { return branches.first[i]; });
}

template <class T>
void RowPasses<T>::add_state(std::vector<StateArray>& state) {
    state.push_back(state_array("explicit_walls", std::span<T>(theta_)));
    state.back().planes = explicit_planes_;
    state.push_back(state_array("branch_walls", std::span<T>(branch_pass_.states())));
    state.back().planes = branch_planes_;
    if (ports_.empty()) return;
    state.push_back(state_array("wall_ports", std::span<T>(ports_.states())));
    state.push_back(state_array("wall_port_springs", std::span<T>(ports_.springs())));
}

template <class T>
void RowPasses<T>::apply(std::int64_t row, std::int64_t end, std::int64_t step, const T* current, T* next,
                         const T* before) {
    correction_pass_.apply(row, end, current, next);
    inject(row, end, step, next);
    push_explicit_walls(row, end, current, next);
    ports_.apply(row, end, next);
    branch_pass_.apply(row, end, next, before);
    const EntryRange solids = solid_rows_.of(row, end);
    for (std::int64_t i = solids.from; i < solids.to; ++i) {
        std::fill_n(next + solids_[at(i)].position, solids_[at(i)].count, T(0));
    }
}

template <class T>
void RowPasses<T>::inject(std::int64_t row, std::int64_t end, std::int64_t step, T* next) const {
    const EntryRange injections = injection_rows_.of(row, end);
    for (std::int64_t i = injections.from; i < injections.to; ++i) {
        const InjectionEntry& entry = injections_[at(i)];
        const std::vector<double>& signal = signals_[at(entry.source)];
        if (step < count_of(signal)) next[entry.position] += static_cast<T>(entry.weight * signal[at(step)]);
    }
}

template <class T>
void RowPasses<T>::push_explicit_walls(std::int64_t row, std::int64_t end, const T* current, T* next) {
    const T courant = courant_;
    const EntryRange faces = explicit_rows_.of(row, end);
    for (std::int64_t i = faces.from; i < faces.to; ++i) {
        const FaceRun& run = explicit_runs_[at(i)];
        const ExplicitLaw& law = explicit_law_[run.law];
        // Scalars, because the compiler must assume that a store to theta changes the law.
        const T resistance = law.resistance;
        const T conductance = law.conductance;
        const T weight = law.push;
        const T* __restrict pressure = current + run.position;
        T* __restrict v = next + run.position;
        T* __restrict theta = theta_.data() + run.face;
        const auto push = [=](std::int32_t k) __attribute__((always_inline)) {
            const T flux = (pressure[k] - resistance * theta[k]) * conductance;
            theta[k] += courant * flux;
            v[k] -= weight * flux;
        };
        if (run.count == 1) {  // walls across x: too short for a vector loop
            push(0);
        } else {
            for (std::int32_t k = 0; k < run.count; ++k) push(k);
        }
    }
}

std::int64_t row_passes_bytes(const StencilProblem& problem) {
    const std::int64_t value = bytes_of(problem.precision);
    const WallPasses& walls = problem.walls;
    const std::int64_t starts = 8 * (problem.extent.ny * problem.extent.nz + 1);
    const auto rows = [&](const auto& list) { return list.empty() ? 0 : starts; };
    std::int64_t bytes = rows(walls.corrections.nodes()) + rows(walls.explicit_walls.nodes) +
                         2 * rows(walls.branch_walls.nodes) + rows(walls.solids);
    bytes += value * count_of(walls.explicit_walls.nodes) + 24 * count_runs(walls.explicit_walls, problem.extent.nx);
    bytes += port_pass_bytes(walls.ports, problem.extent, value);
    bytes += branch_pass_bytes(walls.branch_walls, problem.extent.nx, value);
    bytes += correction_pass_bytes(walls.corrections, problem.extent.nx);
    bytes += 16 * count_of(walls.solids);
    std::int64_t entries = 0;
    for (const Injection& source : problem.sources) {
        entries += count_of(source.at.nodes);
        bytes += 8 * count_of(source.signal);
    }
    bytes += 2 * 8 * (problem.extent.nz + 1);
    return bytes + 32 * entries + (entries > 0 ? starts : 0);
}

template class RowPasses<float>;
template class RowPasses<double>;

}  // namespace wavesim::cpu
