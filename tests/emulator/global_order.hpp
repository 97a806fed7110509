// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace wavesim::emulator {

/// Which block has written and read each word of global memory, and what other blocks know of it: vector clocks, one
/// per block. A block learns what another one has done at a grid-wide barrier, or when it sees a word that the other
/// one has published. Whatever it reads or overwrites without that is a race, in whatever order the emulator runs the
/// blocks. Threads of one block count as one: their order is a matter of the block's barriers.
class GlobalOrder {
  public:
    explicit GlobalOrder(int blocks);

    /// Each says whether the access is in order.
    bool read(int block, const void* address, int bytes);
    bool write(int block, const void* address, int bytes);
    /// A word that other blocks wait for: its writing tells them all that the block did before.
    void publish(int block, const void* address, int bytes);
    /// Reading such a word, as it is now.
    void observe(int block, const void* address, int bytes);
    /// All blocks have met.
    void meet();

  private:
    using Clock = std::int64_t;
    struct Access {
        int block = -1;
        Clock clock = 0;
    };
    struct Word {
        Access written;
        std::vector<Access> reads;     ///< since then, one per block
        std::vector<Clock> published;  ///< what its writer knew
    };
    bool knows(int block, const Access& access) const {
        return access.block < 0 || access.block == block || known_[index(block)][index(access.block)] >= access.clock;
    }
    Clock now(int block) const { return known_[index(block)][index(block)]; }
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    template <class Act>
    void for_each_word(const void* address, int bytes, const Act& act);

    std::vector<std::vector<Clock>> known_;  ///< per block, of each block; its own: how often it has told others
    std::unordered_map<std::uintptr_t, Word> words_;
};

}  // namespace wavesim::emulator
