// SPDX-License-Identifier: MIT
// Many time steps of a small grid in one cooperative launch: u+ = 2u - u- + courant^2 L u, then what acts on single
// nodes, and receivers, with the formulas and the bits of whole_step.cuh. Every block keeps its rows and planes for all
// steps: u and u* with one row and plane of the neighbours in shared memory, u- in registers. In a step it computes u*
// of its part, finishes the nodes on which walls, solids or sources act (common/nodes.cuh), sends the packs at its
// faces (and edges, where the stencil has corners), and waits for those of its neighbours (resident_exchange.cuh).
// Nothing waits for all blocks. The levels in memory are not changed: the last two go to arrays of their own, and count
// if no block has waited for too long. Cost per node: 12 bytes per launch. Per step in shared memory the packs beside,
// above and below, and 1 written; per listed node as in common/nodes.cuh; per pack at a face as in
// resident_exchange.cuh.
#pragma once
#include "stencils/gpu/common/nodes.cuh"
#include "stencils/gpu/resident/resident_exchange.cuh"
#include "stencils/gpu/whole_step/whole_step_sums.cuh"

namespace wavesim::kernels {

/// Lists of nodes of a block whose field is in shared memory.
template <class Real>
struct ListsOnChip : PassArguments<Real> {
    WAVESIM_DEVICE explicit ListsOnChip(const PassArguments<Real>& lists) : PassArguments<Real>(lists) {}
};
template <class Real>
WAVESIM_DEVICE Real load_now(const ListsOnChip<Real>&, const Real* p) {
    return load(p);
}

template <class Spec, class Rule = DifferentWords>
struct Resident {
    using Real = typename Spec::Real;
    using Sums = WholeStepSums<Spec>;
    using Rows = typename Sums::PlaneRows;
    static constexpr int V = Pack<Real>::size;
    static constexpr int packs = (Spec::nx + V - 1) / V, row = packs * V;  ///< values of a row in a level
    static constexpr int plane = (Spec::tile_y + 2) * row, level = (Spec::tile_z + 2) * plane;
    static constexpr int threads = Spec::threads, items = Spec::items;
    static constexpr int shared_bytes =
        2 * level * static_cast<int>(sizeof(Real)) + items * static_cast<int>(sizeof(ExchangeWord) + sizeof(Exchange));
    static_assert(threads % 32 == 0 && threads >= packs * Spec::tile_y && level / V <= 65536);

    /// What does not change from step to step.
    struct Part {
        ResidentBlock block;
        bool low_y, high_y, low_z, high_z;  ///< there is a block beyond

        WAVESIM_DEVICE explicit Part(const ResidentBlock& b)
            : block(b),
              low_y(b.y0 > 0),
              high_y(b.y0 + b.rows < Spec::ny),
              low_z(b.z0 > 0),
              high_z(b.z0 + b.planes < Spec::nz) {}
    };
    /// The packs of a thread, one above the other: places in a level.
    struct Column {
        int x;             ///< first node
        int own;           ///< in plane -1
        int below, above;  ///< from there to the rows beside it, or to their images
        int under, over;   ///< in the plane below the first one and in the one above the last one, or in their images
        bool stores;

        WAVESIM_DEVICE explicit Column(const Part& part) {
            // Threads without a column do as those of the last row, since lanes exchange values, and store nothing.
            const int line = thread_index() / packs, y = smaller(line, part.block.rows - 1);
            stores = line < part.block.rows;
            x = thread_index() % packs * V;
            own = (y + 1) * row + x;
            below = y > 0 || part.low_y ? -row : Spec::halo_y_low == halo_mirror_whole ? row : 0;
            const bool inside = y + 1 < part.block.rows || part.high_y;
            above = inside ? row : Spec::halo_y_high == halo_mirror_whole ? -row : 0;
            under = own + (part.low_z ? 0 : Spec::halo_z_low == halo_mirror_whole ? 2 * plane : plane);
            const int last = own + part.block.planes * plane;
            over = part.high_z ? last + plane : Spec::halo_z_high == halo_mirror_whole ? last - plane : last;
        }
    };

    /// All lanes of a warp must call it. `p` points to the pack.
    static WAVESIM_DEVICE RowValues<Real> read_row(const Real* p, int x) {
        const int lane = thread_index() % 32;
        const Pack<Real> pack = load_pack(p);
        RowValues<Real> values;
        values.at[0] = lane_before<32>(pack.v[V - 1]);
        values.at[V + 1] = lane_after<32>(pack.v[0]);
        if (lane == 0 && x > 0) values.at[0] = load(p - 1);
        if (lane == 31 && x + V < Spec::nx) values.at[V + 1] = load(p + V);
        for (int i = 0; i < V; ++i) values.at[i + 1] = pack.v[i];
        put_images<Spec>(values, x, Spec::nx, Spec::halo_x_low, Spec::halo_x_high);
        return values;
    }

