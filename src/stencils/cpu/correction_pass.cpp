// SPDX-License-Identifier: MIT
#include "stencils/cpu/correction_pass.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "stencils/cpu/at.hpp"

namespace wavesim::cpu {

namespace {

/// True when node i has the terms of the node before it, and follows it in its row.
bool continues_run(const Corrections& all, std::size_t i, std::int64_t nx) {
    if (i == 0 || all.node(i - 1) + 1 != all.node(i) || all.node(i) % nx == 0) return false;
    const auto before = all.terms(i - 1), terms = all.terms(i);
    if (before.size() != terms.size()) return false;
    const double factor_before = all.factor(i - 1), factor = all.factor(i);
    const bool shared = all.row(i - 1) == all.row(i) && factor_before == factor;
    for (std::size_t k = 0; k < terms.size(); ++k) {
        if ((all.node(i) + terms[k].offset) % nx == 0) return false;
        if (!shared &&
            (before[k].offset != terms[k].offset || before[k].weight * factor_before != terms[k].weight * factor))
            return false;
    }
    return true;
}

std::int64_t count_runs(const Corrections& all, std::int64_t nx) {
    std::int64_t runs = 0;
    for (std::size_t i = 0; i < all.size(); ++i) runs += continues_run(all, i, nx) ? 0 : 1;
    return runs;
}

}  // namespace

template <class T>
CorrectionPass<T>::CorrectionPass(const Corrections& all, const FieldLayout& layout) {
    const Extent& extent = layout.extent;
    std::map<std::vector<Term>, std::int32_t> known;  // position of each distinct list of terms
    runs_.reserve(at(count_runs(all, extent.nx)));
    std::vector<std::int64_t> run_nodes;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (continues_run(all, i, extent.nx)) {
            ++runs_.back().count;
            continue;
        }
        std::vector<Term> terms;
        all.for_each_term(i, [&](std::int64_t neighbour, double weight) {
            terms.push_back({layout.of(neighbour) - layout.of(all.node(i)), static_cast<T>(weight)});
        });
        const auto [found, is_new] = known.try_emplace(terms, static_cast<std::int32_t>(terms_.size()));
        if (is_new) terms_.insert(terms_.end(), terms.begin(), terms.end());
        runs_.push_back(
            {layout.of(all.node(i)), 1, found->second, found->second + static_cast<std::int32_t>(terms.size())});
        run_nodes.push_back(all.node(i));
    }
    rows_ =
        RowStarts(extent, static_cast<std::int64_t>(runs_.size()), [&](std::int64_t i) { return run_nodes[at(i)]; });
}

/// The terms of one node, in four chains of sums, since each addition waits for the one before it.
template <class T>
T CorrectionPass<T>::sum_at(const T* u, const Term* term, const Term* stop) {
    T sum[4] = {0, 0, 0, 0};
    for (; stop - term >= 4; term += 4) {
        for (int k = 0; k < 4; ++k) sum[k] += term[k].weight * u[term[k].offset];
    }
    for (; term != stop; ++term) sum[0] += term->weight * u[term->offset];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

template <class T>
void CorrectionPass<T>::apply(std::int64_t row, std::int64_t end, const T* current, T* next) const {
    constexpr std::int32_t together = 64;
    const EntryRange runs = rows_.of(row, end);
    for (std::int64_t i = runs.from; i < runs.to; ++i) {
        const Run& run = runs_[at(i)];
        const Term* const begin = terms_.data() + run.begin;
        const Term* const stop = terms_.data() + run.end;
        if (run.count == 1) {  // walls across x: too short for a vector loop
            next[run.position] += sum_at(current + run.position, begin, stop);
            continue;
        }
        for (std::int32_t done = 0; done < run.count; done += together) {
            const std::int32_t count = std::min(run.count - done, together);
            const T* const u = current + run.position + done;
            T* const v = next + run.position + done;
            T sums[together];
            std::fill_n(sums, count, T(0));
            for (const Term* term = begin; term != stop; ++term) {
                for (std::int32_t n = 0; n < count; ++n) sums[n] += term->weight * u[term->offset + n];
            }
            for (std::int32_t n = 0; n < count; ++n) v[n] += sums[n];
        }
    }
}

bool reads_beyond_halo(const Corrections& corrections, const FieldLayout& layout) {
    for (std::size_t i = 0; i < corrections.size(); ++i) {
        const Node node = node_at(layout.extent, corrections.node(i));
        for (const Corrections::Term& term : corrections.terms(i)) {
            const Node from = node_at(layout.extent, corrections.node(i) + term.offset);
            if (std::abs(from.y - node.y) > layout.halo_y || std::abs(from.z - node.z) > layout.halo_z) return true;
        }
    }
    return false;
}

std::int64_t correction_pass_bytes(const Corrections& corrections, std::int64_t nx) {
    return 24 * count_runs(corrections, nx);
}

template class CorrectionPass<float>;
template class CorrectionPass<double>;

}  // namespace wavesim::cpu
