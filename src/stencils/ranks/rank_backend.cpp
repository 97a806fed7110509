// SPDX-License-Identifier: MIT
#include "stencils/ranks/rank_backend.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "stencils/problem/state.hpp"
#include "stencils/ranks/rank_state.hpp"
#include "stencils/slabs/cut_lists.hpp"
#include "stencils/slabs/cut_problem.hpp"
#include "stencils/slabs/slab_backend.hpp"
#include "stencils/slabs/slab_shares.hpp"
#include "stencils/slabs/slab_state.hpp"

namespace wavesim {

RankBackend::RankBackend(RankLink& link, const Problem& problem, const SlabMaking& making, const BackendEntry& row,
                         const BackendOptions& options, const Proposal& proposal)
    : link_(link),
      extent_(common_part(problem).extent),
      slabs_(making.slabs),
      receivers_(common_part(problem).receivers.size()) {
    if (std::ssize(slabs_) != link.size()) throw std::invalid_argument("each rank needs one slab");
    for (const Slab& slab : slabs_) receivers_of_.push_back(receivers_of(common_part(problem), slab));
    order_all({RankOrder::Kind::make});
    for (int rank = 1; rank < link_.size(); ++rank) send_making(link_, rank, making);
    open(problem, making, row, options, proposal);
}

/// All replies are received before the first fault is thrown, so that each rank waits for the next order.
void RankBackend::open(const Problem& problem, const SlabMaking& making, const BackendEntry& row,
                       const BackendOptions& options, const Proposal& proposal) {
    std::exception_ptr failure;
    try {
        own_ = std::make_unique<RankSlab>(
            link_, making, row.open(cut_problem(problem, slabs_.front(), making.steps_together), options, proposal));
    } catch (...) {
        failure = std::current_exception();
    }
    for (int rank = 1; rank < link_.size(); ++rank) {
        const int code = link_.receive_value<int>(rank);
        const std::string why = link_.receive_text(rank);
        if (code != 0 && !failure)
            failure = std::make_exception_ptr(RankLost(rank, code, link_.name_of(rank) + ": " + why));
    }
    if (!failure) return;
    drop_all();
    std::rethrow_exception(failure);
}

RankBackend::~RankBackend() { drop_all(); }

void RankBackend::drop_all() const noexcept {
    try {
        if (in_an_order_) return link_.give_up(1, "it has failed in the midst of an order");
        order_all({RankOrder::Kind::drop});
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): the next message throws again
    }
}

void RankBackend::order_all(const RankOrder& order) const {
    for (int rank = 1; rank < link_.size(); ++rank) link_.send_value(rank, order);
}

void RankBackend::advance(std::int64_t steps) {
    in_one_order([&] {
        order_all({RankOrder::Kind::advance, steps});
        own_->advance(steps);
    });
    untaken_ += static_cast<std::size_t>(steps);
}

void RankBackend::take_traces(std::vector<double>& traces) {
    const std::size_t first = traces.size();
    traces.resize(first + untaken_ * receivers_);
    if (untaken_ == 0) return;
    in_one_order([&] {
        order_all({RankOrder::Kind::traces});
        std::vector<double> samples;
        own_->backend().take_traces(samples);
        for (std::size_t k = 0; k < slabs_.size(); ++k) {
            if (k > 0) samples = link_.receive_list<double>(static_cast<int>(k));
            if (samples.size() != untaken_ * receivers_of_[k].size())
                throw std::logic_error("a rank has recorded other steps than the first one");
            place_samples(samples, receivers_of_[k], receivers_, traces.data() + first);
        }
    });
    untaken_ = 0;
}

void RankBackend::read(FieldLevel level, const NodeBox& box, std::span<double> values) const {
    const std::vector<SlabShare> shares = shares_of(box, slabs_);
    const auto plane = static_cast<std::size_t>(box.extent().nx * box.extent().ny);
    in_one_order([&] {
        for (std::size_t k = 1; k < shares.size(); ++k)
            if (shares[k].count > 0)
                link_.send_value(static_cast<int>(k),
                                 RankOrder{RankOrder::Kind::read, static_cast<std::int64_t>(level), shares[k].box});
        if (shares.front().count > 0)
            own_->backend().read(level, shares.front().box, values.subspan(0, shares.front().count));
        for (std::size_t k = 1; k < shares.size(); ++k)
            for (std::size_t at = 0; at < shares[k].count; at += plane)
                link_.receive(static_cast<int>(k), std::as_writable_bytes(values.subspan(shares[k].first + at, plane)));
    });
}

void RankBackend::write(FieldLevel level, std::span<const double> values) {
    const std::int64_t plane = extent_.nx * extent_.ny;
    const auto held = [&](const Slab& slab) {
        return values.subspan(static_cast<std::size_t>(slab.first() * plane),
                              static_cast<std::size_t>(slab.planes() * plane));
    };
    order_all({RankOrder::Kind::write, static_cast<std::int64_t>(level)});
    for (std::size_t k = 1; k < slabs_.size(); ++k) {
        const auto part = held(slabs_[k]);
        link_.send_list(static_cast<int>(k), std::vector<double>(part.begin(), part.end()));
    }
    own_->backend().write(level, held(slabs_.front()));
}

/// All ranks look at their planes at the same time. The planes are added in their order, as one backend adds them.
FieldHealth RankBackend::health() const {
    order_all({RankOrder::Kind::look});
    FieldHealth health;
    std::vector<PlaneLook> looks = own_->look();
    for (std::size_t k = 0; k < slabs_.size(); ++k) {
        if (k > 0) looks = link_.receive_list<PlaneLook>(static_cast<int>(k));
        for (const PlaneLook& plane : looks) {
            health.peak = std::max(health.peak, plane.peak);
            health.change += plane.change;
            if (plane.first_bad >= 0 && !health.first_bad)
                health.first_bad = plane.first_bad + slabs_[k].first() * extent_.nx * extent_.ny;
        }
    }
    return health;
}

std::vector<StateArray> RankBackend::state() {
    std::vector<SlabState> states{{slabs_.front(), SlabBackend::state_of(own_->backend())}};
    for (std::size_t k = 1; k < slabs_.size(); ++k)
        states.push_back({slabs_[k], state_of_rank(link_, static_cast<int>(k))});
    return joined_state(states, extent_.nz);
}

void RankBackend::resume() {
    order_all({RankOrder::Kind::resume});
    SlabBackend::resume_of(own_->backend());
    untaken_ = 0;
}

}  // namespace wavesim
