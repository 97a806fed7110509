// SPDX-License-Identifier: MIT
#include "stencils/backend/backend.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "stencils/backend/stopwatch.hpp"
#include "stencils/problem/state.hpp"

namespace wavesim {

double StencilBackend::advance_timed(std::int64_t steps) {
    const Stopwatch watch;
    advance(steps);
    return watch.seconds();
}

void StencilBackend::add_health(std::int64_t, std::int64_t, FieldHealth&) const {
    throw std::logic_error("this backend does not look at single planes");
}

void StencilBackend::copy_in(std::byte* to, const std::byte* from, std::int64_t bytes) {
    std::memcpy(to, from, static_cast<std::size_t>(bytes));
}

void StencilBackend::save(StateSink& sink) { save_state(sink, state()); }

void StencilBackend::load(StateSource& source) {
    load_state(source, state());
    if (step() < 0) throw StateError("the state is that of step " + std::to_string(step()));
    resume();
}

namespace {

const MediumSupport& expect_support(const BackendEntry& entry, const MediumShape& medium) {
    if (const MediumSupport* support = entry.support(medium)) return *support;
    throw std::invalid_argument(entry.name + ": " + entry.other_media);
}

/// Why a backend cannot run the walls of a problem; empty where it can.
std::string walls_why_not(const MediumSupport& kind, const PassLists& lists) {
    return kind.wall_ports || lists.walls.ports.empty() ? "" : "it has no kernels for ports at the vertices of walls";
}

/// Plans do not need the tables of layers, but steps do.
void expect_layer_tables(const AbsorbingLayers& layers, const Extent& extent) {
    for (int axis = 0; axis < 3; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        if (!layers.along(axis)) continue;
        const std::int64_t entries = extent.along(axis);
        if (std::cmp_not_equal(layers.decay[a].size(), entries) || std::cmp_not_equal(layers.gain[a].size(), entries))
            throw std::invalid_argument("absorbing layers need one decay and one gain per node of their axis");
    }
}

}  // namespace

const MediumSupport* BackendEntry::support(const MediumShape& medium) const {
    const auto found = std::ranges::find_if(media, [&](const MediumSupport& kind) { return kind.is_kind(medium); });
    return found == media.end() ? nullptr : &*found;
}

Proposal BackendEntry::propose(const Inquiry& inquiry) const {
    const MediumSupport* kind = support(inquiry.problem.medium);
    if (kind == nullptr) return Proposal::refused(other_media);
    if (std::string why = walls_why_not(*kind, inquiry.problem); !why.empty()) return Proposal::refused(std::move(why));
    Proposal proposal = kind->propose(inquiry);
    if (!proposal.why_not.empty()) return proposal;
    if (proposal.regions.empty()) proposal.regions = regions_of(cut_grid(inquiry.problem.extent, {}), 1);
    for (Region& region : proposal.regions)
        if (region.backend.empty()) region.backend = name;
    return proposal;
}

std::unique_ptr<StencilBackend> BackendEntry::open(const Problem& problem, const BackendOptions& options,
                                                   const Proposal& proposal) const {
    const StencilProblem& common = common_part(problem);
    expect_layer_tables(common.layers, common.extent);
    const MediumSupport& kind = expect_support(*this, common.medium);
    if (const std::string why = walls_why_not(kind, common); !why.empty())
        throw std::invalid_argument(name + ": " + why);
    return kind.open(problem, options, proposal);
}

NodeWork BackendEntry::work(const StencilProblem& problem) const {
    return expect_support(*this, problem.medium).work(problem);
}

void BackendEntry::compile(const StencilProblem& problem, const BackendOptions& options) const {
    if (const auto& compile = expect_support(*this, problem.medium).compile) compile(problem, options);
}

std::vector<TileTime> BackendEntry::tile_times(const StencilProblem& problem, const Machine& machine) const {
    const MediumSupport* kind = support(problem.medium);
    return kind == nullptr || !kind->tile_times ? std::vector<TileTime>{} : kind->tile_times(problem, machine);
}

}  // namespace wavesim
