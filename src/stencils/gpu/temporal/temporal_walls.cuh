// SPDX-License-Identifier: MIT
// Walls, solids and sources inside a pass of several steps (temporal.cuh). Nodes that need more than the stencil are
// grouped in quads: four nodes of a row, at least one of which is special. In iteration i separate warps process the
// quads in the input planes of all levels. They update the states of the walls and store what the next iteration adds
// to u+ when it finishes these planes: u+ = share u* + push (faces.cuh). Only the tile of a quad updates its states,
// level by level, and so in place. Results are those of the passes of single steps bit for bit (nodes.cuh).
#pragma once
#include "stencils/gpu/common/faces.cuh"
#include "stencils/gpu/temporal/temporal_tile.cuh"

namespace wavesim::kernels {

/// Position of the states of a face of quad `number`, in packs. First faces come first, by quad; then for branch walls
/// u^{n-1} and u^{n-2} by quad; then all other faces.
template <bool branch>
WAVESIM_DEVICE Int64 state_place(const WallQuad& quad, int number, int face, int quads) {
    return face == 0 ? number : (branch ? 3 : 1) * static_cast<Int64>(quads) + quad.state + face - 1;
}

/// Layout of the data of walls in the shared memory of a block, behind the planes.
template <class Spec>
struct WallMemory {
    using Real = typename Spec::Real;
    using Tile = TemporalTile<Spec>;
    static constexpr int lines = Spec::tile_y;
    static constexpr int row_words = Tile::levels * lines;  // of one iteration
    static constexpr int kind_packs = 1 + Spec::wall_faces;

    float* table;     ///< packs (wall_kinds, 1 + wall_faces), see WallArguments
    float* push;      ///< packs (2, wall_pool)
    unsigned* kinds;  ///< (2, wall_pool): kinds of the nodes of each push
    unsigned* rows;   ///< (2, levels, lines): mask of lanes with a quad, plus 2^16 times the index of the first push

    explicit WAVESIM_DEVICE WallMemory(Real* ring)
        : table(reinterpret_cast<float*>(ring + Tile::ring_values)),
          push(table + 4 * Spec::wall_kinds * kind_packs),
          kinds(reinterpret_cast<unsigned*>(push + 8 * Spec::wall_pool)),
          rows(kinds + 2 * Spec::wall_pool) {}

    /// Entry `part` of the table for node `e` of four.
    WAVESIM_DEVICE Pack<float> entry(unsigned kinds_of_quad, int e, int part) const {
        return load_pack(table + 4 * (static_cast<int>(kinds_of_quad >> (8 * e) & 127u) * kind_packs + part));
    }

    /// Finishes the thread's nodes of a row, whose plane the walls processed in iteration i - 1.
    template <int level>
    WAVESIM_DEVICE void finish(int i, int line, int lane, Pack<Real>& after) const {
        const int buffer = (i + 1) % 2;
        const unsigned word = load(rows + (buffer * row_words + level * lines + line));
        if ((word >> lane & 1u) == 0) return;
        const int at = buffer * Spec::wall_pool + static_cast<int>(word >> 16) + count_bits(word & ((1u << lane) - 1u));
        const Pack<float> pushes = load_pack(push + 4 * at);
        const unsigned of_nodes = load(kinds + at);
        if constexpr (Spec::branch_walls) {
            for (int e = 0; e < 4; ++e) {
                const Real share = load(table + 4 * kind_packs * static_cast<int>(of_nodes >> (8 * e) & 127u));
                after.v[e] = fused(share, after.v[e], Real(pushes.v[e]));
            }
        } else {
            for (int e = 0; e < 4; ++e) after.v[e] += pushes.v[e];
            if ((of_nodes & WallQuad::any_solid) != 0)
                for (int e = 0; e < 4; ++e)
                    if ((of_nodes >> (8 * e) & 127u) == WallQuad::solid) after.v[e] = 0;
        }
    }
};

template <class Spec>
struct TemporalWalls {
    using Real = typename Spec::Real;
    using Tile = TemporalTile<Spec>;
    using Memory = WallMemory<Spec>;
    static_assert(sizeof(typename Spec::Real) == 4 && Tile::lanes <= 16 && Spec::wall_pool < 1 << 16);
    static constexpr int threads = 32 * Spec::wall_warps;
    static constexpr int levels = Tile::levels;
    static constexpr int slots = Tile::slots;
    static constexpr int together = Spec::branch_walls ? 1 : 2;  // quads that a thread processes at a time; with two
                                                                 // there the registers would spill
    static constexpr int row_rounds = (Memory::row_words + threads - 1) / threads;

