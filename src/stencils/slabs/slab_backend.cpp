// SPDX-License-Identifier: MIT
#include "stencils/slabs/slab_backend.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "stencils/backend/marked_backend.hpp"
#include "stencils/backend/stopwatch.hpp"
#include "stencils/problem/state.hpp"
#include "stencils/slabs/cut_lists.hpp"
#include "stencils/slabs/cut_problem.hpp"
#include "stencils/slabs/slab_shares.hpp"
#include "stencils/slabs/slab_state.hpp"

namespace wavesim {

namespace {

/// Copies planes of all fields to `backend`, counted from the first plane that each has.
void copy_planes(const std::vector<FieldPlanes>& from, std::int64_t first, StencilBackend& backend,
                 const std::vector<FieldPlanes>& to, std::int64_t at, std::int64_t count) {
    for (std::size_t f = 0; f < from.size(); ++f)
        backend.copy_in(to[f].first + at * to[f].stride, from[f].first + first * from[f].stride,
                        (count - 1) * from[f].stride + from[f].bytes);
}

}  // namespace

SlabBackend::SlabBackend(const Problem& problem, const SlabPlan& plan, const BackendEntry& row,
                         const BackendOptions& options, double lost_after_s)
    : extent_(common_part(problem).extent),
      receivers_(common_part(problem).receivers.size()),
      steps_together_(plan.steps_together),
      lost_after_s_(lost_after_s) {
    if (!plan.any()) throw std::invalid_argument("the grid cannot be cut into so many slabs");
    const MediumSupport* const support = row.support(common_part(problem).medium);
    if (support == nullptr || !support->slabs) throw std::invalid_argument(row.name + " cannot move a slab of a grid");
    std::vector<std::string> names;
    for (const PlannedSlab& one : plan.slabs) {
        Part& part = parts_.emplace_back();
        part.slab = one.slab;
        part.receivers = receivers_of(common_part(problem), one.slab);
        names.push_back(one.device);
    }
    team_ = std::make_unique<SlabTeam>(std::move(names));
    try {
        open(problem, plan, row, options);
    } catch (...) {
        close();
        throw;
    }
}

SlabBackend::~SlabBackend() { close(); }

/// The first backend is opened before the others, which then find its kernels in the cache. Slabs of one device are
/// opened in turn: a device accepts no copies from one thread while another thread records its steps.
void SlabBackend::open(const Problem& problem, const SlabPlan& plan, const BackendEntry& row,
                       const BackendOptions& options) {
    std::vector<std::size_t> turns(parts_.size());
    std::map<int, std::size_t> next;  // last turn given to a slab, by device
    for (std::size_t k = 1; k < turns.size(); ++k) turns[k] = ++next[plan.slabs[k].gpu];
    const std::size_t last = std::ranges::max(turns);
    team_->run([&](std::size_t member) {
        for (std::size_t turn = 0; turn <= last; ++turn) {
            if (turn == turns[member]) {
                BackendOptions own = options;
                own.device = plan.slabs[member].gpu;
                const auto& proposal = plan.slabs[member].proposal;
                parts_[member].backend = row.open(cut_problem(problem, parts_[member].slab, plan.steps_together), own,
                                                  proposal ? *proposal : Proposal{});
            }
            if (!team_->wait_for_all()) return;
        }
        if (member > 0) parts_[member].backend->meet(*parts_[member - 1].backend);
        if (member + 1 < parts_.size()) parts_[member].backend->meet(*parts_[member + 1].backend);
    });
}

/// After a failure devices may still read planes of others, so none is closed before all are done.
void SlabBackend::close() {
    team_->close(
        [parts = shared_parts_](std::size_t member) {
            if ((*parts)[member].backend) (*parts)[member].backend->finish_advance();
        },
        lost_after_s_);
    team_->close([parts = shared_parts_](std::size_t member) { (*parts)[member].backend.reset(); }, lost_after_s_);
}

void SlabBackend::advance(std::int64_t steps) {
    start_advance(steps);
    finish_advance();
}

void SlabBackend::start_advance(std::int64_t steps) {
    team_->start([parts = shared_parts_, steps, together = steps_together_, meeting = team_->shared_meeting()](
                     std::size_t member) { do_steps(*parts, member, steps, together, *meeting); });
}

double SlabBackend::finish_advance() {
    team_->finish({lost_after_s_, [this](std::size_t member) { return progress_of(parts_[member]); }});
    double slowest = 0;
    for (const Part& part : parts_) slowest = std::max(slowest, part.seconds);
    return slowest;
}

void SlabBackend::do_steps(Parts& parts, std::size_t member, std::int64_t steps, std::int64_t steps_together,
                           MeetingPoint& meeting) {
    const Stopwatch watch;
    Part& own = parts[member];
    if (steps_together == 1) {
        for (std::int64_t n = 0; n < steps; ++n)
            if (!do_step(parts, member, meeting)) return;
    } else {
        for (std::int64_t n = 0; n < steps; n += steps_together)
            if (!do_pair(parts, member, std::min(steps - n, steps_together), n > 0, meeting)) return;
    }
    own.backend->finish_advance();
    own.seconds = watch.seconds();
}

/// Threads synchronise when all have started a step, and again when all have started to copy, so a device waits for the
/// mark of a neighbour in this step. A step overwrites the level before the last one. Neighbours copied that level
/// before their last mark.
bool SlabBackend::do_step(Parts& parts, std::size_t member, MeetingPoint& meeting) {
    start_step(parts[member]);
    parts[member].backend->mark();
    if (!meeting.wait_for_all()) return false;
    take_planes(parts, member);
    return meeting.wait_for_all();
}

/// The last step of a pair overwrites the level that neighbours copied after the last pair, so it waits for a second
/// mark of theirs after these copies. The first step of a pair does not: meanwhile the copies end.
bool SlabBackend::do_pair(Parts& parts, std::size_t member, std::int64_t steps, bool copied, MeetingPoint& meeting) {
    Part& own = parts[member];
    if (steps == 2) start_step(own);
    if (copied) {
        if (member > 0) own.backend->wait_for(*parts[member - 1].backend);
        if (member + 1 < parts.size()) own.backend->wait_for(*parts[member + 1].backend);
    }
    start_step(own);
    if (!meeting.wait_for_all()) return false;  // all wait for the second marks of the last pair
    own.backend->mark();
    if (!meeting.wait_for_all()) return false;
    take_planes(parts, member);
    if (!meeting.wait_for_all()) return false;  // all wait for the first marks
    own.backend->mark();
    return meeting.wait_for_all();
}

void SlabBackend::start_step(Part& part) {
    part.backend->start_advance(1);
    ++part.steps_begun;
}

std::int64_t SlabBackend::progress_of(const Part& part) {
    const auto* const marked = dynamic_cast<const MarkedBackend*>(part.backend.get());
    return part.steps_begun + (marked == nullptr ? 0 : marked->marks_reached());
}

/// The ghost planes below a cut are the last own planes of the slab there. Those above it are the first own planes of
/// the other slab.
void SlabBackend::take_planes(Parts& parts, std::size_t member) {
    const Part& own = parts[member];
    const std::vector<FieldPlanes> here = own.backend->planes();
    const auto take = [&](const Part& from, std::int64_t first, std::int64_t count) {
        own.backend->wait_for(*from.backend);
        copy_planes(from.backend->planes(), first - from.slab.first(), *own.backend, here, first - own.slab.first(),
                    count);
    };
    if (own.slab.below > 0) take(parts[member - 1], own.slab.first(), own.slab.below);
    if (own.slab.above > 0) take(parts[member + 1], own.slab.to, own.slab.above);
}

void SlabBackend::take_traces(std::vector<double>& traces) {
    std::vector<std::vector<double>> samples(parts_.size());
    team_->run([&](std::size_t member) { parts_[member].backend->take_traces(samples[member]); });
    std::size_t steps = 0;
    for (std::size_t k = 0; k < parts_.size(); ++k)
        if (!parts_[k].receivers.empty()) steps = samples[k].size() / parts_[k].receivers.size();
    const std::size_t first = traces.size();
    traces.resize(first + steps * receivers_);
    for (std::size_t k = 0; k < parts_.size(); ++k)
        place_samples(samples[k], parts_[k].receivers, receivers_, traces.data() + first);
}

std::vector<Slab> SlabBackend::slabs() const {
    std::vector<Slab> slabs;
    for (const Part& part : parts_) slabs.push_back(part.slab);
    return slabs;
}

void SlabBackend::read(FieldLevel level, const NodeBox& box, std::span<double> values) const {
    const std::vector<SlabShare> shares = shares_of(box, slabs());
    team_->run([&](std::size_t member) {
        const SlabShare& share = shares[member];
        if (share.count > 0) parts_[member].backend->read(level, share.box, values.subspan(share.first, share.count));
    });
}

void SlabBackend::write(FieldLevel level, std::span<const double> values) {
    const std::int64_t plane = extent_.nx * extent_.ny;
    team_->run([&](std::size_t member) {
        const Part& part = parts_[member];
        part.backend->write(level, values.subspan(static_cast<std::size_t>(part.slab.first() * plane),
                                                  static_cast<std::size_t>(part.slab.planes() * plane)));
    });
}

/// One slab after the other, since sums must have a fixed order.
FieldHealth SlabBackend::health() const {
    FieldHealth health;
    for (std::size_t k = 0; k < parts_.size(); ++k)
        team_->run([&](std::size_t member) {
            if (member != k) return;
            const Part& part = parts_[k];
            const bool good = !health.first_bad;
            part.backend->add_health(part.slab.below, part.slab.below + part.slab.own(), health);
            if (good && health.first_bad) *health.first_bad += part.slab.first() * extent_.nx * extent_.ny;
        });
    return health;
}

std::vector<StateArray> SlabBackend::state() {
    std::vector<SlabState> states;
    for (const Part& part : parts_) states.push_back({part.slab, part.backend->state()});
    return joined_state(states, extent_.nz);
}

void SlabBackend::resume() {
    team_->run([this](std::size_t member) { parts_[member].backend->resume(); });
}

}  // namespace wavesim
