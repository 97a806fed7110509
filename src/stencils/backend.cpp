// SPDX-License-Identifier: MIT
#include "stencils/backend.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "stencils/stopwatch.hpp"

namespace wavesim {

double StencilBackend::advance_timed(std::int64_t steps) {
    const Stopwatch watch;
    advance(steps);
    return watch.seconds();
}

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

/// What plans need no tables for, steps do.
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

std::string BackendEntry::why_not(const StencilProblem& problem, const Machine& machine) const {
    const MediumSupport* kind = support(problem.medium);
    return kind == nullptr ? other_media : kind->why_not(problem, machine);
}

std::int64_t BackendEntry::bytes(const StencilProblem& problem, const Machine& machine) const {
    return expect_support(*this, problem.medium).bytes(problem, machine);
}

std::int64_t BackendEntry::making_bytes(const StencilProblem& problem, const Machine& machine) const {
    const auto& making_bytes = expect_support(*this, problem.medium).making_bytes;
    return !making_bytes ? 0 : making_bytes(problem, machine);
}

NodeWork BackendEntry::work(const StencilProblem& problem) const {
    return expect_support(*this, problem.medium).work(problem);
}

double BackendEntry::ctpn(const StencilProblem& problem, const Machine& machine,
                          std::int64_t steps_between_looks) const {
    return expect_support(*this, problem.medium).ctpn(problem, machine, steps_between_looks);
}

std::int64_t BackendEntry::device_bytes(const StencilProblem& problem, const Machine& machine) const {
    const auto& device_bytes = expect_support(*this, problem.medium).device_bytes;
    return !device_bytes ? 0 : device_bytes(problem, machine);
}

double BackendEntry::setup_s(const StencilProblem& problem) const {
    const auto& setup_s = expect_support(*this, problem.medium).setup_s;
    return !setup_s ? 0 : setup_s(problem);
}

CompilerMemory BackendEntry::compiler_memory(const StencilProblem& problem, const Machine& machine) const {
    const auto& compiler_memory = expect_support(*this, problem.medium).compiler_memory;
    return !compiler_memory ? CompilerMemory{} : compiler_memory(problem, machine);
}

std::unique_ptr<StencilBackend> BackendEntry::make(const Problem& problem, const BackendOptions& options) const {
    const StencilProblem& common = common_part(problem);
    expect_layer_tables(common.layers, common.extent);
    return expect_support(*this, common.medium).make(problem, options);
}

void BackendEntry::compile(const StencilProblem& problem, const BackendOptions& options) const {
    if (const auto& compile = expect_support(*this, problem.medium).compile) compile(problem, options);
}

std::vector<std::string> BackendEntry::tiles(const StencilProblem& problem, const Machine& machine) const {
    const auto& tiles = expect_support(*this, problem.medium).tiles;
    return !tiles ? std::vector<std::string>{} : tiles(problem, machine);
}

std::vector<Region> BackendEntry::regions(const StencilProblem& problem, const Machine& machine) const {
    const auto& cut = expect_support(*this, problem.medium).regions;
    std::vector<Region> regions = cut ? cut(problem, machine) : regions_of(cut_grid(problem.extent, {}), 1);
    for (Region& region : regions)
        if (region.backend.empty()) region.backend = name;
    return regions;
}

}  // namespace wavesim
