// SPDX-License-Identifier: MIT
// Loads from shared memory from their start to the first use of their value.
#include "block_emulator.hpp"

namespace wavesim::emulator {

/// A copy fills a word again.
void BlockEmulator::find_overtaken(Block& block, std::size_t word, Copies by) {
    for (const std::size_t i : block.loads_of[word]) {
        Load& load = block.loads[i];
        const bool in_order = by == Copies::of_thread && load.reader == running_;
        if (in_order || block.barriers + load.reader->gates - load.read_at >= 2) continue;
        if (load.used && faults_.late_uses) throw Violation("a copy overtakes a load");
        load.lost = load.lost || !load.used;
    }
    block.loads_of[word].clear();
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
    block.loads.push_back({.reader = &reader, .read_at = block.barriers + reader.gates});
    *value = block.loads.size();
    const auto [first, last] = emulator.words(from, bytes);
    for (std::size_t word = first; word < last; ++word) block.loads_of[word].push_back(block.loads.size() - 1);
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
