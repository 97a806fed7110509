// SPDX-License-Identifier: MIT
#pragma once
#include <ucontext.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace wavesim::emulator {

/// What a kernel did that a GPU would not forgive.
class Violation : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Faults that a test plants to see them found.
struct PlantedFaults {
    bool no_barriers = false;
    bool no_waits = false;
};

/// Runs the threads of one block at a time as fibres on the CPU. Threads run in an order drawn from a seed, until the
/// next barrier. Asynchronous copies arrive only at the wait that covers them. Shared memory starts as NaN. Every
/// access through the primitives must lie in shared memory or in a registered range of global memory.
class BlockEmulator {
  public:
    explicit BlockEmulator(std::uint64_t seed, PlantedFaults faults = {}) : seed_(seed), faults_(faults) {}

    /// Global memory that kernels may touch: [data, data + size).
    template <class T>
    void allow(const T* data, std::size_t count) {
        ranges_.push_back({reinterpret_cast<std::uintptr_t>(data), reinterpret_cast<std::uintptr_t>(data + count)});
    }

    /// Runs body() for every thread of every block.
    void launch(int blocks_x, int blocks_y, int blocks_z, int threads, int shared_bytes,
                const std::function<void()>& body);

    /// Runs it for every thread of one block.
    void launch_block(int x, int y, int z, int threads, int shared_bytes, const std::function<void()>& body);

    static BlockEmulator& current();
    int thread() const { return running_; }
    int threads() const { return static_cast<int>(fibres_.size()); }
    int block(int axis) const { return block_[axis]; }
    unsigned char* shared() { return shared_; }
    void barrier();
    void start_copy(void* to, const void* from, int bytes);
    void commit();
    void wait(int pending);
    void check(const void* address, int bytes) const;

  private:
    struct Copy {
        void* to;
        const void* from;
        int bytes;
    };
    struct Fibre {
        ucontext_t context;
        std::unique_ptr<unsigned char[]> stack;
        bool done = false;
        std::vector<Copy> open;
        std::vector<std::vector<Copy>> groups;
    };
    struct Range {
        std::uintptr_t begin;
        std::uintptr_t end;
    };
    static void enter();
    void prepare(int threads, int shared_bytes);
    void run_block(const std::function<void()>& body);
    void yield();
    std::uint64_t draw();

    std::uint64_t seed_;
    PlantedFaults faults_;
    std::vector<Range> ranges_;
    std::vector<Fibre> fibres_;
    std::vector<unsigned char> shared_store_;
    unsigned char* shared_ = nullptr;
    std::size_t shared_bytes_ = 0;
    int block_[3] = {0, 0, 0};
    int running_ = 0;
    ucontext_t scheduler_{};
    const std::function<void()>* body_ = nullptr;
    std::string violation_;
};

}  // namespace wavesim::emulator