    /// Prefetched for one iteration: the quads [first, end) in the input plane of each level, and the words of their
    /// rows.
    struct Ahead {
        int first[levels];
        int end[levels];
        unsigned word[row_rounds];
    };

    static WAVESIM_DEVICE void run(const TemporalArguments<Real>& a, Real* ring) {
        const int k0 = thread_index() - Tile::movers - Tile::fetchers;
        const Memory memory(ring);
        const TilePlanes planes = a.walls.tile[block_y() * Tile::tiles_x + block_x()];
        for (int k = k0; k < Spec::wall_kinds * Memory::kind_packs; k += threads)
            store_pack(memory.table + 4 * k, load_pack(a.walls.table + 4 * k));
        for (int k = k0; k < 2 * Memory::row_words; k += threads) store(memory.rows + k, 0u);
        // Loaded while others still work: the lists of the iteration after the next, and the first quads of the next
        // one.
        Ahead now, next;
        Work work[together]{};
        look_ahead(a, planes, k0, 0, now);
        look_ahead(a, planes, k0, 1, next);
        start_round(a, now, k0, work);
        barrier();
        const int end = Tile::iterations(a.nz);
        int s = 0;
        for (int i = 0; i < end; ++i) {
            if (planes.count > 0) {
                move(a, ring, memory, k0, i % 2, s, now, next, work);
                now = next;
                look_ahead(a, planes, k0, i + 2, next);
                start_round(a, now, k0, work);
            }
            s = s + 1 == slots ? 0 : s + 1;
            barrier();
        }
    }

  private:
    /// A quad with all values for its first face, so that the loads of two quads overlap.
    struct Work {
        int level;
        int number;  ///< index of the quad
        WallQuad quad;
        Pack<float> now, state, before, long_before;
    };

    /// Index of the first quad of each level among the quads of an iteration.
    struct Begins {
        int of[levels + 1];
        explicit WAVESIM_DEVICE Begins(const Ahead& ahead) {
            of[0] = 0;
            static_for<0, levels>([&](auto level_constant) {
                constexpr int level = decltype(level_constant)::value;
                of[level + 1] = of[level] + ahead.end[level] - ahead.first[level];
            });
        }
    };

    static WAVESIM_DEVICE void look_ahead(const TemporalArguments<Real>& a, const TilePlanes& planes, int k0, int i,
                                          Ahead& ahead) {
        const int z0 = i - planes.from;
        static_for<0, levels>([&](auto level_constant) {
            constexpr int level = decltype(level_constant)::value;
            const auto first = [&](int z) {
                return load_read_only(a.walls.first + (planes.at + (z < 0 ? 0 : smaller(z, planes.count))));
            };
            ahead.first[level] = first(z0 - Tile::lag * level);
            ahead.end[level] = first(z0 - Tile::lag * level + 1);
        });
        static_for<0, row_rounds>([&](auto round) {
            constexpr int k = decltype(round)::value;
            const int row = k0 + k * threads;
            const int z = z0 - row / Memory::lines * Tile::lag;
            ahead.word[k] = 0;
            if (row < Memory::row_words && z >= 0 && z < planes.count)
                ahead.word[k] = load_read_only(
                    a.walls.rows + (static_cast<Int64>(planes.at + z) * Memory::lines + row % Memory::lines));
        });
    }

    /// `work`: the first quads of the thread, whose loads were already started.
    static WAVESIM_DEVICE void move(const TemporalArguments<Real>& a, Real* ring, const Memory& memory, int k0,
                                    int buffer, int s, const Ahead& these, const Ahead& next, Work (&work)[together]) {
        const Begins begin(these);
        static_for<0, row_rounds>([&](auto round) {
            constexpr int k = decltype(round)::value;
            const int row = k0 + k * threads;
            if (row < Memory::row_words) {
                unsigned to = 0;
                static_for<1, levels>([&](auto level_constant) {
                    constexpr int level = decltype(level_constant)::value;
                    if (row >= level * Memory::lines) to = static_cast<unsigned>(begin.of[level]);
                });
                store(memory.rows + (buffer * Memory::row_words + row), these.word[k] + (to << 16));
            }
        });
        // The quads of level 0 come from memory, the others from the cache. The plane after the next one has about as
        // many quads.
        for (int k = k0; k < next.end[0] - next.first[0]; k += threads) {
            const int number = next.end[0] + k;
            if (number >= a.walls.quads) break;
            prefetch(a.walls.quad + number);
            for (int part = 0; part < (Spec::branch_walls ? 3 : 1); ++part)
                prefetch(a.walls.state + 4 * (number + part * static_cast<Int64>(a.walls.quads)));
        }
        for (int k = k0; k < begin.of[levels]; k += together * threads) {
            if (k != k0) start_round(a, these, k, work);
            static_for<0, together>([&](auto number) {
                constexpr int j = decltype(number)::value;
                if (k + j * threads < begin.of[levels]) {
                    Work& w = work[j];
                    const int slot = w.level == 0 ? s : s < 2 ? s + slots - 2 : s - 2;
                    const Real* const now = Tile::plane(ring, w.level, slot) + Spec::tile_x + 4 * w.quad.place;
                    w.now = load_pack(reinterpret_cast<const float*>(now));
                    finish_quad(a, memory, buffer * Spec::wall_pool + k + j * threads, w);
                }
            });
        }
    }