    /// u* in the place of u-.
    static WAVESIM_DEVICE void compute(const Column& c, int planes, const Real* now, Real* next) {
        Pack<Real> before[2];  // of the last two planes
        Sums::template walk<Spec::tile_z>(
            [&](auto k_constant) {
                constexpr int k = decltype(k_constant)::value;
                const bool beyond = k == Spec::tile_z || (k == Spec::tile_z - 1 && planes < Spec::tile_z);
                const Real* const own = now + (k < 0 ? c.under : beyond ? c.over : c.own + (k + 1) * plane);
                if constexpr (k >= 0 && k < Spec::tile_z) before[k % 2] = load_pack(next + (c.own + (k + 1) * plane));
                Rows rows;
                if constexpr (Sums::template reads_all<Spec::tile_z>(k)) {
                    rows.own = read_row(own, c.x);
                    if constexpr (Sums::has_corners()) {
                        const RowValues<Real> below = read_row(own + c.below, c.x),
                                              above = read_row(own + c.above, c.x);
                        for (int i = 0; i < V + 2; ++i) rows.pair.at[i] = below.at[i] + above.at[i];
                    } else {
                        const Pack<Real> below = load_pack(own + c.below), above = load_pack(own + c.above);
                        for (int i = 0; i < V; ++i) rows.pair.at[i + 1] = below.v[i] + above.v[i];
                    }
                } else {
                    const Pack<Real> pack = load_pack(own);
                    for (int i = 0; i < V; ++i) rows.own.at[i + 1] = pack.v[i];
                }
                return rows;
            },
            [&](auto k_constant, const Real(&u)[V], const Real(&sum)[V]) {
                constexpr int k = decltype(k_constant)::value;
                if (!c.stores || (k == Spec::tile_z - 1 && planes < Spec::tile_z)) return;
                Pack<Real> after = before[k % 2];  // padding stays as it is
                for (int i = 0; i < V; ++i)
                    if (c.x + i < Spec::nx) after.v[i] = next_value<Spec>(u[i], after.v[i], sum[i], Real(1));
                store_pack(next + (c.own + (k + 1) * plane), after);
            });
    }

    /// The groups of a warp, in turn. The lists are constant: the first group is read before others have stored u*, and
    /// the next group while one is finished.
    struct Turns {
        static constexpr int warps = threads / 32, per_lane = group_nodes / 32;
        /// The places of the first group stay in registers from step to step. With 27 points and 128 registers per
        /// thread some of them spill on compute capability 8.0.
        static constexpr bool keeps_places = false;
        const NodeGroup* groups;
        int count;
        NodeGroup first;
        int offset[per_lane];

        WAVESIM_DEVICE Turns(const PassArguments<Real>& lists, const ResidentBlock& block)
            : groups(lists.group + (block.first_group + thread_index() / 32)),
              count((block.groups - thread_index() / 32 + warps - 1) / warps) {
            if (!keeps_places || count <= 0) return;
            first = groups[0];
            for (int j = 0; j < per_lane; ++j) offset[j] = lists.offset[first.first + entry(first, j)];
        }
        static WAVESIM_DEVICE int entry(const NodeGroup& group, int j) {
            return smaller(thread_index() % 32 + 32 * j, group.count - 1);
        }
        /// All but the places.
        static WAVESIM_DEVICE void begin(const PassArguments<Real>& lists, const NodeGroup& group,
                                         PlacedNodes<Real>& placed) {
            placed.group = group;
            placed.kind = lists.kind[group.kind];
            for (int j = 0; j < per_lane; ++j) {
                placed.lane.mine[j] = thread_index() % 32 + 32 * j < group.count;
                placed.lane.index[j] = entry(group, j);
                placed.lane.push[j] = 0;
            }
        }
        /// Waits until all threads of the block have stored u*.
        template <class Lists>
        WAVESIM_DEVICE void finish(const Lists& lists) const {
            PlacedNodes<Real> placed;
            NodeGroup following;
            if (count > 0) {
                begin(lists, keeps_places ? first : groups[0], placed);
                for (int j = 0; j < per_lane; ++j)
                    placed.lane.offset[j] =
                        keeps_places ? offset[j] : lists.offset[placed.group.first + placed.lane.index[j]];
                following = groups[count > 1 ? warps : 0];
            }
            barrier();
            for (int turn = 1; turn <= count; ++turn) {
                finish_group(lists, placed);
                if (turn == count) break;
                begin(lists, following, placed);
                for (int j = 0; j < per_lane; ++j)
                    placed.lane.offset[j] = lists.offset[following.first + placed.lane.index[j]];
                following = groups[(turn + 1 < count ? turn + 1 : 0) * warps];
            }
        }
    };

