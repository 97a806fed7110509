// SPDX-License-Identifier: MIT
#include "global_order.hpp"

#include <algorithm>

namespace wavesim::emulator {

namespace {

constexpr std::uintptr_t word_bytes = 4;

}  // namespace

GlobalOrder::GlobalOrder(int blocks) : known_(index(blocks), std::vector<Clock>(index(blocks), 0)) {
    for (std::size_t block = 0; block < known_.size(); ++block) known_[block][block] = 1;
}

template <class Act>
void GlobalOrder::for_each_word(const void* address, int bytes, const Act& act) {
    const auto begin = reinterpret_cast<std::uintptr_t>(address) / word_bytes;
    const auto end = (reinterpret_cast<std::uintptr_t>(address) + static_cast<std::uintptr_t>(bytes) - 1) / word_bytes;
    for (std::uintptr_t word = begin; word <= end; ++word) act(words_[word]);
}

bool GlobalOrder::read(int block, const void* address, int bytes) {
    bool in_order = true;
    for_each_word(address, bytes, [&](Word& word) {
        in_order = in_order && knows(block, word.written);
        const auto mine = std::find_if(word.reads.begin(), word.reads.end(),
                                       [block](const Access& access) { return access.block == block; });
        if (mine == word.reads.end())
            word.reads.push_back({block, now(block)});
        else
            mine->clock = now(block);
    });
    return in_order;
}

bool GlobalOrder::write(int block, const void* address, int bytes) {
    bool in_order = true;
    for_each_word(address, bytes, [&](Word& word) {
        in_order = in_order && knows(block, word.written) &&
                   std::all_of(word.reads.begin(), word.reads.end(),
                               [&](const Access& access) { return knows(block, access); });
        word.written = {block, now(block)};
        word.reads.clear();
    });
    return in_order;
}

void GlobalOrder::publish(int block, const void* address, int bytes) {
    for_each_word(address, bytes, [&](Word& word) { word.published = known_[index(block)]; });
    ++known_[index(block)][index(block)];
}

void GlobalOrder::observe(int block, const void* address, int bytes) {
    for_each_word(address, bytes, [&](Word& word) {
        for (std::size_t other = 0; other < word.published.size(); ++other)
            known_[index(block)][other] = std::max(known_[index(block)][other], word.published[other]);
    });
}

void GlobalOrder::meet() {
    std::vector<Clock> all(known_.size(), 0);
    for (const std::vector<Clock>& known : known_)
        for (std::size_t other = 0; other < all.size(); ++other) all[other] = std::max(all[other], known[other]);
    for (std::size_t block = 0; block < known_.size(); ++block) {
        known_[block] = all;
        ++known_[block][block];
    }
}

}  // namespace wavesim::emulator
