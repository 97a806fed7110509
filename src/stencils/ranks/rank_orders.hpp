// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "stencils/backend/backend.hpp"
#include "stencils/ranks/rank_link.hpp"
#include "stencils/slabs/slab.hpp"

namespace wavesim {

/// An order of rank 0 to another rank. Further data of the order follow it as messages.
struct RankOrder {
    enum class Kind : std::int64_t {
        prepare,     ///< plan shot `number`: `make` follows
        make,        ///< a SlabMaking follows; answered by a FaultOfRank
        drop,        ///< remove the backend
        advance,     ///< do `number` steps
        traces,      ///< answered by the samples
        read,        ///< send the planes of `box` of level `number`, one after the other
        write,       ///< overwrite level `number`; the values of the planes of the slab follow
        look,        ///< answered by one PlaneLook per own plane
        list_state,  ///< answered by a list of arrays
        save,        ///< send array `number` of the list
        load,
        resume,
        end,
    };
    Kind kind = Kind::end;
    std::int64_t number = 0;
    NodeBox box{};
};

/// All that a rank needs to make its slab of a problem that it can plan.
struct SlabMaking {
    std::int64_t shot = 0;
    std::string isa;                  ///< instruction set of the CPU; the same on all ranks, since bits depend on it
    std::string scene_hash;           ///< hash of the scene as rank 0 has read it
    double longest_wait_s = 0;        ///< longest wait for the planes of a neighbour
    std::int64_t reach = 0;           ///< planes that the operator reads along z on each side
    std::int64_t steps_together = 1;  ///< steps between exchanges, 1 or 2
    std::vector<Slab> slabs;          ///< slabs of all ranks, cut for so many steps
};

inline void send_making(RankLink& link, int to, const SlabMaking& making) {
    link.send_value(to, making.shot);
    link.send_text(to, making.isa);
    link.send_text(to, making.scene_hash);
    link.send_value(to, making.longest_wait_s);
    link.send_value(to, making.reach);
    link.send_value(to, making.steps_together);
    link.send_list(to, making.slabs);
}

inline SlabMaking receive_making(RankLink& link) {
    SlabMaking making;
    making.shot = link.receive_value<std::int64_t>(0);
    making.isa = link.receive_text(0);
    making.scene_hash = link.receive_text(0);
    making.longest_wait_s = link.receive_value<double>(0);
    making.reach = link.receive_value<std::int64_t>(0);
    making.steps_together = link.receive_value<std::int64_t>(0);
    making.slabs = link.receive_list<Slab>(0);
    return making;
}

/// The reason why a rank could not execute an order: exit code and sentence. The code is 0 if it could.
struct FaultOfRank {
    int code = 0;
    std::string why;
};

/// FieldHealth of one plane.
struct PlaneLook {
    double peak = 0;
    double change = 0;
    std::int64_t first_bad = -1;  ///< node index in the planes of the slab; -1: all nodes are finite
};

}  // namespace wavesim
