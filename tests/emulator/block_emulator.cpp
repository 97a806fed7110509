// SPDX-License-Identifier: MIT
#include "block_emulator.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace wavesim::emulator {

namespace {

constexpr std::size_t stack_bytes = 64 * 1024;
BlockEmulator* active = nullptr;

}  // namespace

BlockEmulator& BlockEmulator::current() {
    if (active == nullptr) throw Violation("a primitive ran outside a launch");
    return *active;
}

std::uint64_t BlockEmulator::draw() {
    seed_ += 0x9e3779b97f4a7c15u;  // splitmix64
    std::uint64_t z = seed_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void BlockEmulator::prepare(int threads, int shared_bytes) {
    active = this;
    shared_bytes_ = static_cast<std::size_t>(shared_bytes);
    shared_store_.resize(shared_bytes_ + 128);
    const auto address = reinterpret_cast<std::uintptr_t>(shared_store_.data());
    shared_ = shared_store_.data() + (128 - address % 128);
    fibres_ = std::vector<Fibre>(static_cast<std::size_t>(threads));
    for (Fibre& fibre : fibres_) fibre.stack = std::make_unique<unsigned char[]>(stack_bytes);
}

void BlockEmulator::launch(int blocks_x, int blocks_y, int blocks_z, int threads, int shared_bytes,
                           const std::function<void()>& body) {
    prepare(threads, shared_bytes);
    for (block_[2] = 0; block_[2] < blocks_z; ++block_[2])
        for (block_[1] = 0; block_[1] < blocks_y; ++block_[1])
            for (block_[0] = 0; block_[0] < blocks_x; ++block_[0]) run_block(body);
    active = nullptr;
}

void BlockEmulator::launch_block(int x, int y, int z, int threads, int shared_bytes,
                                 const std::function<void()>& body) {
    prepare(threads, shared_bytes);
    block_[0] = x, block_[1] = y, block_[2] = z;
    run_block(body);
    active = nullptr;
}

void BlockEmulator::enter() {
    BlockEmulator& emulator = current();
    Fibre& self = emulator.fibres_[static_cast<std::size_t>(emulator.running_)];
    try {
        (*emulator.body_)();
    } catch (const Violation& violation) {
        emulator.violation_ = violation.what();
    }
    self.done = true;
    emulator.yield();
}

void BlockEmulator::yield() { swapcontext(&fibres_[static_cast<std::size_t>(running_)].context, &scheduler_); }

void BlockEmulator::run_block(const std::function<void()>& body) {
    std::memset(shared_, 0xff, shared_bytes_);
    body_ = &body;
    violation_.clear();
    for (Fibre& fibre : fibres_) {
        fibre.done = false;
        fibre.open.clear();
        fibre.groups.clear();
        getcontext(&fibre.context);
        fibre.context.uc_stack.ss_sp = fibre.stack.get();
        fibre.context.uc_stack.ss_size = stack_bytes;
        fibre.context.uc_link = nullptr;
        makecontext(&fibre.context, &BlockEmulator::enter, 0);
    }
    std::vector<int> order(fibres_.size());
    std::iota(order.begin(), order.end(), 0);
    while (violation_.empty()) {
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[draw() % i]);
        std::size_t finished = 0;
        for (const int thread : order) {
            Fibre& fibre = fibres_[static_cast<std::size_t>(thread)];
            if (!fibre.done) {
                running_ = thread;
                swapcontext(&scheduler_, &fibre.context);
            }
            finished += fibre.done;
        }
        if (finished == fibres_.size()) break;
    }
    if (!violation_.empty()) {
        active = nullptr;
        throw Violation(violation_);
    }
}

void BlockEmulator::barrier() {
    if (!faults_.no_barriers) yield();
}

void BlockEmulator::check(const void* address, int bytes) const {
    const auto begin = reinterpret_cast<std::uintptr_t>(address);
    const auto end = begin + static_cast<std::uintptr_t>(bytes);
    const auto shared = reinterpret_cast<std::uintptr_t>(shared_);
    if (begin % static_cast<std::uintptr_t>(bytes) != 0) throw Violation("a misaligned access");
    if (begin >= shared && end <= shared + shared_bytes_) return;
    for (const Range& range : ranges_)
        if (begin >= range.begin && end <= range.end) return;
    throw Violation("an access outside shared memory and every registered range");
}

void BlockEmulator::start_copy(void* to, const void* from, int bytes) {
    check(to, bytes);
    check(from, bytes);
    std::memset(to, 0xff, static_cast<std::size_t>(bytes));  // the old content is gone, the new one not there yet
    fibres_[static_cast<std::size_t>(running_)].open.push_back({to, from, bytes});
}

void BlockEmulator::commit() {
    Fibre& self = fibres_[static_cast<std::size_t>(running_)];
    self.groups.push_back(std::move(self.open));
    self.open.clear();
}

void BlockEmulator::wait(int pending) {
    if (faults_.no_waits) return;
    Fibre& self = fibres_[static_cast<std::size_t>(running_)];
    while (self.groups.size() > static_cast<std::size_t>(pending)) {
        for (const Copy& copy : self.groups.front())
            std::memcpy(copy.to, copy.from, static_cast<std::size_t>(copy.bytes));
        self.groups.erase(self.groups.begin());
    }
}

}  // namespace wavesim::emulator