    static WAVESIM_DEVICE void finish_nodes(const ResidentArguments<Real>& a, const Turns& turns, Int64 step,
                                            const Real* now, Real* next) {
        ListsOnChip<Real> lists(a.passes);
        lists.now = now;
        lists.next = next;
        lists.before = a.kept[step % 2];
        lists.step = &step;
        turns.finish(lists);
    }

    /// Both levels of the rows and planes of the block and around it, and the list of its exchange.
    static WAVESIM_DEVICE void fill(const ResidentArguments<Real>& a, const ResidentBlock& block, Real* levels,
                                    ExchangeWord* sent_before, Exchange* list) {
        constexpr int lines = (Spec::tile_y + 2) * (Spec::tile_z + 2);
        for (int k = thread_index(); k < lines * packs; k += threads) {
            const int line = k / packs, x = k % packs * V;
            const int y = block.y0 + line % (Spec::tile_y + 2) - 1, z = block.z0 + line / (Spec::tile_y + 2) - 1;
            const int inside_y = smaller(y < 0 ? 0 : y, Spec::ny - 1), inside_z = smaller(z < 0 ? 0 : z, Spec::nz - 1);
            const Int64 at = inside_z * a.plane + (inside_y * a.pitch + x);
            store_pack(levels + (line * row + x), load_pack(a.now + at));
            store_pack(levels + (level + line * row + x), load_pack(a.before + at));
        }
        for (int k = thread_index(); k < items; k += threads) {
            sent_before[k] = reserved_word();
            list[k] = a.exchange[static_cast<Int64>(block_x()) * items + k];
        }
    }

    /// A level of the block to memory.
    static WAVESIM_DEVICE void write(const ResidentArguments<Real>& a, const ResidentBlock& block, const Real* from,
                                     Real* to) {
        for (int k = thread_index(); k < block.planes * block.rows * packs; k += threads) {
            const int line = k / packs, x = k % packs * V, y = line % block.rows, z = line / block.rows;
            store_pack(to + ((block.z0 + z) * a.plane + ((block.y0 + y) * a.pitch + x)),
                       load_pack(from + ((z + 1) * plane + (y + 1) * row + x)));
        }
    }

    static WAVESIM_DEVICE void run(const ResidentArguments<Real>& a) {
        if (observe(a.given_up) != 0) return;
        const Part part(a.block[block_x()]);
        const ResidentBlock& block = part.block;
        Real* const levels = shared_memory<Real>();
        ExchangeWord* const sent_before = reinterpret_cast<ExchangeWord*>(levels + 2 * level);
        Exchange* const list = reinterpret_cast<Exchange*>(sent_before + items);
        fill(a, block, levels, sent_before, list);
        const Column column(part);
        BlockExchange<threads, items, Rule> exchange(a, block.exchanges, sent_before, list);
        constexpr Int64 words = static_cast<Int64>(Spec::blocks) * items;
        const Turns turns(a.passes, block);
        barrier();
        for (int n = 0; n < a.steps; ++n) {
            const Real* const now = levels + n % 2 * level;
            Real* const next = levels + (1 - n % 2) * level;
            for (int i = block.first_heard + thread_index(); i < block.first_heard + block.heard; i += threads)
                store(a.samples + (static_cast<Int64>(n) * a.heard_nodes + a.heard[i].number), now[a.heard[i].place]);
            compute(column, block.planes, now, next);
            if (block.groups > 0) finish_nodes(a, turns, a.step + n, now, next);
            barrier();
            if (n + 1 == a.steps) break;
            exchange.send(now, next, n % 2, words);
            exchange.receive(next, n % 2, words, static_cast<Int64>(block_x()) * items);
            barrier();
        }
        write(a, block, levels + a.steps % 2 * level, a.last);
        write(a, block, levels + (1 - a.steps % 2) * level, a.last_but_one);
    }
};

/// Copies unless a launch has given up.
template <class Real>
WAVESIM_DEVICE void copy_levels(const LevelCopies<Real>& a) {
    if (observe(a.given_up) != 0) return;
    if (a.reached != nullptr && block_x() == 0 && thread_index() == 0) *a.reached = a.step;
    for (int copy = 0; copy < a.copies; ++copy)
        for (Int64 i = static_cast<Int64>(block_x()) * block_size() + thread_index(); i < a.count[copy];
             i += static_cast<Int64>(a.blocks) * block_size())
            store(a.to[copy] + i, load(a.from[copy] + i));
}

}  // namespace wavesim::kernels
