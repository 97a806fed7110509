// SPDX-License-Identifier: MIT
// Loads from shared memory from their start to the first use of their value.
#include "block_emulator.hpp"

namespace wavesim::emulator {

/// A copy fills a word again.
void BlockEmulator::find_overtaken(Block& block, std::size_t word, Copies by) {
    for (const std::size_t i : block.loads_of[word]) {
        Load& load = block.loads[i];
        const int since = block.barriers + load.reader->gates - load.read_at;
        if (since >= 2 || (by == Copies::of_thread && load.reader == running_)) continue;
        if (!load.tells) {
            const bool one_queue = load.reader->thread / warp == running_->thread / warp;
            if (since > 0 && by == Copies::of_thread && one_queue) continue;
            throw Violation("a copy may overtake a load whose use nobody tells");
        }
        if (load.used && faults_.late_uses) throw Violation("a copy overtakes a load");
        load.lost = load.lost || !load.used;
    }
    block.loads_of[word].clear();
}

/// Of shared memory. A value that tells of its uses comes after the access that brings it.
void BlockEmulator::note_read(const void* address, int bytes, bool tells) {
    Block& block = *running_->block;
    const int now = block.barriers + running_->gates;
    block.loads.push_back({.reader = running_, .read_at = now, .tells = tells});
    const auto [first, last] = words(address, bytes);
    for (std::size_t word = first; word < last; ++word) {
        std::vector<std::size_t>& loads = block.loads_of[word];
        if (!loads.empty()) {
            const Load& same = block.loads[loads.back()];
            if (same.reader == running_ && same.read_at == now && !same.tells) loads.pop_back();
        }
        loads.push_back(block.loads.size() - 1);
    }
}

/// Of a register; nothing for addresses in memory.
std::size_t* BlockEmulator::value_at(const void* address) {
    const auto offset = static_cast<std::size_t>(static_cast<const unsigned char*>(address) - running_->stack.get());
    if (offset >= stack_bytes) return nullptr;
    if (running_->value.empty()) running_->value.resize(stack_bytes / 4);
    return &running_->value[offset / 4];
}

void BlockEmulator::note_value(const void* at) {
    if (of_thread() == nullptr) return;
    if (std::size_t* const value = of_thread()->value_at(at)) *value = 0;
}

void BlockEmulator::note_copy(const void* to, const void* from, int bytes) {
    if (of_thread() == nullptr) return;
    BlockEmulator& emulator = *of_thread();
    std::size_t* const value = emulator.value_at(to);
    if (value == nullptr) return;
    *value = 0;
    if (const std::size_t* const source = emulator.value_at(from)) {
        *value = *source;
        return;
    }
    Fibre& reader = *emulator.running_;
    Block& block = *reader.block;
    const auto place = reinterpret_cast<std::uintptr_t>(from) - reinterpret_cast<std::uintptr_t>(block.shared);
    if (place >= emulator.shared_bytes_) return;
    emulator.note_read(from, bytes, true);
    *value = block.loads.size();
}

bool BlockEmulator::note_use(const void* at) {
    if (of_thread() == nullptr) return true;
    const std::size_t* const value = of_thread()->value_at(at);
    if (value == nullptr || *value == 0) return true;
    Load& load = of_thread()->running_->block->loads[*value - 1];
    load.used = true;
    return !load.lost;
}

bool BlockEmulator::is_register(const void* at) {
    return of_thread() == nullptr || of_thread()->value_at(at) != nullptr;
}

}  // namespace wavesim::emulator
