// SPDX-License-Identifier: MIT
// How blocks that keep parts of a field exchange packs of four values. A pack is one word of 128 bits, written and read
// as a whole. There is one slot for each parity of the step. A word always differs from the one that stood in its slot
// before, so that its reader sees that it has come: there are no flags, fences or resets. The reserved word stands for
// a pack that equals the one of two steps before. A slot is not overwritten unread: a block sends the word of step n +
// 2 after it has the one of step n + 1 of its neighbour, which that one sends after it has read the word of step n.
// Cost per word: 16 bytes written and 16 or more read, through the L2 cache.
#pragma once
#include "stencils/gpu/common/primitives.cuh"
#include "stencils/gpu/resident/resident_arguments.cuh"

namespace wavesim::kernels {

WAVESIM_DEVICE ExchangeWord word_of(const Pack<float>& pack) {
    ExchangeWord word;
    memcpy(&word, &pack, sizeof(word));
    return word;
}
WAVESIM_DEVICE Pack<float> pack_of(const ExchangeWord& word) {
    Pack<float> pack;
    memcpy(&pack, &word, sizeof(word));
    return pack;
}
WAVESIM_DEVICE bool equal_words(const ExchangeWord& a, const ExchangeWord& b) {
    return ((a.bits[0] ^ b.bits[0]) | (a.bits[1] ^ b.bits[1]) | (a.bits[2] ^ b.bits[2]) | (a.bits[3] ^ b.bits[3])) == 0;
}
/// All bits set: a NaN that no arithmetic gives.
WAVESIM_DEVICE ExchangeWord reserved_word() { return {{~0u, ~0u, ~0u, ~0u}}; }

/// What is sent of a pack that follows `before` in its slot, and what has come.
struct DifferentWords {
    /// True if the reserved word is sent. `stands`: it stands in the slot.
    static WAVESIM_DEVICE bool reserves(const ExchangeWord& pack, const ExchangeWord& before, bool stands) {
        return equal_words(pack, before) && !stands;
    }
    /// `before`: the pack of two steps before.
    static WAVESIM_DEVICE bool has_come(const ExchangeWord& word, const ExchangeWord& before, bool stands) {
        const bool reserved = equal_words(word, reserved_word());
        return stands ? !reserved : reserved || !equal_words(word, before);
    }
};

/// The exchange of one thread: every `threads`-th of the `items` of its block. `Rule` is DifferentWords except in
/// tests.
template <int threads, int items, class Rule>
class BlockExchange {
  public:
    static constexpr int per_thread = (items + threads - 1) / threads;
    static_assert(2 * per_thread <= 32, "a bit for each slot of a thread");

    /// `sent_before`: shared memory for the packs that were sent last. `list`: in shared memory.
    WAVESIM_DEVICE BlockExchange(const ResidentArguments<float>& a, int count, ExchangeWord* sent_before,
                                 const Exchange* list)
        : a_(a), count_(count), sent_before_(sent_before), list_(list) {}

    /// Sends the packs of `next`. The packs of `now` are those that the word after this one will be compared with.
    WAVESIM_DEVICE void send(const float* now, const float* next, int parity, Int64 words) {
        ExchangeWord* const slots = a_.words + parity * words;
        for (int i = 0; i < per_thread; ++i) {
            const int item = thread_index() + i * threads;
            if (item >= count_) break;
            const Exchange at = list_[item];
            const ExchangeWord word = word_of(load_pack(next + at.from * size));
            const unsigned bit = 1u << (parity * per_thread + i);
            const bool reserved = Rule::reserves(word, sent_before_[item], (sent_ & bit) != 0);
            sent_ = reserved ? sent_ | bit : sent_ & ~bit;
            publish_word(slots + at.to, reserved ? reserved_word() : word);
            sent_before_[item] = word_of(load_pack(now + at.from * size));
        }
    }
    /// Waits for the packs of `next`, which has those of two steps before. `own`: the first word of the block.
    WAVESIM_DEVICE void receive(float* next, int parity, Int64 words, Int64 own) {
        const ExchangeWord* const slots = a_.words + (parity * words + own);
        unsigned left = 0;
        for (int i = 0; i < per_thread; ++i)
            if (thread_index() + i * threads < count_) left |= 1u << i;
        Int64 since = 0;
        for (int looks = 1; left != 0 && !gave_up_; ++looks) {
            ExchangeWord word[per_thread];
            for (int i = 0; i < per_thread; ++i)
                if ((left >> i & 1u) != 0) word[i] = observe_word(slots + thread_index() + i * threads);
            for (int i = 0; i < per_thread; ++i) {
                if ((left >> i & 1u) == 0) continue;
                float* const into = next + list_[thread_index() + i * threads].into * size;
                const unsigned bit = 1u << (parity * per_thread + i);
                if (!Rule::has_come(word[i], word_of(load_pack(into)), (stands_ & bit) != 0)) continue;
                left &= ~(1u << i);
                const bool reserved = equal_words(word[i], reserved_word());
                stands_ = reserved ? stands_ | bit : stands_ & ~bit;
                if (!reserved) store_pack(into, pack_of(word[i]));
            }
            if (looks % looks_between_clocks == 0) look_at_clock(since);
        }
    }

  private:
    static constexpr int size = Pack<float>::size, looks_between_clocks = 16;

    /// A launch in which a thread waits for too long ends: nobody waits any more, and nothing of it counts.
    WAVESIM_DEVICE void look_at_clock(Int64& since) {
        const Int64 now = device_nanoseconds();
        if (since == 0) since = now;
        if (now - since >= a_.patience_ns) publish(a_.given_up, Int64(1));
        gave_up_ = observe(a_.given_up) != 0;
    }

    const ResidentArguments<float>& a_;
    int count_;
    ExchangeWord* sent_before_;
    const Exchange* list_;
    unsigned sent_ = ~0u, stands_ = ~0u;  ///< bits of the slots in which the reserved word stands
    bool gave_up_ = false;
};

}  // namespace wavesim::kernels