    /// Starts the loads of the quads from k on that a thread processes at a time.
    static WAVESIM_DEVICE void start_round(const TemporalArguments<Real>& a, const Ahead& ahead, int k,
                                           Work (&work)[together]) {
        const Begins begin(ahead);
        static_for<0, together>([&](auto number) {
            constexpr int j = decltype(number)::value;
            if (k + j * threads < begin.of[levels]) start_quad(a, begin, ahead, k + j * threads, work[j]);
        });
    }

    static WAVESIM_DEVICE void start_quad(const TemporalArguments<Real>& a, const Begins& begin, const Ahead& ahead,
                                          int k, Work& w) {
        w.level = 0;
        w.number = ahead.first[0] + k;
        static_for<1, levels>([&](auto level_constant) {
            constexpr int t = decltype(level_constant)::value;
            if (k >= begin.of[t]) {
                w.level = t;
                w.number = ahead.first[t] + k - begin.of[t];
            }
        });
        const float* const states = a.walls.state + 4 * static_cast<Int64>(w.number);
        w.quad = load(a.walls.quad + w.number);
        w.state = load_pack(states);
        if constexpr (Spec::branch_walls) {
            w.before = load_pack(states + 4 * a.walls.quads);
            w.long_before = load_pack(states + 8 * a.walls.quads);
        }
    }

    /// Advances the states of a quad's walls to u^n, and stores the increments of its nodes to u+.
    static WAVESIM_DEVICE void finish_quad(const TemporalArguments<Real>& a, const Memory& memory, int at, Work& w) {
        const unsigned kinds = w.quad.kinds;
        Pack<float> push;
        for (int e = 0; e < 4; ++e) push.v[e] = fused(memory.entry(kinds, e, 1).v[3], w.now.v[e], 0.0f);
        if (w.quad.driven >= 0 && a.step + w.level < a.signal_steps)
            for (int e = 0; e < 4; ++e) {
                const int number = load_read_only(a.walls.driven + 4 * w.quad.driven + e);
                if (number >= 0)
                    push.v[e] +=
                        static_cast<float>(load(a.pushes + (static_cast<Int64>(w.level) * a.driven_nodes + number)));
            }
        if constexpr (Spec::branch_walls)
            move_branch_faces(a, memory, w, push);
        else
            move_explicit_faces(a, memory, w, push);
        store_pack(memory.push + 4 * at, push);
        store(memory.kinds + at, kinds);
    }

    static WAVESIM_DEVICE float* place_of(const TemporalArguments<Real>& a, const Work& w, int face) {
        return a.walls.state + 4 * state_place<Spec::branch_walls>(w.quad, w.number, face, a.walls.quads);
    }

    static WAVESIM_DEVICE void move_explicit_faces(const TemporalArguments<Real>& a, const Memory& memory, Work& w,
                                                   Pack<float>& push) {
        for (int f = 0;;) {
            for (int e = 0; e < 4; ++e) {
                const Pack<float> law = memory.entry(w.quad.kinds, e, 1 + f);
                const float flux = face_flux(law.v[0], law.v[1], w.now.v[e], w.state.v[e]);
                w.state.v[e] = moved_theta(a.walls.courant, flux, w.state.v[e]);
                push.v[e] = fused(-law.v[2], flux, push.v[e]);
            }
            store_pack(place_of(a, w, f), w.state);
            if (++f >= w.quad.faces) return;
            w.state = load_pack(place_of(a, w, f));
        }
    }

