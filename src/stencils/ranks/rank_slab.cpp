// SPDX-License-Identifier: MIT
#include "stencils/ranks/rank_slab.hpp"

#include <algorithm>
#include <utility>

#include "stencils/slabs/slab_backend.hpp"

namespace wavesim {

RankSlab::RankSlab(RankLink& link, const SlabMaking& making, std::unique_ptr<StencilBackend> backend)
    : link_(link),
      slabs_(making.slabs),
      self_(static_cast<std::size_t>(link.rank())),
      backend_(std::move(backend)),
      walls_(making.steps_together > 1 ? SlabBackend::state_of(*backend_) : std::vector<StateArray>()),
      steps_together_(making.steps_together),
      reach_(making.reach),
      longest_wait_s_(making.longest_wait_s) {}

void RankSlab::advance(std::int64_t steps) {
    while (steps > 0) {
        const std::int64_t count = std::min(steps, steps_together_);
        backend_->advance(count);
        exchange_planes();
        steps -= count;
    }
}

void RankSlab::exchange_planes() {
    const std::vector<FieldPlanes> fields = backend_->planes();
    for (const std::size_t neighbour : {self_ - 1, self_ + 1}) {
        if (neighbour >= slabs_.size()) continue;
        exchange_with(neighbour, fields);
        if (steps_together_ > 1) exchange_walls(neighbour);
    }
    link_.finish(longest_wait_s_);
}

/// Exchanges the memory of the walls in the ghost planes that a slab updates itself (ghosts_moved()).
void RankSlab::exchange_walls(std::size_t neighbour) {
    const Slab &own = slabs_[self_], &other = slabs_[neighbour];
    const int rank = static_cast<int>(neighbour);
    const auto planes = [&](std::int64_t from, std::int64_t to) {
        return from < to ? walls_.planes(from - own.first(), to - own.first()) : std::vector<std::span<std::byte>>();
    };
    const bool below = neighbour < self_;
    const auto wanted =
        below ? planes(own.from - (own.below - reach_), own.from) : planes(own.to, own.to + (own.above - reach_));
    const auto given =
        below ? planes(own.from, own.from + (other.above - reach_)) : planes(own.to - (other.below - reach_), own.to);
    for (const auto& bytes : wanted) link_.start_receive(rank, RankLink::Channel::planes, bytes);
    for (const auto& bytes : given) link_.start_send(rank, RankLink::Channel::planes, bytes);
}

/// The ghost planes at a cut are own planes of the neighbour next to the cut.
void RankSlab::exchange_with(std::size_t neighbour, const std::vector<FieldPlanes>& fields) {
    const Slab &own = slabs_[self_], &other = slabs_[neighbour];
    const bool below = neighbour < self_;
    const int rank = static_cast<int>(neighbour);
    for (const FieldPlanes& field : fields) {
        const auto planes = [&](std::int64_t first, std::int64_t count) {
            return std::span(field.first + (first - own.first()) * field.stride,
                             static_cast<std::size_t>(count > 0 ? (count - 1) * field.stride + field.bytes : 0));
        };
        const auto wanted = below ? planes(own.first(), own.below) : planes(own.to, own.above);
        const auto given = below ? planes(own.from, other.above) : planes(own.to - other.below, other.below);
        if (!wanted.empty()) link_.start_receive(rank, RankLink::Channel::planes, wanted);
        if (!given.empty()) link_.start_send(rank, RankLink::Channel::planes, given);
    }
}

std::vector<PlaneLook> RankSlab::look() const {
    std::vector<PlaneLook> looks;
    for (std::int64_t z = slab().below; z < slab().below + slab().own(); ++z) {
        FieldHealth plane;
        backend_->add_health(z, z + 1, plane);
        looks.push_back({plane.peak, plane.change, plane.first_bad.value_or(-1)});
    }
    return looks;
}

}  // namespace wavesim
