// SPDX-License-Identifier: MIT
#include "stencils/measure/tile_tuner.hpp"

#include <algorithm>

#include "stencils/measure/stepper.hpp"
#include "stencils/rtc/kernel_error.hpp"

namespace wavesim {

namespace {

/// A candidate and its samples.
struct Timed {
    TileCandidate candidate;
    std::vector<double> ps = {};
    std::string fault = {};

    double median_ps() const { return median(ps); }
    std::string name() const { return candidate.backend->name + ", tile " + candidate.tile; }
};

void take_sample(Timed& timed, const ProblemShape& shape, const TileTimer& timer) {
    try {
        const TileSample sample = timer(shape, timed.candidate);
        if (sample.local_bytes > 0 && !timed.candidate.usual)
            timed.fault = std::to_string(sample.local_bytes) + " bytes of registers spill";
        timed.ps.push_back(1e12 * sample.ctpn_s);
    } catch (const KernelError& error) {
        timed.fault = error.what();
    }
}

/// The row of a backend from its candidates; empty if the usual tile failed.
std::optional<TunedRow> row_of(const ProblemShape& shape, const BackendEntry& backend, const std::vector<Timed>& all) {
    constexpr double clearly = 0.995;
    const auto own = [&backend](const Timed& timed) { return timed.candidate.backend == &backend; };
    const auto usual = std::ranges::find_if(all, [&](const Timed& t) { return own(t) && t.candidate.usual; });
    if (usual == all.end() || !usual->fault.empty()) return {};
    const Timed* best = &*usual;
    const Timed* first = &*usual;
    for (const Timed& timed : all) {
        if (!own(timed)) continue;
        if (timed.candidate.predicted_s < first->candidate.predicted_s) first = &timed;
        const double most = best == &*usual ? clearly * usual->median_ps() : best->median_ps();
        if (timed.fault.empty() && timed.median_ps() < most) best = &timed;
    }
    TunedRow row = row_for(shape);
    row.backend = backend.name;
    row.tile = best->candidate.tile;
    row.ps = best->median_ps();
    row.usual = usual->candidate.tile;
    row.usual_ps = usual->median_ps();
    row.expected_ps = 1e12 * best->candidate.predicted_s;
    row.first = first->candidate.tile;
    row.first_ps = first->fault.empty() ? first->median_ps() : 0;
    return row;
}

}  // namespace

std::vector<const BackendEntry*> alike_backends(const ProblemShape& shape, const Machine& machine,
                                                std::span<const BackendEntry> table) {
    const StencilProblem problem{shape, {}, {}};
    std::vector<const BackendEntry*> found;
    for (const BackendEntry& entry : table) {
        if (!entry.on_gpu() || (!found.empty() && entry.same_bits_as != found.front()->name)) continue;
        if (!entry.propose(problem, machine).why_not.empty() || entry.tile_times(problem, machine).empty()) continue;
        found.push_back(&entry);
    }
    return found;
}

std::vector<TileCandidate> tile_candidates(const ProblemShape& shape, const std::vector<const BackendEntry*>& backends,
                                           const Machine& machine, std::size_t best) {
    const StencilProblem problem{shape, {}, {}};
    std::vector<TileCandidate> usual, others;
    for (const BackendEntry* backend : backends)
        for (const TileTime& time : backend->tile_times(problem, machine)) {
            const bool first = usual.empty() || usual.back().backend != backend;
            (first ? usual : others).push_back({backend, time.tile, time.ctpn_s, first});
        }
    std::ranges::stable_sort(others, {}, &TileCandidate::predicted_s);
    others.resize(std::min(best, others.size()));
    usual.insert(usual.end(), others.begin(), others.end());
    return usual;
}

std::optional<TunedShape> tune_tiles(const ProblemShape& shape, const std::vector<TileCandidate>& candidates,
                                     const TileTimer& timer, int rounds, const std::function<bool()>& go_on) {
    std::vector<Timed> all;
    for (const TileCandidate& candidate : candidates) all.push_back({candidate});
    for (int round = 0; round < rounds; ++round)
        for (Timed& timed : all) {
            if (!timed.fault.empty()) continue;
            if (!go_on()) return {};
            take_sample(timed, shape, timer);
        }
    TunedShape tuned;
    for (const Timed& timed : all) {
        if (!timed.fault.empty()) tuned.left_out.push_back(timed.name() + ": " + timed.fault);
        if (!timed.candidate.usual) continue;
        if (auto row = row_of(shape, *timed.candidate.backend, all)) tuned.rows.push_back(std::move(*row));
    }
    return tuned;
}

}  // namespace wavesim