    /// V of the last step needs u^n, so it is updated here, one step late, unless it was settled already.
    static WAVESIM_DEVICE void move_branch_faces(const TemporalArguments<Real>& a, const Memory& memory, Work& w,
                                                 Pack<float>& push) {
        const bool settled = w.level == 0 && a.walls.settled != 0;
        float of_states[4] = {0, 0, 0, 0};
        for (int f = 0;;) {
            for (int e = 0; e < 4; ++e) {
                const Pack<float> law = memory.entry(w.quad.kinds, e, 1 + f);
                if (!settled)
                    w.state.v[e] =
                        moved_branch(law.v[1], law.v[0], a.walls.courant, w.now.v[e], w.long_before.v[e], w.state.v[e]);
                of_states[e] = fused(-law.v[2], w.state.v[e], of_states[e]);
            }
            store_pack(place_of(a, w, f), w.state);
            if (++f >= w.quad.faces) break;
            w.state = load_pack(place_of(a, w, f));
        }
        float* const levels_before = a.walls.state + 4 * (static_cast<Int64>(a.walls.quads) + w.number);
        store_pack(levels_before, w.now);
        store_pack(levels_before + 4 * a.walls.quads, w.before);
        for (int e = 0; e < 4; ++e) {
            const Pack<float> node = memory.entry(w.quad.kinds, e, 0);
            push.v[e] = branch_push(node.v[0], node.v[1], w.before.v[e], of_states[e], push.v[e]);
        }
    }
};

/// Copies the states of one quad from the lists of single steps, before the first pass after single steps.
template <bool branch>
WAVESIM_DEVICE void take_wall_states(const WallStateArguments& a) {
    const int k = block_x() * block_size() + thread_index();
    if (k >= a.quads) return;
    const WallQuad q = load(a.quad + k);
    for (int f = 0; f == 0 || f < q.faces; ++f) {
        const Int64 at = 4 * state_place<branch>(q, k, f, a.quads);
        for (int e = 0; e < 4; ++e) a.state[at + e] = a.place[at + e] < 0 ? 0.0f : a.single[a.place[at + e]];
    }
    if constexpr (branch)
        for (int e = 0; e < 4; ++e) {
            const Int64 at = 4 * (static_cast<Int64>(a.quads) + k) + e;
            a.state[at] = a.place[at] < 0 ? 0.0f : a.before[a.node[k] + e];
            a.state[at + 4 * a.quads] = 0;
        }
}

/// Before a pass, if panels compute rows twice (gpu/temporal/pass_panels.hpp): copies the states of quads that a panel
/// does not own from the quads of the owner.
template <bool branch>
WAVESIM_DEVICE void share_wall_states(const SharedQuadArguments& a) {
    const int k = block_x() * block_size() + thread_index();
    if (k >= a.count) return;
    const SharedQuad pair = load(a.shared + k);
    const WallQuad from = load(a.quad + pair.from);
    const WallQuad to = load(a.quad + pair.to);
    const auto copy = [&a](Int64 source, Int64 target) {
        store_pack(a.state + 4 * target, load_pack(a.state + 4 * source));
    };
    for (int f = 0; f == 0 || f < to.faces; ++f)
        copy(state_place<branch>(from, pair.from, f, a.quads), state_place<branch>(to, pair.to, f, a.quads));
    if constexpr (branch)
        for (int level = 1; level <= 2; ++level)
            copy(level * static_cast<Int64>(a.quads) + pair.from, level * static_cast<Int64>(a.quads) + pair.to);
}

/// After the last pass: updates V of its last step and copies the states, and the levels that single steps keep, back.
template <bool branch>
WAVESIM_DEVICE void settle_wall_states(const WallStateArguments& a) {
    const int k = block_x() * block_size() + thread_index();
    if (k >= a.quads) return;
    const WallQuad q = load(a.quad + k);
    for (int f = 0; f < q.faces; ++f) {
        const Int64 at = 4 * state_place<branch>(q, k, f, a.quads);
        for (int e = 0; e < 4; ++e) {
            if (a.place[at + e] < 0) continue;
            float state = a.state[at + e];
            if constexpr (branch) {
                const float* const law =
                    a.table + 4 * (static_cast<int>(q.kinds >> (8 * e) & 127u) * a.kind_packs + 1 + f);
                const float long_before = a.state[4 * (2 * static_cast<Int64>(a.quads) + k) + e];
                state = moved_branch(law[1], law[0], a.courant, a.now[a.node[k] + e], long_before, state);
            }
            a.single[a.place[at + e]] = state;
        }
    }
    if constexpr (branch)
        for (int e = 0; e < 4; ++e) {
            const int kept = a.place[4 * (static_cast<Int64>(a.quads) + k) + e];
            if (kept < 0) continue;
            a.kept_before[kept] = a.before[a.node[k] + e];
            a.kept_now[kept] = a.now[a.node[k] + e];
        }
}

}  // namespace wavesim::kernels
