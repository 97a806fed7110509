// SPDX-License-Identifier: MIT
#include "stencils/ranks/rank_server.hpp"

#include <utility>

#include "stencils/problem/state.hpp"
#include "stencils/ranks/rank_state.hpp"
#include "stencils/slabs/slab_backend.hpp"

namespace wavesim {

namespace {

/// Executes single orders.
class RankServer {
  public:
    RankServer(RankLink& link, const RankSkills& skills) : link_(link), skills_(skills) {}

    void obey(const RankOrder& order) {
        switch (order.kind) {
            case RankOrder::Kind::prepare: return prepare(order.number);
            case RankOrder::Kind::make: return make();
            case RankOrder::Kind::drop: return slab_.reset();
            case RankOrder::Kind::advance: return slab_->advance(order.number);
            case RankOrder::Kind::traces: return send_traces();
            case RankOrder::Kind::read: return send_planes(static_cast<FieldLevel>(order.number), order.box);
            case RankOrder::Kind::write:
                return backend().write(static_cast<FieldLevel>(order.number), link_.receive_list<double>(0));
            case RankOrder::Kind::look: return link_.send_list(0, slab_->look());
            case RankOrder::Kind::list_state: return send_state_list(link_, state());
            case RankOrder::Kind::save: return send_state_array(link_, state().at(number(order)));
            case RankOrder::Kind::load: return receive_state_array(link_, state().at(number(order)));
            case RankOrder::Kind::resume: return SlabBackend::resume_of(backend());
            case RankOrder::Kind::end: return;
        }
    }

  private:
    static std::size_t number(const RankOrder& order) { return static_cast<std::size_t>(order.number); }
    StencilBackend& backend() { return slab_->backend(); }
    std::vector<StateArray> state() { return SlabBackend::state_of(backend()); }

    /// A fault is reported as the reply to `make`: rank 0 finds most faults itself before that.
    void prepare(std::int64_t shot) {
        fault_ = {};
        try {
            skills_.prepare(shot);
        } catch (...) {
            fault_ = skills_.fault();
        }
    }

    void make() {
        const SlabMaking making = receive_making(link_);
        if (fault_.code == 0) {
            try {
                const Slab& own = making.slabs.at(static_cast<std::size_t>(link_.rank()));
                slab_ = std::make_unique<RankSlab>(link_, making, skills_.make(making, own));
            } catch (...) {
                fault_ = skills_.fault();
            }
        }
        link_.send_value(0, fault_.code);
        link_.send_text(0, fault_.why);
        fault_ = {};
    }

    void send_traces() {
        std::vector<double> samples;
        backend().take_traces(samples);
        link_.send_list(0, samples);
    }

    void send_planes(FieldLevel level, const NodeBox& box) {
        const Extent n = box.extent();
        std::vector<double> values(static_cast<std::size_t>(n.nx * n.ny));
        for (NodeBox plane = box; plane.from.z < box.to.z; plane.from.z += box.stride) {
            plane.to.z = plane.from.z + 1;
            backend().read(level, plane, values);
            link_.send(0, std::as_bytes(std::span(values)));
        }
    }

    RankLink& link_;
    const RankSkills& skills_;
    std::unique_ptr<RankSlab> slab_;
    FaultOfRank fault_;
};

}  // namespace

int serve_rank(RankLink& link, const RankSkills& skills) {
    RankServer server(link, skills);
    try {
        for (;;) {
            const auto order = link.receive_value<RankOrder>(0);
            if (order.kind == RankOrder::Kind::end) return static_cast<int>(order.number);
            server.obey(order);
        }
    } catch (const RankLost&) {
        throw;
    } catch (...) {
        const FaultOfRank fault = skills.fault();
        link.give_up(fault.code, fault.why);
        throw RankLost(link.rank(), fault.code, fault.why);
    }
}

}  // namespace wavesim
