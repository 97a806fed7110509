// SPDX-License-Identifier: MIT
#include "stencils/slabs/slab_backend.hpp"

#include <algorithm>
#include <stdexcept>

#include "stencils/problem/state.hpp"
#include "stencils/slabs/cut_problem.hpp"
#include "stencils/slabs/slab_state.hpp"

namespace wavesim {

namespace {

/// Copies planes of all fields to `backend`, counted from the first that each holds.
void copy_planes(const std::vector<FieldPlanes>& from, std::int64_t first, StencilBackend& backend,
                 const std::vector<FieldPlanes>& to, std::int64_t at, std::int64_t count) {
    for (std::size_t f = 0; f < from.size(); ++f)
        backend.copy_in(to[f].first + at * to[f].stride, from[f].first + first * from[f].stride,
                        (count - 1) * from[f].stride + from[f].bytes);
}

}  // namespace

SlabBackend::SlabBackend(const Problem& problem, const std::vector<Slab>& slabs, const BackendEntry& row,
                         const BackendOptions& options)
    : extent_(common_part(problem).extent), receivers_(common_part(problem).receivers.size()) {
    for (const Slab& slab : slabs)
        parts_.push_back(
            {slab, row.open(cut_problem(problem, slab), options), receivers_of(common_part(problem), slab)});
    if (parts_.empty()) throw std::invalid_argument("the grid cannot be cut into so many slabs");
    for (const Part& part : parts_)
        if (part.backend->planes().empty()) throw std::invalid_argument(row.name + " cannot move a slab of a grid");
}

void SlabBackend::advance(std::int64_t steps) {
    for (std::int64_t n = 0; n < steps; ++n) {
        for (const Part& part : parts_) part.backend->advance(1);
        exchange_planes();
    }
}

/// The ghosts below a cut are the last own planes of the slab there, those above it the first ones of the other.
void SlabBackend::exchange_planes() {
    std::vector<FieldPlanes> planes = parts_.front().backend->planes();
    for (std::size_t k = 0; k + 1 < parts_.size(); ++k) {
        const Slab& lower = parts_[k].slab;
        const Slab& upper = parts_[k + 1].slab;
        std::vector<FieldPlanes> above = parts_[k + 1].backend->planes();
        copy_planes(planes, upper.first() - lower.first(), *parts_[k + 1].backend, above, 0, upper.below);
        copy_planes(above, upper.below, *parts_[k].backend, planes, lower.to - lower.first(), lower.above);
        planes = std::move(above);
    }
}

void SlabBackend::take_traces(std::vector<double>& traces) {
    std::vector<std::vector<double>> samples(parts_.size());
    for (std::size_t k = 0; k < parts_.size(); ++k) parts_[k].backend->take_traces(samples[k]);
    std::size_t steps = 0;
    for (std::size_t k = 0; k < parts_.size(); ++k)
        if (!parts_[k].receivers.empty()) steps = samples[k].size() / parts_[k].receivers.size();
    const std::size_t first = traces.size();
    traces.resize(first + steps * receivers_);
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        const std::vector<std::size_t>& own = parts_[k].receivers;
        for (std::size_t i = 0; i < samples[k].size(); ++i)
            traces[first + i / own.size() * receivers_ + own[i % own.size()]] = samples[k][i];
    }
}

void SlabBackend::read(FieldLevel level, const NodeBox& box, std::span<double> values) const {
    const Extent all = box.extent();
    std::int64_t plane = 0;  // of the box
    for (const Part& part : parts_) {
        NodeBox here = box;
        here.from.z = box.from.z + plane * box.stride;
        here.to.z = std::min(box.to.z, part.slab.to);
        if (here.from.z >= here.to.z) continue;
        const std::int64_t planes = here.extent().nz;
        here.from.z -= part.slab.first();
        here.to.z -= part.slab.first();
        const auto at = static_cast<std::size_t>(plane * all.nx * all.ny);
        part.backend->read(level, here, values.subspan(at, static_cast<std::size_t>(planes * all.nx * all.ny)));
        plane += planes;
    }
}

void SlabBackend::write(FieldLevel level, std::span<const double> values) {
    const std::int64_t plane = extent_.nx * extent_.ny;
    for (const Part& part : parts_)
        part.backend->write(level, values.subspan(static_cast<std::size_t>(part.slab.first() * plane),
                                                  static_cast<std::size_t>(part.slab.planes() * plane)));
}

FieldHealth SlabBackend::health() const {
    FieldHealth health;
    for (const Part& part : parts_) {
        const bool good = !health.first_bad;
        part.backend->add_health(part.slab.below, part.slab.below + part.slab.own(), health);
        if (good && health.first_bad) *health.first_bad += part.slab.first() * extent_.nx * extent_.ny;
    }
    return health;
}

std::vector<StateArray> SlabBackend::state() {
    std::vector<SlabState> states;
    for (const Part& part : parts_) states.push_back({part.slab, part.backend->state()});
    return joined_state(states, extent_.nz);
}

void SlabBackend::resume() {
    for (const Part& part : parts_) part.backend->resume();
}

}  // namespace wavesim
